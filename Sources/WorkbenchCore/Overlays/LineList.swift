/// A line of a row that may have several.
struct RowLine {
  let row: Int
  let isFirst: Bool
  let spans: [Span]
}

/// Lines in a box over the panes, with a field above them while something is typed.
struct LineList {
  let title: String
  let hint: String
  var filter: ListFilter?
  /// The text shown without lines.
  let emptyText: String
  /// The first line on the screen.
  var first: Int
  /// The lines of the selected row.
  var selected: [Int] = []

  /// The number of lines that fit.
  static func height(in box: Rect, filter: ListFilter?) -> Int { max(1, box.rows - 2 - (filter == nil ? 0 : 1)) }

  /// The place of the lines, below the field if there is one.
  static func list(in box: Rect, filter: ListFilter?) -> Rect {
    box.inset(columns: 2, rows: 1).splitTop(filter == nil ? 0 : 1).rest
  }

  func draw(_ lines: [[Span]], in box: Rect, _ canvas: inout Canvas) {
    canvas.dialog(box, title: title, trailing: [Span(hint, .hint)])
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      let list = FilterField.draw(filter, above: Rect(canvas.size), into: &canvas)
      if lines.isEmpty { canvas.write(emptyText, column: 0, row: list.row, style: Style(.hint)) }
      for row in 0..<list.rows where first + row < lines.count {
        let surface: Style.Surface = selected.contains(first + row) ? .selected : .plain
        if surface == .selected {
          canvas.fill(Rect(column: 0, row: list.row + row, columns: list.columns, rows: 1), Style(on: surface))
        }
        canvas.write(lines[first + row], column: 0, row: list.row + row, on: surface)
      }
    }
  }
}
