import Glibc

/// The position of an open text field of one line.
package struct ShownField: Equatable, Sendable {
  package var part: Rect
  /// The first visible column of the text.
  package var firstColumn: Int
}

/// The content of the whole screen.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// Cells in row-major order, `size.columns` per row.
  package private(set) var cells: [Cell]
  /// Places for pictures on capable terminals, completely inside the frame.
  package private(set) var pictures: [PlacedPicture] = []
  /// The clickable places in drawing order; `nil` unless requested.
  package private(set) var places: [Place]?
  /// The position of the terminal's cursor; `nil` hides it.
  package var cursor: Point?
  /// The open text field of one line, for the mouse.
  package var field: ShownField?
  /// The terminal's window title.
  package var title: String

  package init(size: Size, markingPlaces: Bool = false, title: String = "") {
    (self.size, self.title) = (size, title)
    if markingPlaces { places = [] }
    cells = Array(repeating: .blank, count: max(0, size.columns) * max(0, size.rows))
  }

  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Writes one character. The other half of an overwritten wide character becomes a blank.
  mutating func put(_ glyph: Glyph, style: Style, column: Int, row: Int) {
    let index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: glyph.width)
    cells[index] = Cell(glyph.text, width: UInt8(glyph.width), style: style)
    if glyph.width == 2 { cells[index + 1] = Cell(CellText(), width: 0, style: style) }
  }

  /// Writes one character of one column into a run of cells.
  mutating func put(_ text: CellText, style: Style, column: Int, row: Int, count: Int) {
    guard count > 0 else { return }
    let index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: count)
    let cell = Cell(text, width: 1, style: style)
    for index in index..<(index + count) { cells[index] = cell }
  }

  /// Writes printable ASCII. The bytes fit into the row.
  mutating func put(ascii text: some Sequence<UInt8>, style: Style, column: Int, row: Int, count: Int) {
    guard count > 0 else { return }
    var index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: count)
    for byte in text {
      cells[index] = Cell(CellText(Unicode.Scalar(byte)), width: 1, style: style)
      index += 1
    }
  }

  /// Writes a cell of a picture. The other half of an overwritten wide character becomes a blank.
  mutating func put(_ pixels: PixelPair, column: Int, row: Int) {
    let index = row * size.columns + column
    clearNeighbours(of: index, column: column, width: 1)
    cells[index] = Cell(pixels)
  }

  mutating func mark(_ place: Place) { places?.append(place) }

  mutating func place(_ picture: PlacedPicture) { pictures.append(picture) }

  private mutating func clearNeighbours(of index: Int, column: Int, width: Int) {
    if cells[index].width == 0, column > 0 { cells[index - 1] = Cell(style: cells[index - 1].style) }
    let last = index + width - 1
    if cells[last].width == 2, column + width < size.columns { cells[last + 1] = Cell(style: cells[last].style) }
  }
}

extension Frame {
  /// Passes the cells that differ from another frame of the same size, with their indices.
  package func forEachChange(since old: Frame, _ draw: (Int, Cell) -> Void) {
    cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        for start in stride(from: 0, to: new.count, by: max(1, size.columns)) {
          // Most rows stay as they are. Equal bytes are equal cells; other rows are compared cell by cell.
          let bytes = size.columns * MemoryLayout<Cell>.stride
          guard memcmp(new.baseAddress! + start, old.baseAddress! + start, bytes) != 0 else { continue }
          for index in start..<(start + size.columns) where new[index] != old[index] { draw(index, new[index]) }
        }
      }
    }
  }
}

/// A clickable position.
package struct Place: Equatable, Sendable {
  package let point: Point
  /// Whether it is a pane or a tab rather than a row.
  package let isMajor: Bool
}

extension Frame {
  /// The text of each row without trailing blanks, for tests.
  package var text: String {
    (0..<size.rows).map { row in
      var cells = cells[row * size.columns..<(row + 1) * size.columns]
      while let last = cells.last, last.characters == Cell.blank.characters { cells.removeLast() }
      return cells.reduce(into: "") { $0 += $1.text }
    }.joined(separator: "\n")
  }
}
