import TerminalUI

extension Layout {
  /// The panes above which the row for tabs is have this many rows left at least.
  private static let leastRows = 6

  /// The layout with a row for tabs above the URL, if there is room.
  func withTabs(_ hasTabs: Bool) -> Layout {
    guard hasTabs, let address else { return self }
    let below = Focus.allCases.filter { self[$0]?.row == address.row + 1 }
    guard below.allSatisfy({ (self[$0]?.rows ?? 0) > Self.leastRows }) else { return self }
    var layout = self
    layout.tabs = address
    layout.address?.row += 1
    for pane in below { layout[pane] = self[pane]?.splitTop(1).rest }
    return layout
  }
}
