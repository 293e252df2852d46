import BodyDocument
import RequestModel
import TerminalUI

// The body that is shown beside another one of history.
extension Workbench {
  /// Asks what to compare with: the answers of the same request first, then all others of history.
  mutating func openComparison() -> [Effect] {
    guard let live = workspace.exchange, live.body?.isWhole == true else {
      return refuse("Compare", "The body is still being received")
    }
    let others = historyPane.entries.filter { $0.id != live.id }
    let same = others.filter { $0.url == live.exchange?.sent?.url && $0.method == live.exchange?.sent?.method }
    let sameIDs = Set(same.map(\.id))
    let items = (same + others.filter { !sameIDs.contains($0.id) }).prefix(Self.mostCandidates).map { entry in
      Picker.Item(
        title: "\(workspace.clock.fullText(entry.startedAt))  \(entry.method) \(entry.url)",
        detail: entry.result.label.0, whyUnavailable: nil, action: .compare(entry.id))
    }
    guard !items.isEmpty else {
      return refuse("Compare", "History has no other exchange to compare with")
    }
    overlays.append(.picker(Picker(title: "Compare with", items: Array(items))))
    return []
  }

  private static let mostCandidates = 200

  mutating func compare(with id: ExchangeID) -> [Effect] {
    guard let live = workspace.exchange, let body = live.body else { return [] }
    let ticket = nextTicket()
    comparisonTicket = ticket
    notice = Notice(.information, "Comparing …")
    return [.compare(ticket, body, startedAt: live.exchange?.startedAt, with: id)]
  }

  mutating func take(_ diff: DocumentDiff, _ title: String) -> [Effect] {
    let comparison = Comparison(diff: diff, title: title)
    workspace.live[workspace.subject]?.comparison = comparison
    responsePane.rewind()
    responsePane.tab = .body
    notice = Notice(.information, comparison.summary)
    fit()
    if let first = diff.nextChange(from: -1) { selectInResponse(first) }
    return searchAgain()
  }

  mutating func endComparison() -> [Effect] {
    workspace.live[workspace.subject]?.comparison = nil
    responsePane.rewind()
    fit()
    return searchAgain()
  }

  mutating func changeComparison(_ change: (inout DocumentDiff) -> Int?) -> [Effect] {
    guard var comparison = workspace.exchange?.comparison else { return [] }
    let row = change(&comparison.diff)
    workspace.live[workspace.subject]?.comparison = comparison
    fit()
    if let row { selectInResponse(row) }
    return []
  }

  mutating func goToChange(forward: Bool) -> [Effect] {
    guard let diff = workspace.exchange?.comparison?.diff else { return [] }
    let row = responsePane.window.selected
    guard let change = forward ? diff.nextChange(from: row) : diff.previousChange(from: row) else {
      notice = Notice(.information, forward ? "This is the last change" : "This is the first change")
      return []
    }
    selectInResponse(change)
    return []
  }
}
