extension Layout {
  /// The minimum number of rows that remain for the panes below the row of tabs.
  private static let leastRows = 6

  /// The panes that can be directly below the URL.
  private static let panes: [any WritableKeyPath<Layout, Rect?> & Sendable] = [
    \.sidebar, \.request, \.response, \.pinned, \.pinnedRequest,
  ]

  /// Adds a row for tabs above the URL, if there is room.
  mutating func addTabs() {
    guard let address else { return }
    let below = Self.panes.filter { self[keyPath: $0]?.row == address.row + 1 }
    guard below.allSatisfy({ (self[keyPath: $0]?.rows ?? 0) > Self.leastRows }) else { return }
    tabs = address
    self.address?.row += 1
    for pane in below { self[keyPath: pane] = self[keyPath: pane]?.splitTop(1).rest }
  }
}
