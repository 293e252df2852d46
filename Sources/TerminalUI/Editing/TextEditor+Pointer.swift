/// The mouse in an open text field of one line.
package struct FieldPointer: Equatable, Sendable {
  /// The column of the text, which may be outside of it.
  package var column: Int
  /// The first column that the field shows.
  package var firstColumn: Int
  package var isDrag: Bool
  package var clicks: Int

  package init(column: Int, firstColumn: Int, isDrag: Bool, clicks: Int = 1) {
    (self.column, self.firstColumn, self.isDrag, self.clicks) = (column, firstColumn, isDrag, clicks)
  }
}

extension TextEditor {
  /// The first column that a field of one line shows: the text moves only as far as the cursor needs it.
  package func firstColumn(width: Int) -> Int {
    let cursor = cursorColumns
    return min(max(scroll, cursor - width + 1), cursor)
  }

  /// Places the cursor in a text of one line: a drag selects, two clicks a word, three everything.
  package mutating func point(_ pointer: FieldPointer) {
    // Text that is selected stays where it is.
    scroll = pointer.firstColumn
    let place = buffer.offset(inLineFrom: 0, atColumns: max(0, pointer.column)).offset
    if pointer.isDrag { return extendSelection(to: place) }
    unselect()
    move(to: place)
    if pointer.clicks == 2 { selectWord() }
    if pointer.clicks > 2 { selectAll() }
  }
}
