// Replaces characters that a terminal or a screen reader does not support.
extension Frame {
  /// Replaces single characters by words. The words take the room of blanks after them: the rest of the row moves to
  /// the right up to the next three blanks, or two if the row has no others. Without such blanks, the row loses its
  /// end.
  package func spelled(_ words: [String: String]) -> Frame {
    var frame = self
    for row in 0..<size.rows {
      let range = (row * size.columns)..<((row + 1) * size.columns)
      guard cells[range].contains(where: { words[$0.text] != nil }) else { continue }
      let (line, columns) = Self.spelled(cells[range], words)
      frame.replaceRow(row, with: line)
      if let cursor, cursor.row == row {
        frame.cursor = Point(column: min(columns[min(cursor.column, columns.count - 1)], size.columns - 1), row: row)
      }
    }
    return frame
  }

  /// The cells of a row with words in it, and a table from old columns to new ones.
  private static func spelled(_ row: ArraySlice<Cell>, _ words: [String: String]) -> ([Cell], [Int]) {
    var shortest = BlankRun()
    let wide = spelled(row, words, &shortest)
    let missing = (wide.cells.lastIndex { $0.text != " " } ?? 0) + 1 - row.count
    guard missing > 0 else { return wide }
    shortest = BlankRun(pairsToClose: missing)
    return spelled(row, words, &shortest)
  }

  /// The blanks that may be removed for words: separated parts stay two blanks apart, if the row has the room.
  private struct BlankRun {
    /// The number of pairs of blanks to reduce to one.
    var pairsToClose = 0
    private var length = 0

    init(pairsToClose: Int = 0) { self.pairsToClose = pairsToClose }

    /// Whether the next cell is a blank that can be removed.
    mutating func canLeaveOut(_ cell: Cell, _ excess: Int) -> Bool {
      guard cell.text == " " else {
        length = 0
        return false
      }
      if excess > 0, length > 1 { return true }
      if excess > 0, length == 1, pairsToClose > 0 {
        pairsToClose -= 1
        return true
      }
      length += 1
      return false
    }
  }

  private static func spelled(
    _ row: ArraySlice<Cell>, _ words: [String: String], _ blanks: inout BlankRun
  ) -> (cells: [Cell], columns: [Int]) {
    var line: [Cell] = []
    var columns: [Int] = []
    var excess = 0
    for cell in row {
      columns.append(line.count)
      let isLeftOut = blanks.canLeaveOut(cell, excess)
      if let word = words[cell.text] {
        line += word.map { Cell(String($0), style: cell.style) }
        excess += word.count - 1
      } else if isLeftOut {
        excess -= 1
      } else {
        line.append(cell)
      }
    }
    return (line, columns)
  }

  private mutating func replaceRow(_ row: Int, with line: [Cell]) {
    for column in 0..<size.columns {
      var cell = column < line.count ? line[column] : .blank
      // Do not write half of a wide character.
      if cell.width == 2, column + 1 == size.columns { cell = Cell(style: cell.style) }
      self[column, row] = cell
    }
  }

  /// Replaces the text of cells; `nil` keeps it. If the replacement of a wide character is narrow, a blank follows.
  package func replacingCharacters(with standIn: (String) -> String?) -> Frame {
    var frame = self
    for index in cells.indices where cells[index].pixels == nil {
      let cell = cells[index]
      guard cell.width > 0, let text = standIn(cell.text) else { continue }
      let (column, row) = (index % size.columns, index / size.columns)
      frame[column, row] = Cell(text, style: cell.style)
      if cell.width == 2 { frame[column + 1, row] = Cell(style: cell.style) }
    }
    return frame
  }
}
