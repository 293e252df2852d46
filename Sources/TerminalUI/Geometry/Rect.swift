/// A rectangle on the screen. Its size is never negative.
package struct Rect: Equatable, Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  package var isEmpty: Bool { columns == 0 || rows == 0 }
  package var size: Size { Size(columns: columns, rows: rows) }

  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < column + columns && point.row >= row && point.row < row + rows
  }

  /// Insets by `columns` on the left and right and `rows` at the top and bottom.
  package func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    Rect(
      column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
  }

  package func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let height = min(max(0, rows), self.rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: height),
      Rect(column: column, row: row + height, columns: columns, rows: self.rows - height)
    )
  }

  package func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let width = min(max(0, columns), self.columns)
    return (
      Rect(column: column, row: row, columns: width, rows: rows),
      Rect(column: column + width, row: row, columns: self.columns - width, rows: rows)
    )
  }

  /// A centered rectangle of the given size, clamped to this one.
  package func centered(_ size: Size) -> Rect {
    let width = min(size.columns, columns)
    let height = min(size.rows, rows)
    return Rect(
      column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width, rows: height)
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, columns: min(column + columns, other.column + other.columns) - left,
      rows: min(row + rows, other.row + other.rows) - top)
  }
}
