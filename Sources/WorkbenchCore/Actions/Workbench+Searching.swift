import BodyDocument
import TerminalUI

// Looking for something in the rows of an answer. The work is done elsewhere; here are the field and what comes of it.
extension Workbench {
  var whyNoSearch: String? {
    if case .failed(let sentence) = responsePane.search?.state { return sentence }
    return responsePane.search?.search == nil ? "Nothing is searched for: / starts" : nil
  }

  mutating func openSearch() -> [Effect] {
    let last = responsePane.search
    responsePane.search = PaneSearch(
      former: last?.editor.text ?? "", isRegularExpression: last?.isRegularExpression ?? false,
      origin: responsePane.window.selected)
    fit()
    return searchAgain()
  }

  mutating func handleInSearch(_ key: Key) -> [Effect] {
    switch key {
    case .escape:
      let origin = responsePane.search?.origin
      responsePane.search = nil
      if let origin { selectInResponse(origin) }
      return []
    case .enter:
      responsePane.search?.isOpen = false
      guard let search = responsePane.search, search.editor.text.isEmpty else { return [] }
      guard !search.former.isEmpty else {
        responsePane.search = nil
        fit()
        return []
      }
      responsePane.search?.editor = TextEditor(search.former)
      return searchAgain()
    case .down, .control("n"): return findNext(forward: true)
    case .up, .control("p"): return findNext(forward: false)
    case .control("r"):
      responsePane.search?.isRegularExpression.toggle()
      return searchAgain()
    default:
      let text = responsePane.search?.editor.text
      guard responsePane.search?.editor.handle(key) == true, responsePane.search?.editor.text != text else { return [] }
      return searchAgain()
    }
  }

  /// Looks for what is typed, from where the search was begun.
  mutating func searchAgain() -> [Effect] {
    guard var search = responsePane.search else { return [] }
    (search.current, search.ticket, search.state) = (nil, nil, .idle)
    defer { responsePane.search = search }
    do throws(RegularExpressionProblem) {
      guard let pattern = try BodySearch(search.pattern) else { return [] }
      let ticket = nextTicket()
      (search.ticket, search.state) = (ticket, .searching)
      let rows = answerRows
      let place = rows.places(ofRow: min(search.origin, max(0, rows.count - 1))).lowerBound
      return [.search(SearchJob(ticket: ticket, search: pattern, rows: rows, place: place))]
    } catch {
      search.state = .failed(error.sentence)
      return []
    }
  }

  /// The next hit behind the one that was gone to, or behind the beginning of the selected row where that is another one.
  mutating func findNext(forward: Bool) -> [Effect] {
    guard let state = responsePane.search, let search = state.search, let ticket = state.ticket else { return [] }
    let rows = answerRows
    let row = rows.places(ofRow: responsePane.window.selected)
    let here = state.current.flatMap { row.contains($0) ? $0 : nil }
    let place = forward ? here.map { $0 + 1 } ?? row.upperBound : here ?? row.lowerBound
    if case .counted(let hits) = state.state, hits.isComplete {
      return arrive(at: forward ? hits.next(from: place) : hits.previous(before: place))
    }
    return [
      .search(
        SearchJob(ticket: ticket, search: search, rows: rows, place: place, forward: forward, counts: false))
    ]
  }

  mutating func handle(_ event: BodyTaskEvent, of ticket: TaskID) -> [Effect] {
    switch event {
    case .found, .counted, .searchFailed:
      guard responsePane.search?.ticket == ticket else { return [] }
    case .filtered, .filterFailed:
      guard responsePane.filterTicket == ticket else { return [] }
    case .compared, .comparisonFailed:
      guard comparisonTicket == ticket else { return [] }
    case .revealed:
      guard revealTicket == ticket else { return [] }
    }
    switch event {
    case .found(let place): return arrive(at: place)
    case .counted(let hits): responsePane.search?.state = .counted(hits)
    case .searchFailed(let sentence): responsePane.search?.state = .failed(sentence)
    case .filtered(let document, let remark, let isComplete):
      return takeFiltered(document, remark: remark, isComplete: isComplete)
    case .filterFailed(let sentence): responsePane.filter?.state = .failed(sentence)
    case .compared(let diff, let title): return take(diff, title)
    case .comparisonFailed(let sentence): notice = Notice(.failure, sentence)
    case .revealed(let document): return reveal(document)
    }
    return []
  }

  /// Goes to a hit: opens the folds around it, and scrolls sideways where it is out of sight.
  private mutating func arrive(at place: Int?) -> [Effect] {
    guard let place, var search = responsePane.search else {
      if responsePane.search?.isOpen == false { notice = Notice(.information, "No hit") }
      return []
    }
    search.current = place
    let shown = responsePane.window
    responsePane.search = search
    defer { responsePane.center(from: shown, answerRows, answerSize) }
    guard responsePane.tab == .body, workspace.exchange?.comparison == nil, var body = workspace.exchange?.shownBody
    else {
      selectInResponse(place)
      return []
    }
    let line = body.reveal(place)
    workspace.live[workspace.subject]?.shownBody = body
    selectInResponse(line - body.headerLines)
    showColumn(body.column(of: place, inLine: line), of: line, in: body)
    return []
  }

  mutating func showColumn(_ column: Int, of line: Int, in body: BodyDocument) {
    let size = answerSize
    let indent = min(body.line(at: line, columns: 0..<0).indent, Line.maxIndent)
    if responsePane.isWrapped {
      let lines = (indent + column) / size.columns
      if lines >= size.rows { responsePane.skippedLines = lines - size.rows / 2 }
    } else if indent + column < size.columns * 3 / 4 {
      responsePane.skippedColumns = 0
    } else if !(responsePane.skippedColumns..<responsePane.skippedColumns + max(1, size.columns - 8))
      .contains(indent + column)
    {
      responsePane.skippedColumns = indent + column - size.columns / 2
    }
  }
}
