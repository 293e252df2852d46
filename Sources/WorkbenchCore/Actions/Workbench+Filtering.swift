import BodyDocument
import TerminalUI

// Filters of the body: the field, what comes of it, and the way back.
extension Workbench {
  /// Opens the filter's line, with the filter in force or with the sign of a kind.
  mutating func openBodyFilter(_ sign: String? = nil) -> [Effect] {
    let text = sign ?? responsePane.filter?.editor.text ?? workspace.exchange?.filtered?.filter ?? ""
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
    guard let filter = responsePane.filter, let body = workspace.exchange?.unfilteredBody else { return [] }
    let text = filter.editor.text
    if text.allSatisfy({ $0 == " " || $0 == "|" || $0 == "$" || $0 == "." }) { return clearFilter() }
    do throws(Problem) {
      let order = try BodyFilter(text)
      let ticket = nextTicket()
      responsePane.filter?.state = .running(ticket)
      responsePane.filter?.isOpen = false
      // What was looked for in the body has no place in what is left of it.
      responsePane.search = nil
      filterHistory.removeAll { $0 == text }
      filterHistory.append(text)
      if case .command = order, let remark = secretsRemark {
        notice = Notice(.information, "The command gets the body, \(remark)")
      }
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
    if workspace.exchange?.filtered != nil {
      workspace.live[workspace.subject]?.filtered = nil
      responsePane.rewind()
      responsePane.windows[.body] = responsePane.windowBeforeFilter
      responsePane.windowBeforeFilter = nil
    }
    fit()
    return (isRunning ? [.stopFilter] : []) + searchAgain()
  }

  mutating func takeFiltered(_ document: BodyDocument, remark: String?, isComplete: Bool) -> [Effect] {
    guard let text = responsePane.filter?.editor.text else { return [] }
    var document = document
    let former = workspace.exchange?.filtered
    if former == nil { responsePane.windowBeforeFilter = responsePane.windows[.body] }
    if let former, former.filter == text { document.takeView(of: former.document) } else { responsePane.rewind() }
    workspace.live[workspace.subject]?.filtered = FilteredBody(filter: text, document: document, remark: remark)
    if isComplete { responsePane.filter = nil }
    fit()
    return isComplete ? searchAgain() : []
  }

  /// More of the body has come: a filter in force holds for it too. A command is run again with the whole body only.
  mutating func filterAgain() -> [Effect] {
    guard responsePane.filter == nil, let live = workspace.exchange, let filtered = live.filtered,
      let body = live.unfilteredBody,
      let filter = try? BodyFilter(filtered.filter)
    else { return [] }
    if case .command = filter, !body.isWhole { return [] }
    let ticket = nextTicket()
    responsePane.filter = PaneFilter(filtered.filter)
    responsePane.filter?.isOpen = false
    responsePane.filter?.state = .running(ticket)
    fit()
    return [.filter(ticket, filter, body)]
  }
}

extension ResponsePane {
  var filterTicket: TaskID? { if case .running(let ticket) = filter?.state { ticket } else { nil } }
}
