/// What part of a list is on the screen and which row is selected. It knows numbers only: the rows stay with their owner.
package struct ListWindow: Equatable, Sendable {
  package private(set) var first: Int
  package private(set) var selected: Int

  package init(selected: Int = 0) {
    first = 0
    self.selected = selected
  }

  /// Selects a row that exists, and scrolls just as far as needed to show it.
  package mutating func select(_ row: Int, of count: Int, height: Int) {
    selected = min(max(0, row), max(0, count - 1))
    fit(count: count, height: height)
  }

  package mutating func move(by rows: Int, of count: Int, height: Int) {
    select(selected + rows, of: count, height: height)
  }

  /// Scrolls without moving the selection further than it must to stay on the screen.
  package mutating func scroll(by rows: Int, of count: Int, height: Int) {
    first = min(max(0, first + rows), max(0, count - height))
    selected = min(max(first, selected), max(first, min(count, first + height) - 1))
  }

  /// Puts a row on top, where rows are taller than a line and their owner knows what fits.
  package mutating func show(first: Int) { self.first = first }

  /// Makes the numbers fit a list or a pane that has changed.
  package mutating func fit(count: Int, height: Int) {
    selected = min(max(0, selected), max(0, count - 1))
    if selected < first { first = selected }
    if selected >= first + height { first = selected - height + 1 }
    first = min(max(0, first), max(0, count - max(1, height)))
  }

  /// The rows to draw.
  package func visible(of count: Int, height: Int) -> Range<Int> {
    let start = min(first, count)
    return start..<min(count, start + max(0, height))
  }
}
