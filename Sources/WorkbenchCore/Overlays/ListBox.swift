/// The places of a text field and of the list below it, in a box near the top of the screen.
struct ListBox {
  let box: Rect
  let field: Rect
  let list: Rect

  /// - Parameter rows: The rows below the field.
  init(on screen: Size, columns: Int, rows: Int) {
    let area = Rect(screen).centered(Size(columns: columns, rows: rows + 3))
    box = Rect(column: area.column, row: min(2, area.row), columns: area.columns, rows: area.rows)
    (field, list) = box.inset(columns: 2, rows: 1).splitTop(1)
  }
}

extension ListWindow {
  /// Selects the row at a point of a list as it is drawn.
  ///
  /// - Returns: Whether there is a row.
  mutating func select(at point: Point, in list: Rect, of count: Int, height: Int) -> Bool {
    // The screen may be shorter than when the list was scrolled.
    fit(count: count, height: height)
    let row = point.row - list.row
    guard list.contains(point), row < height, first + row < count else { return false }
    select(first + row, of: count, height: height)
    return true
  }
}
