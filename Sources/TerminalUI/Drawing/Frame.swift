/// The whole screen as a value: what the terminal should look like after the next present.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// Row by row; `size.columns` cells a row.
  package private(set) var cells: [Cell]
  /// Places for real pictures, where the terminal shows such; wholly inside of the frame.
  package private(set) var pictures: [PlacedPicture] = []
  /// Where the terminal's cursor is shown; `nil` hides it.
  package var cursor: Point?
  /// The terminal's window title.
  package var title: String

  package init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: max(0, size.columns) * max(0, size.rows))
    title = ""
  }

  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Puts one character at a place and keeps wide ones whole: half a character that is overwritten becomes a blank.
  mutating func put(_ glyph: Glyph, style: Style, column: Int, row: Int) {
    let index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: glyph.width)
    cells[index] = Cell(glyph.text, width: UInt8(glyph.width), style: style)
    if glyph.width == 2 { cells[index + 1] = Cell("", width: 0, style: style) }
  }

  /// Puts a piece of a picture at a place; half a wide character that is overwritten becomes a blank.
  mutating func put(_ pixels: PixelPair, column: Int, row: Int) {
    let index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: 1)
    cells[index] = Cell(pixels)
  }

  mutating func place(_ picture: PlacedPicture) { pictures.append(picture) }

  private mutating func clearNeighbours(of index: Int, column: Int, width: Int) {
    if cells[index].width == 0, column > 0 { cells[index - 1] = Cell(style: cells[index - 1].style) }
    let last = index + width - 1
    if cells[last].width == 2, column + width < size.columns { cells[last + 1] = Cell(style: cells[last].style) }
  }
}

extension Frame {
  /// The characters of each row, trailing blanks removed: what a test compares.
  package var text: String {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { self[$0, row].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
