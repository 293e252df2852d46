import BodyDocument
import TerminalUI

// Filters of the body: the field, what comes of it, and the way back.
extension Workbench {
  /// Opens the filter's line, with the filter in force or with the sign of a kind.
  mutating func openBodyFilter(_ sign: String? = nil) -> [Effect] {
    let text = sign ?? responsePane.filter?.editor.text ?? library.exchange?.filtered?.filter ?? "$."
    responsePane.filter = PaneFilter(text)
    fit()
    return []
  }

  mutating func handleInFilterLine(_ key: Key) -> [Effect] {
    switch key {
    case .escape: return closeFilterLine()
    case .enter: return filterBody()
    case .up, .down: recall(key == .up ? 1 : -1)
    default:
      _ = responsePane.filter?.editor.handle(key)
      if responsePane.filter?.isRunning == false { responsePane.filter?.state = .idle }
    }
    return []
  }

  /// Filters the body itself, and never what another filter has left of it.
  private mutating func filterBody() -> [Effect] {
    guard let filter = responsePane.filter, let body = library.exchange?.body else { return [] }
    let text = filter.editor.text
    if text.allSatisfy({ $0 == " " || $0 == "|" || $0 == "$" || $0 == "." }) { return clearFilter() }
    do throws(Problem) {
      let order = try BodyFilter(text)
      let ticket = nextTicket()
      responsePane.filter?.state = .running(ticket)
      responsePane.filter?.isOpen = false
      filterHistory.removeAll { $0 == text }
      filterHistory.append(text)
      fit()
      return [.stopFilter, .filter(ticket, order, body), remember()]
    } catch {
      responsePane.filter?.state = .failed(error.sentence)
      return []
    }
  }

  /// Up and down go through the filters that were used before.
  private mutating func recall(_ step: Int) {
    guard let filter = responsePane.filter, !filterHistory.isEmpty else { return }
    let index = min(max(-1, (filter.recalled ?? -1) + step), filterHistory.count - 1)
    responsePane.filter?.recalled = index < 0 ? nil : index
    responsePane.filter?.editor = TextEditor(index < 0 ? "" : filterHistory[filterHistory.count - 1 - index])
  }

  private mutating func closeFilterLine() -> [Effect] {
    let isRunning = responsePane.filter?.isRunning ?? false
    responsePane.filter = nil
    fit()
    return isRunning ? [.stopFilter] : []
  }

  /// The body itself is shown again.
  mutating func clearFilter() -> [Effect] {
    let isRunning = responsePane.filter?.isRunning ?? false
    responsePane.filter = nil
    if library.exchange?.filtered != nil {
      library.live[library.subject]?.filtered = nil
      responsePane.rewind()
    }
    fit()
    return (isRunning ? [.stopFilter] : []) + searchAgain()
  }

  mutating func takeFiltered(_ document: BodyDocument, remark: String?, isComplete: Bool) -> [Effect] {
    guard let filter = responsePane.filter else { return [] }
    let isFirst = library.exchange?.filtered?.filter != filter.editor.text || isComplete
    var document = document
    if let shown = library.exchange?.filtered, shown.filter == filter.editor.text { document.show(shown.document.view) }
    library.live[library.subject]?.filtered = FilteredBody(
      filter: filter.editor.text, document: document, remark: remark)
    if isComplete { responsePane.filter = nil }
    if isFirst, library.exchange?.filtered?.document.lineCount ?? 0 < responsePane.window.selected {
      responsePane.rewind()
    }
    fit()
    return isComplete ? searchAgain() : []
  }
}

extension ResponsePane {
  var filterTicket: Ticket? { if case .running(let ticket) = filter?.state { ticket } else { nil } }
}
