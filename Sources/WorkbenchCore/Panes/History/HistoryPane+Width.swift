// The width that the rows of the list need.
extension HistoryPane {
  /// Longer texts are cut on every screen.
  private static let mostColumns = 400
  /// How much of tags and notes is shown beside the longest name.
  private static let markColumns = 24

  package func listColumns(in workspace: Workspace) -> Int? {
    // The oldest one has the longest time.
    guard let last = entries.last else { return nil }
    let time = workspace.clock.text(last.startedAt, now: workspace.now).columns + 1
    return widest + (marked == nil ? 0 : 2) + time + 2
  }

  mutating func measure() { widest = entries.reduce(widest) { max($0, Self.columns(of: $1)) } }

  private static func columns(of entry: ExchangeSummary) -> Int {
    let start = placeColumn(of: entry) + (entry.annotation.isPinned ? 2 : 0)
    let place = columns(of: placeText(of: entry, columns: mostColumns))
    return start + place + min(markColumns, columns(of: marks(of: entry)))
  }

  private static func columns(of text: String) -> Int {
    text.utf8.count > mostColumns ? mostColumns : text.columns
  }
}
