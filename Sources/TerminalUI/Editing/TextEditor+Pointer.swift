/// A mouse action in an open text field of one line.
package struct FieldPointer: Equatable, Sendable {
  /// The column in the text, possibly outside of it.
  package var column: Int
  /// The first visible column of the field.
  package var firstColumn: Int
  package var isDrag: Bool
  package var clicks: Int

  package init(column: Int, firstColumn: Int, isDrag: Bool, clicks: Int = 1) {
    (self.column, self.firstColumn, self.isDrag, self.clicks) = (column, firstColumn, isDrag, clicks)
  }
}

extension TextEditor {
  /// The first visible column of a field of one line: the text scrolls only as far as the cursor requires.
  package func firstColumn(width: Int) -> Int {
    let cursor = cursorColumns
    return min(max(scroll, cursor - width + 1), cursor)
  }

  /// Places the cursor in a text of one line. A drag selects, a double click selects a word, a triple click everything.
  package mutating func point(_ pointer: FieldPointer) {
    // Do not scroll while selecting.
    scroll = pointer.firstColumn
    let place = buffer.offset(inLineFrom: 0, atColumns: max(0, pointer.column)).offset
    if pointer.isDrag { return extendSelection(to: place) }
    unselect()
    move(to: place)
    if pointer.clicks == 2 { selectWord() }
    if pointer.clicks > 2 { selectAll() }
  }
}
