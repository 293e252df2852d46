/// Comparing two exchanges of the list: one is marked, then another one is selected.
extension HistoryPane {
  static let markForComparison = PaneCommand<HistoryPane>(
    "history.mark", "Mark for comparison", "Mark this exchange to compare another one with it, or remove the mark.",
    keywords: "select choose first difference compare",
    keys: [.character(" ")], whenHidden: .awaitsRow, whyUnavailable: nothingSelected, run: { $0.toggleMark(in: $1) })

  static let compareWithMarked = PaneCommand<HistoryPane>(
    "history.compare", "Compare with marked exchange",
    "Show how this exchange differs from the marked one; without a mark, mark it.",
    keywords: "difference exchanges marked side",
    keys: [.character("=")], whenHidden: .awaitsRow, whyUnavailable: { pane, context in pane.whyNoComparison(context) },
    run: { $0.compare(in: $1) })

  private mutating func toggleMark(in context: PaneContext) -> [PaneOutput] {
    guard let id = selectedEntry?.id else { return [] }
    marked = marked == id ? nil : id
    let what = selectedEntry?.run == nil ? "exchange" : "run"
    let key = context.workspace.keys.name(of: "history.compare")
    let next = "Marked — select another \(what), then \(key) compares both"
    return [.information(marked == nil ? "Mark removed" : next)]
  }

  private func whyNoComparison(_ context: PaneContext) -> String? {
    if let reason = Self.nothingSelected(self, context) { return reason }
    return marked == selectedEntry?.id ? "This exchange is the marked one — select another one" : nil
  }

  /// Both runs, if the marked row and the selected one are runs.
  private var runsToCompare: (old: RecordedRun, new: RecordedRun)? {
    guard let one = entries.first(where: { $0.id == marked })?.run, let other = selectedEntry?.run else { return nil }
    return one.startedAt <= other.startedAt ? (one, other) : (other, one)
  }

  private mutating func compare(in context: PaneContext) -> [PaneOutput] {
    guard let marked, let selected = selectedEntry?.id else { return toggleMark(in: context) }
    if let runs = runsToCompare { return RunPane.startComparing(runs.new, with: runs.old) }
    return [.tell(CompareExchanges(first: marked, second: selected))]
  }
}

/// Compares two exchanges and shows the differences over the panes.
struct CompareExchanges: PaneMessage, Equatable {
  let first: ExchangeID
  let second: ExchangeID

  func apply(to pane: inout HistoryPane, in context: PaneContext) -> [PaneOutput] {
    let sizes = [first, second].compactMap { id in pane.entries.first { $0.id == id }?.bodySize }.filter { $0 > 0 }
    let what = sizes.count == 2 ? " \(Formatting.bytes(sizes[0])) with \(Formatting.bytes(sizes[1]))" : ""
    return WaitingScreen.start(
      .history(.compare(first, second)), title: "Comparison", text: "Comparing\(what)…",
      ending: .history(.stopComparing))
  }
}
