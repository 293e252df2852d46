extension Canvas {
  /// Draws the box of a pane.
  mutating func pane(_ title: [Span], trailing: [Span] = [], isFocused: Bool) {
    box(Rect(size), title: title, trailing: trailing, style: Style(isFocused ? .focusedBorder : .border))
  }

  /// Draws the visible rows of the list of a pane, each in a line of its own.
  mutating func drawRows(
    _ window: ListWindow, of count: Int, selected: Int?, isFocused: Bool,
    row: (_ index: Int, _ surface: Style.Surface, _ line: inout Canvas) -> Void
  ) {
    for (place, index) in window.visible(of: count, height: size.rows).enumerated() {
      let surface: Style.Surface = index != selected ? .plain : isFocused ? .selected : .selectedUnfocused
      markPlace(column: 0, row: place)
      draw(in: Rect(column: 0, row: place, columns: size.columns, rows: 1)) { line in
        if surface != .plain { line.fill(Rect(line.size), Style(on: surface)) }
        row(index, surface, &line)
      }
    }
  }
}
