extension Canvas {
  /// Draws the empty box of a dialog. A title that is too long loses its middle: a name, and not what is asked about it.
  mutating func dialog(_ box: Rect, title: String, trailing: [Span] = []) {
    fill(box)
    let title = title.truncatedInMiddle(to: Self.titleColumns(of: box, beside: trailing))
    self.box(box, title: [Span(title, Style(.title, bold: true))], trailing: trailing, style: Style(.focusedBorder))
  }

  /// Draws the visible rows of a list, each in a line of its own.
  ///
  /// - Parameter selected: The surface of the selected row.
  mutating func draw(
    _ window: ListWindow, of count: Int, in list: Rect, selected: Style.Surface = .selected,
    row: (_ index: Int, _ surface: Style.Surface, _ line: inout Canvas) -> Void
  ) {
    // The screen may be shorter than when the list was scrolled.
    var window = window
    window.fit(count: count, height: list.rows)
    for (place, index) in window.visible(of: count, height: list.rows).enumerated() {
      let surface = index == window.selected ? selected : .plain
      draw(in: Rect(column: list.column, row: list.row + place, columns: list.columns, rows: 1)) { line in
        line.fill(Rect(line.size), Style(on: surface))
        row(index, surface, &line)
      }
    }
  }
}
