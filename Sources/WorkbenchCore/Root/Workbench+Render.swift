import RequestModel
package import TerminalUI

extension Workbench {
  /// Renders the whole screen.
  package func render() -> Frame {
    let frame = draw(markingPlaces: jump != nil)
    return accessibility.isPlain ? frame.plain : frame
  }

  func draw(markingPlaces: Bool) -> Frame {
    var canvas = Canvas(Frame(size: size, markingPlaces: markingPlaces, title: windowTitle))
    let layout = layout
    guard !layout.isTooSmall else {
      canvas.write("Window too small", column: 0, row: 0, style: Style(.warning), limit: size.columns)
      canvas.write("Needs 20×6", column: 0, row: 1, style: Style(.hint), limit: size.columns)
      return canvas.frame
    }
    canvas.draw(in: layout.header) { drawHeader(into: &$0) }
    if let address = layout.address, !drawnPanes.isEmpty { canvas.draw(in: address) { drawAddress(into: &$0) } }
    workspace.features.draw(into: &canvas, in: contextOnScreen)
    for pane in drawnPanes {
      guard let area = layout[pane.place] else { continue }
      if layout.isSidebarOver { canvas.fill(area) }
      canvas.draw(in: area) { canvas in
        canvas.markPlace(column: 2, row: 0, isMajor: true)
        draw(pane, into: &canvas)
      }
    }
    canvas.draw(in: layout.footer) { drawFooter(into: &$0) }
    drawContinuations(into: &canvas)
    if let jump { JumpLabels.draw(after: jump, into: &canvas) }
    drawCompletion(into: &canvas)
    for overlay in overlays {
      canvas.cover()
      overlay.screen.draw(into: &canvas)
    }
    return canvas.frame
  }

  /// Draws the completion list over the panes.
  private func drawCompletion(into canvas: inout Canvas) {
    guard overlays.isEmpty, scope == .request, let completion = requestPane.completion else { return }
    CompletionPopup(completion: completion, variables: workspace.variables.value).draw(into: &canvas)
  }

  private var crumbs: [String] {
    if let crumbs = panes[leftPane]?.crumbs(in: context(leftPane)) { return crumbs }
    switch workspace.subject {
    case .request(let address): return workspace.breadcrumbs(of: address)
    case .past: return ["History"]
    case .folder(let address):
      return address.path.isEmpty ? [workspace.folderTitle(address)] : workspace.breadcrumbs(of: address)
    case .environment(let address): return ["Environments", address.stem]
    case .globals: return workspace.shownEnvironmentFile.map { ["Environments", $0.stem] } ?? ["Workspace globals"]
    case .nothing: return ["Workbench"]
    }
  }

  private var windowTitle: String {
    (["workbench"] + (others.map { [$0.ownTitle] } ?? []) + crumbs).joined(separator: " ▸ ")
  }

  /// The columns of the title that stay beside other texts: of a long one, and of any.
  private static let titleColumns = 3...12

  /// The texts at the end of the header.
  func headerFacts(columns: Int) -> [ClickableText] {
    let count = workspace.unsaved.count
    let unsaved = count > 0 ? [Span("  ● \(count) unsaved", .warning)] : []
    // An environment belongs to a collection, so the header names it only with a selection. A run names its own.
    var fact = ClickableText([])
    if !isList, !addressShowsFact { fact = featureFact ?? fact }
    let others = ClickableText(columns >= 60 ? newsOfOthers : [], command: "workspaces.open")
    let news = [others] + panes.news(except: shownPanes)
    let title = min(max(crumbs.last?.columns ?? 0, Self.titleColumns.lowerBound), Self.titleColumns.upperBound)
    let left = max(0, columns - title - news.spans.columns - unsaved.columns - 5)
    fact.spans = fact.spans.truncated(to: left)
    var summary: [Span] = []
    if layout.response == nil, !isList, let live = workspace.exchange {
      // Show the response's status here while its pane is hidden, beside the request's name.
      let half = columns / 2
      summary = ResponsePane.summary(live, now: workspace.now, columns: min(half, left))
      let both = summary.columns + fact.spans.columns
      if both > half || both + 2 > left { fact.spans = [] } else { summary.append(Span("  ")) }
    }
    return news + [ClickableText(summary), fact, ClickableText(unsaved + [Span(" ")])]
  }

  private func drawHeader(into canvas: inout Canvas) {
    canvas.fill(Rect(canvas.size), Style(on: .bar))
    let trailing = headerFacts(columns: canvas.size.columns).spans
    let room = canvas.size.columns - trailing.columns - 2
    let path = Breadcrumbs(workspace: others?.ownTitle, crumbs: crumbs).spans(columns: max(0, room - 1))
    canvas.write([Span(" ")] + path, column: 0, row: 0, on: .bar)
    if room > 4 { canvas.writeTrailing(trailing, endingAt: canvas.size.columns, row: 0, on: .bar) }
  }

  private func drawFooter(into canvas: inout Canvas) {
    canvas.fill(Rect(canvas.size), Style(on: .bar))
    if let notice {
      return draw(notice, into: &canvas)
    }
    if let runningText { return drawRunning(runningText, into: &canvas) }
    if let footnote {
      canvas.writeTrailing(footnote.text, endingAt: canvas.size.columns, row: 0, on: .bar)
    }
    for hint in shownHints(columns: canvas.size.columns) {
      let used = canvas.write(hint.key, column: hint.column, row: 0, style: Style(.key, on: .bar, bold: true)) + 1
      canvas.write(hint.label, column: hint.column + used, row: 0, style: Style(.label, on: .bar))
    }
  }

  /// The work in place of the hints, unless one of them leads to a question.
  var runningText: String? {
    waitingHint == nil ? workspace.features.first({ $0.progress }) ?? workspace.baseFetch : nil
  }

  /// The figure of a pane at the end of the footer; `nil` on a narrow screen.
  var footnote: (text: [Span], pane: Command.Scope)? {
    size.columns < 60 ? nil : panes.first { pane in pane.footnote.map { (text: $0, pane: type(of: pane).scope) } }
  }

  /// The hints of the footer that fit, with their columns.
  func shownHints(columns: Int) -> [(column: Int, key: String, label: String)] {
    let room = columns - 1 - (footnote.map { $0.text.columns + 1 } ?? 0)
    var column = 1
    return Self.fitting(footerHints, in: room - column).map { key, label in
      defer { column += key.columns + label.columns + 3 }
      return (column, key, label)
    }
  }

  /// The hints that fit, in their order. Help and Escape have room before all others.
  private static func fitting(_ hints: [(String, String)], in room: Int) -> [(String, String)] {
    let leading = hints.indices.filter { hints[$0].1 == "help" || hints[$0].0 == "Esc" }
    let others = hints.indices.filter { !leading.contains($0) }
    var left = room
    var chosen: Set<Int> = []
    for index in [Int](leading.reversed()) + others {
      let columns = hints[index].0.columns + hints[index].1.columns + 3
      guard columns <= left else { continue }
      left -= columns
      chosen.insert(index)
    }
    return hints.indices.filter(chosen.contains).map { hints[$0] }
  }

  static let cancelHint = [Span("Ctrl+C", Style(.key, bold: true)), Span(" cancels ", .label)]

  private func drawRunning(_ text: String, into canvas: inout Canvas) {
    let hint = Self.cancelHint
    let room = canvas.size.columns - hint.columns - 2
    canvas.write((" " + text).truncated(to: room), column: 0, row: 0, style: Style(.title, on: .bar))
    canvas.writeTrailing(hint, endingAt: canvas.size.columns, row: 0, on: .bar)
  }

  /// The most useful keys for the current state.
  var footerHints: [(String, String)] { (waitingHint.map { [$0] } ?? []) + usualHints }

  private var usualHints: [(String, String)] {
    if let screen = overlays.last?.screen { return screen.footer }
    if jump != nil { return [("a–z", "jump to a label"), ("Esc", "cancel")] }
    if let countHints { return countHints }
    if pending.keys != nil { return [("Esc", "cancel")] }
    if isEditingText { return typingHints.map { ($0.key, $0.label) } }
    let scope = scope
    let contexts = [scope: context(scope), .everywhere: context(.everywhere)]
    let hinted = Command.inFooter.filter { command in
      // It can run, and what is shown has a use for it.
      guard let context = contexts[command.scope], !keys.keys(of: command).isEmpty else { return false }
      return command.isHinted?(self, context) != false && command.obstacle(in: self, context) == nil
    }
    let own = hinted.filter { $0.scope == scope }.sorted { $0.footerRank < $1.footerRank }
    let ownKeys = Set(own.compactMap { keys.keys(of: $0).first })
    let everywhere = hinted.filter { command in
      command.scope == .everywhere && !own.contains { $0.footer == command.footer }
        && !ownKeys.contains(keys.keys(of: command)[0])
    }
    // If the other panes are hidden, the keys that lead to them come first.
    let isAlone = whyCovered == nil && Focus.allCases.count { layout[$0] != nil } == 1
    let leading = isAlone ? ["pane.next", "help.open", "request.send"] : []
    let first = everywhere.filter { leading.contains($0.name) }
    let cancel = everywhere.filter { $0.name == "app.cancel" }
    let others = everywhere.filter { !leading.contains($0.name) && $0.name != "app.cancel" }
    let leads = Array(first.reversed())
    let main = own.filter { $0.footerRank <= Command.mainRank }
    let further = own.filter { $0.footerRank > Command.mainRank } + others
    // The way to end a running request comes first, except in a conversation, where one types.
    let ordered = main.isEmpty ? cancel + leads + further : main + leads + cancel + further
    let named = ordered.map { command in
      let now = contexts[command.scope].flatMap { command.footerNow?(self, $0) }
      return (keys.keys(of: command)[0].description, now ?? command.footer ?? "")
    }
    guard let escape = panes[scope]?.closing ?? (leadsBack && !isZoomed ? "back" : nil) else { return named }
    return [("Esc", escape)] + named.filter { $0.0 != "Esc" }
  }
}
