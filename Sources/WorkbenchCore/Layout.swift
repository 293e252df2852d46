package import TerminalUI

/// The focused pane.
package enum Focus: Equatable, Sendable, CaseIterable {
  case sidebar, request, response
}

/// The position of every pane on a screen of a given size, used by both `update` and `draw`.
///
///     100 and more columns    60 to 99              below 60×16     below 20×6
///     ┌────┬─────────┐        ┌──────────┐          ┌──────┐
///     │side│ request │        │ sidebar  │ the      │focus │        one line
///     │bar ├─────────┤        ├──────────┤ focused  │ only │
///     │    │response │        │ request  │ one      │      │
///     │    │         │        ├──────────┤ grows    └──────┘
///     └────┴─────────┘        └──────────┘
///
/// A split layout has no response: the request has its place, too.
package struct Layout: Equatable, Sendable {
  package var header: Rect
  package var footer: Rect
  package var sidebar: Rect?
  package var request: Rect?
  package var response: Rect?
  package var isTooSmall = false

  package init(size: Size, focus: Focus, isZoomed: Bool, isSplit: Bool = false) {
    let screen = Rect(size)
    let (header, rest) = screen.splitTop(1)
    let (body, footer) = rest.splitTop(rest.rows - 1)
    self.header = header
    self.footer = footer
    if size.columns < 20 || size.rows < 6 {
      isTooSmall = true
    } else if isZoomed || size.columns < 60 || size.rows < 16 {
      self[focus] = body
    } else if size.columns < 100 {
      if isSplit { splitRows(body, focus: focus) } else { stack(body, focus: focus) }
    } else if isSplit {
      (sidebar, request) = { ($0.left, $0.rest) }(body.splitLeft(min(60, max(36, size.columns / 3))))
    } else {
      let (left, right) = body.splitLeft(min(44, max(26, size.columns / 4)))
      sidebar = left
      let rows = focus == .request ? right.rows / 2 : max(8, right.rows * 2 / 5)
      (request, response) = { ($0.top, $0.rest) }(right.splitTop(rows))
    }
  }

  /// Gives the focused pane all rows except a few for each of the others: a row of the tree, the address and tabs, the
  /// first lines of the body.
  private mutating func stack(_ body: Rect, focus: Focus) {
    let isLow = body.rows < 17
    let spare: [Focus: Int] = [.sidebar: 3, .request: focus == .sidebar && !isLow ? 6 : 4, .response: isLow ? 4 : 6]
    func rows(_ pane: Focus) -> Int {
      let others = Focus.allCases.filter { $0 != focus }.reduce(0) { $0 + (spare[$1] ?? 0) }
      return pane == focus ? body.rows - others : spare[pane] ?? 0
    }
    let (top, rest) = body.splitTop(rows(.sidebar))
    sidebar = top
    (request, response) = { ($0.top, $0.rest) }(rest.splitTop(rows(.request)))
  }

  /// Gives two thirds of the rows to the focused pane.
  private mutating func splitRows(_ body: Rect, focus: Focus) {
    let rows = focus == .sidebar ? body.rows / 2 : body.rows / 3
    (sidebar, request) = { ($0.top, $0.rest) }(body.splitTop(rows))
  }

  package subscript(focus: Focus) -> Rect? {
    get {
      switch focus {
      case .sidebar: sidebar
      case .request: request
      case .response: response
      }
    }
    set {
      switch focus {
      case .sidebar: sidebar = newValue
      case .request: request = newValue
      case .response: response = newValue
      }
    }
  }

  /// The rows inside a pane's box.
  package func contentRows(_ focus: Focus) -> Int { max(0, (self[focus]?.rows ?? 2) - 2) }
}
