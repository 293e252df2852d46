import BodyDocument
import RequestModel
import TerminalUI

// Comparing the body with that of another exchange.
extension BodyTab {
  /// Lists the exchanges to compare with: those of the same request first, then the rest of history.
  func openComparison(in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, live.body?.isWhole == true else {
      return [.refusal("Compare", "The body is still being received")]
    }
    let others = context.recent.filter { $0.id != live.id }
    let same = others.filter { $0.url == live.exchange?.sent?.url && $0.method == live.exchange?.sent?.method }
    let sameIDs = Set(same.map(\.id))
    let items = (same + others.filter { !sameIDs.contains($0.id) }).prefix(Self.mostCandidates).map { entry in
      Picker.Item(
        title: "\(context.workspace.clock.fullText(entry.startedAt))  \(entry.method) \(entry.url)",
        detail: entry.result.label.0, whyUnavailable: nil, action: .body(.compare(entry.id)))
    }
    guard !items.isEmpty else { return [.refusal("Compare", "No other exchange in history")] }
    return [.overlay(.picker(Picker(title: "Compare with", items: Array(items))))]
  }

  private static let mostCandidates = 200

  mutating func compare(with id: ExchangeID, in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let body = shown.body else { return [] }
    let task = view.nextTask(of: Self.id)
    comparisonTask = task
    return [
      .information("Comparing…"), .effect(.compare(task, body, startedAt: live.exchange?.startedAt, with: id)),
    ]
  }

  mutating func show(_ comparison: Comparison, in context: PaneContext) -> [PaneOutput] {
    shown.comparison = comparison
    rewind()
    fit(in: context)
    if let first = comparison.diff.nextChange(from: -1) { select(row: first, in: context) }
    return [.information(comparison.summary)] + searchAgain()
  }

  mutating func endComparison(in context: PaneContext) -> [PaneOutput] {
    shown.comparison = nil
    rewind()
    fit(in: context)
    return searchAgain()
  }

  mutating func changeComparison(in context: PaneContext, _ change: (inout DocumentDiff) -> Int?) {
    guard var comparison = shown.comparison else { return }
    let row = change(&comparison.diff)
    shown.comparison = comparison
    fit(in: context)
    if let row { select(row: row, in: context) }
  }

  mutating func goToChange(forward: Bool, in context: PaneContext) -> [PaneOutput] {
    guard let diff = shown.comparison?.diff else { return [] }
    let row = view.window.selected
    guard let change = forward ? diff.nextChange(from: row) : diff.previousChange(from: row) else {
      return [.information(forward ? "This is the last change" : "This is the first change")]
    }
    select(row: change, in: context)
    return []
  }
}
