extension EnvironmentsPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    canvas.box(
      Rect(canvas.size), title: [Span("Environments", Style(.title, bold: isFocused))],
      style: Style(isFocused ? .focusedBorder : .border))
    let inside = Rect(canvas.size).inset(columns: 1, rows: 1)
    let files = Self.files(in: workspace)
    canvas.draw(in: inside) { canvas in
      if workspace.environmentFiles.isEmpty {
        let text = "No environments yet: \(workspace.keys.name(of: "environments.new")) creates one"
        let lines = text.wrapped(to: max(1, canvas.size.columns - 3))
        canvas.write(lines: lines, column: 2, row: files.count, style: Style(.hint))
      }
      for (line, index) in window.visible(of: files.count, height: canvas.size.rows).enumerated() {
        let isSelected = files[index] == selected
        let surface: Style.Surface = isSelected ? (isFocused ? .selected : .selectedUnfocused) : .plain
        canvas.markPlace(column: 0, row: line)
        draw(files[index], row: line, on: surface, into: &canvas, workspace)
      }
    }
  }

  /// How much of where an environment is from is shown beside a long name.
  private static let originColumns = 9

  private func draw(
    _ file: Address, row: Int, on surface: Style.Surface, into canvas: inout Canvas, _ workspace: Workspace
  ) {
    if surface != .plain {
      canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), Style(on: surface))
    }
    let isGlobals = file == workspace.globalsFile
    let isUsed = !isGlobals && file.stem == workspace.environment
    let isBroken = !isGlobals && workspace.problem(ofEnvironment: file) != nil
    let title = isGlobals ? "Workspace globals" : file.stem
    let origin = isGlobals ? nil : workspace.origin(ofEnvironment: file.stem)
    // The names have the room that they need, as far as the start of the origin stays.
    let room = canvas.size.columns - 5 - (origin.map { min($0.columns, Self.originColumns) + 1 } ?? 0)
    let name = title.truncated(to: max(1, room))
    if isUsed { canvas.write("✓", column: 0, row: row, style: Style(.success, on: surface)) }
    if isBroken { canvas.write("!", column: 1, row: row, style: Style(.error, on: surface, bold: true)) }
    let role: Style.Role = isBroken ? .error : isGlobals ? .label : .text
    canvas.write(name, column: 2, row: row, style: Style(role, on: surface))
    if let origin {
      let column = 3 + name.columns
      canvas.write(
        origin.truncated(to: max(0, canvas.size.columns - 2 - column)), column: column, row: row,
        style: Style(.hint, on: surface))
    }
    if workspace.items[file].draft?.isUnsaved == true {
      canvas.writeTrailing([Span(" ●", .warning)], endingAt: canvas.size.columns, row: row, on: surface)
    }
  }
}
