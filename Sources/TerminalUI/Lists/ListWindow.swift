/// The scroll position and selection of a list, as row numbers.
package struct ListWindow: Equatable, Sendable {
  package private(set) var first: Int
  package private(set) var selected: Int

  package init(selected: Int = 0) {
    first = 0
    self.selected = selected
  }

  /// Selects the nearest valid row and scrolls just far enough to show it.
  package mutating func select(_ row: Int, of count: Int, height: Int) {
    selected = min(max(0, row), max(0, count - 1))
    fit(count: count, height: height)
  }

  package mutating func move(by rows: Int, of count: Int, height: Int) {
    select(selected + rows, of: count, height: height)
  }

  /// Scrolls, moving the selection only to keep it on the screen.
  package mutating func scroll(by rows: Int, of count: Int, height: Int) {
    first = min(max(0, first + rows), max(0, count - height))
    selected = min(max(first, selected), max(first, min(count, first + height) - 1))
  }

  /// Scrolls a row to the top, for lists whose rows may be taller than a line.
  package mutating func show(first: Int) { self.first = first }

  /// Adjusts to a changed list or pane.
  package mutating func fit(count: Int, height: Int) {
    selected = min(max(0, selected), max(0, count - 1))
    if selected < first { first = selected }
    if selected >= first + height { first = selected - height + 1 }
    first = min(max(0, first), max(0, count - max(1, height)))
  }

  /// The visible rows.
  package func visible(of count: Int, height: Int) -> Range<Int> {
    let start = min(first, count)
    return start..<min(count, start + max(0, height))
  }
}
