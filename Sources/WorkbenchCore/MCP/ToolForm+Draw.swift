extension ToolForm {
  /// The places of the parts.
  struct Places {
    let box: Rect
    /// The lines of the description.
    let about: [String]
    let list: Rect
    /// The lines below the list: about the selected field, or why the tool was not called.
    let help: [String]
  }

  private static let widest = 100

  func places(on screen: Size) -> Places {
    let columns = min(Self.widest, screen.columns)
    let room = screen.rows - 4
    let width = max(1, columns - 4)
    let lines = tool.description.wrapped(to: width).filter { !$0.isEmpty }
    var about = Array(lines.prefix(min(4, max(0, room - 4))))
    let reason = problem.map { Array($0.wrapped(to: width).prefix(max(0, room - 2))) }
    // On a short screen, the reason takes the room of the description.
    if let reason, about.count + max(2, reason.count) + 3 > room { about = [] }
    let aboutRows = about.isEmpty ? 0 : about.count + 1
    let usual = selected.map { Array($0.help.wrapped(to: width).prefix(2)) }
    let help = room - aboutRows >= 4 ? reason ?? usual : nil
    let helpRows = help.map { 1 + max(2, $0.count) } ?? 0
    let height = max(1, min(fields.count, room - aboutRows - helpRows))
    let box = Rect(screen).centered(Size(columns: columns, rows: 2 + aboutRows + height + helpRows))
    let (_, list) = box.inset(columns: 2, rows: 1).splitTop(aboutRows)
    return Places(box: box, about: about, list: list.splitTop(height).top, help: help ?? [])
  }

  package func draw(into canvas: inout Canvas) {
    let places = places(on: canvas.size)
    let (inside, list) = (places.box.inset(columns: 2, rows: 1), places.list)
    canvas.fill(places.box)
    canvas.box(
      places.box, title: [Span(tool.title, Style(.title, bold: true))], trailing: remark,
      style: Style(.focusedBorder))
    for (row, line) in places.about.enumerated() {
      canvas.write(line, column: inside.column, row: inside.row + row, style: Style(.hint), limit: inside.columns)
    }
    if fields.isEmpty { canvas.write("No arguments", column: list.column, row: list.row, style: Style(.hint)) }
    var window = window
    window.fit(count: fields.count, height: list.rows)
    let label = min((fields.map(\.label.columns).max() ?? 0) + 2, list.columns / 3)
    for (row, index) in window.visible(of: fields.count, height: list.rows).enumerated() {
      let line = Rect(column: list.column, row: list.row + row, columns: list.columns, rows: 1)
      canvas.draw(in: line) { draw(fields[index], label, isSelected: index == window.selected, into: &$0) }
    }
    for (row, line) in places.help.enumerated() {
      let (place, style) = (list.row + list.rows + 1 + row, Style(problem == nil ? .hint : .error))
      canvas.write(line, column: list.column, row: place, style: style, limit: list.columns)
    }
  }

  /// The note at the right of the title.
  private var remark: [Span] {
    if leftOut > 0 { return [Span("\(Formatting.count(leftOut, "more argument")) without a field", .hint)] }
    return fields.contains(where: \.isRequired) ? [Span("* is required", .hint)] : []
  }

  /// - Parameter label: The width of the names, in columns.
  private func draw(_ field: ToolField, _ label: Int, isSelected: Bool, into canvas: inout Canvas) {
    let columns = canvas.size.columns
    let style = Style(isSelected ? .title : .label, bold: isSelected)
    canvas.write(field.label.truncated(to: max(0, label - 1)), column: 0, row: 0, style: style)
    let width = max(1, (columns - label) * 2 / 3)
    canvas.draw(in: Rect(column: label, row: 0, columns: width, rows: 1)) { canvas in
      if field.choices == nil {
        FieldView(editor: field.editor, isOpen: isSelected).draw(into: &canvas)
      } else {
        let choice = [Span].choice(field.choiceText, isOpen: isSelected)
        canvas.write(choice.truncated(to: canvas.size.columns), column: 0, row: 0)
      }
    }
    let rest = max(0, columns - label - width - 2)
    canvas.write(field.type.truncated(to: rest), column: label + width + 2, row: 0, style: Style(.hint))
  }
}
