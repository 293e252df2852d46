import BodyDocument
import RequestModel
import TerminalUI

// The rows of an answer: moving, folding, views.
extension Workbench {
  var whyNoBody: String? { workspace.exchange?.shownBody == nil ? "There is no body here" : nil }

  /// Why nothing can be folded or stepped through where the cursor is.
  var whyNotInBody: String? {
    responsePane.tab == .body || whyNoBody != nil ? whyNoBody : "This works in the body: [ and ] change the tab"
  }
  var whyNoRows: String? { answerRows.count == 0 ? "There is nothing here" : nil }

  /// Does something with the body, and shows it first where another tab is in sight.
  mutating func inBody(_ action: (inout Workbench) -> [Effect]) -> [Effect] {
    if responsePane.tab != .body {
      responsePane.select(.body)
      fit()
    }
    return action(&self)
  }

  var answerRows: ResponseRows { ResponseRows(workspace, tab: responsePane.tab) }

  /// The lines and columns in which the rows are drawn.
  var answerSize: Size {
    let columns = (layout.response?.columns ?? 0) - 4 - responsePane.gutter(answerRows)
    return Size(columns: max(1, columns), rows: height(.response))
  }

  /// The line of the body that is selected.
  var bodyLine: Int { responsePane.window.selected + (workspace.exchange?.shownBody?.headerLines ?? 0) }

  mutating func moveInResponse(_ step: Int) -> [Effect] {
    // Whoever looks back wants to stay there.
    if step < 0 { responsePane.followsEnd = false }
    responsePane.move(by: step, answerRows, answerSize)
    return []
  }

  mutating func selectInResponse(_ row: Int) {
    responsePane.select(row: row, answerRows, answerSize)
  }

  mutating func scrollResponse(_ columns: Int) -> [Effect] {
    responsePane.scrollSideways(by: columns)
    return []
  }

  mutating func toggleWrap() -> [Effect] {
    responsePane.isWrapped.toggle()
    responsePane.skippedColumns = 0
    fit()
    return []
  }

  var whyNothingComes: String? { workspace.exchange?.isRunning == true ? nil : "Nothing is being received" }

  mutating func togglePause() -> [Effect] {
    guard let live = workspace.exchange else { return [] }
    workspace.live[workspace.subject]?.isPaused = !live.isPaused
    return [.pause(live.id, !live.isPaused)]
  }

  mutating func toggleFollowing() -> [Effect] {
    responsePane.followsEnd.toggle()
    if responsePane.followsEnd { selectInResponse(.max / 2) }
    return []
  }

  mutating func toggleNumbers() -> [Effect] {
    responsePane.showsNumbers.toggle()
    fit()
    return []
  }

  /// Begins or ends a selection of several rows.
  mutating func toggleSelection() -> [Effect] {
    responsePane.anchor = responsePane.anchor == nil ? responsePane.window.selected : nil
    return []
  }

  mutating func changeBody(_ change: (inout BodyDocument) -> Void) -> [Effect] {
    guard var body = workspace.exchange?.shownBody else { return [] }
    change(&body)
    workspace.live[workspace.subject]?.shownBody = body
    fit()
    return []
  }

  mutating func foldBody() -> [Effect] {
    let row = responsePane.window.selected
    if workspace.exchange?.comparison != nil { return changeComparison { $0.toggle(at: row) } }
    let line = bodyLine
    var target: Int?
    let effects = changeBody { target = $0.toggleFold(at: line) }
    return effects + goTo(line: target)
  }

  /// Opens the body to a level more or less than before; the selected row stays where it is as far as it is shown.
  mutating func changeFoldLevel(by step: Int) -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    let place = body.ownBytes(ofLine: min(bodyLine, body.lineCount - 1)).lowerBound
    let level = max(0, (responsePane.foldLevel ?? (step < 0 ? 3 : 1)) + step)
    responsePane.foldLevel = level
    var target: Int?
    let effects = changeBody {
      $0.fold(to: level)
      target = $0.line(showing: place)
    }
    return effects + goTo(line: target)
  }

  mutating func foldAllInBody() -> [Effect] {
    if workspace.exchange?.comparison != nil {
      return changeComparison {
        $0.foldAll(); return nil
      }
    }
    responsePane.foldLevel = 1
    return changeFoldLevel(by: 0)
  }

  mutating func unfoldAllInBody() -> [Effect] {
    if workspace.exchange?.comparison != nil {
      return changeComparison {
        $0.unfoldAll(); return nil
      }
    }
    responsePane.foldLevel = nil
    guard let body = workspace.exchange?.shownBody else { return [] }
    let place = body.ownBytes(ofLine: min(bodyLine, body.lineCount - 1)).lowerBound
    var target: Int?
    let effects = changeBody {
      $0.unfoldAll()
      target = $0.line(showing: place)
    }
    return effects + goTo(line: target)
  }

  mutating func goTo(line: Int?) -> [Effect] {
    if let line { selectInResponse(line - (workspace.exchange?.shownBody?.headerLines ?? 0)) }
    return []
  }

  /// Goes where the document says, or says that there is nothing.
  mutating func jump(_ place: (BodyDocument, Int) -> Int?, else reason: String) -> [Effect] {
    guard let body = workspace.exchange?.shownBody else { return [] }
    guard let line = place(body, bodyLine) else {
      notice = Notice(.information, reason)
      return []
    }
    return goTo(line: line)
  }

  mutating func goToSibling(forward: Bool) -> [Effect] {
    if workspace.exchange?.comparison != nil { return goToChange(forward: forward) }
    return jump(
      { $0.sibling(of: $1, forward: forward) }, else: "This is the \(forward ? "last" : "first") one at its level")
  }

  mutating func toggleRaw() -> [Effect] {
    show(workspace.exchange?.shownBody?.view == .pretty ? .raw : .pretty)
  }

  mutating func nextView() -> [Effect] {
    guard let body = workspace.exchange?.shownBody, let index = body.views.firstIndex(of: body.view) else { return [] }
    return show(body.views[(index + 1) % body.views.count])
  }

  /// The selected row stays where its bytes are, as far as both views have the same.
  private mutating func show(_ view: BodyDocument.View) -> [Effect] {
    guard var body = workspace.exchange?.shownBody, body.lineCount > 0 else { return [] }
    let own = body.ownBytes(ofLine: min(bodyLine, body.lineCount - 1))
    let place = responsePane.viewPlace.flatMap { own.contains($0) ? $0 : nil } ?? own.lowerBound
    body.show(view)
    guard body != workspace.exchange?.shownBody else {
      notice = Notice(.information, "This body has no \(view) view")
      return []
    }
    workspace.live[workspace.subject]?.shownBody = body
    (responsePane.skippedColumns, responsePane.anchor, responsePane.viewPlace) = (0, nil, place)
    let line = body.line(showing: place)
    let effects = goTo(line: line)
    showColumn(body.column(of: place, inLine: line), of: line, in: body)
    return effects + searchAgain()
  }
}
