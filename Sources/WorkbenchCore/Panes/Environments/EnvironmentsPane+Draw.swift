extension EnvironmentsPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    canvas.pane([Span("Environments", Style(.title, bold: isFocused))], isFocused: isFocused)
    let inside = Rect(canvas.size).inset(columns: 1, rows: 1)
    let files = Self.files(in: workspace)
    canvas.draw(in: inside) { canvas in
      if workspace.environmentFiles.isEmpty {
        let text = "No environments yet: \(workspace.keys.name(of: "environments.new")) creates one"
        let lines = text.wrapped(to: max(1, canvas.size.columns - 3))
        canvas.write(lines: lines, column: 2, row: files.count, style: Style(.hint))
      }
      let row = files.firstIndex { $0 == selected }
      canvas.drawRows(window, of: files.count, selected: row, isFocused: isFocused) { index, surface, line in
        draw(files[index], on: surface, into: &line, workspace)
      }
    }
  }

  /// How much of where an environment is from is shown beside a long name.
  private static let originColumns = 9

  private func draw(
    _ file: Address, on surface: Style.Surface, into canvas: inout Canvas, _ workspace: Workspace
  ) {
    let isGlobals = file == workspace.globalsFile
    let isUsed = !isGlobals && file.stem == workspace.environment
    let isBroken = !isGlobals && workspace.problem(ofEnvironment: file) != nil
    let title = isGlobals ? "Workspace globals" : file.stem
    let origin = isGlobals ? nil : workspace.origin(ofEnvironment: file.stem)
    // The names have the room that they need, as far as the start of the origin stays.
    let room = canvas.size.columns - 5 - (origin.map { min($0.columns, Self.originColumns) + 1 } ?? 0)
    let name = title.truncated(to: max(1, room))
    if isUsed { canvas.write("✓", column: 0, row: 0, style: Style(.success, on: surface)) }
    if isBroken { canvas.write("!", column: 1, row: 0, style: Style(.error, on: surface, bold: true)) }
    let role: Style.Role = isBroken ? .error : isGlobals ? .label : .text
    canvas.write(name, column: 2, row: 0, style: Style(role, on: surface))
    if let origin {
      let column = 3 + name.columns
      canvas.write(
        origin.truncated(to: max(0, canvas.size.columns - 2 - column)), column: column, row: 0,
        style: Style(.hint, on: surface))
    }
    if workspace.items[file].draft?.isUnsaved == true {
      canvas.writeTrailing([Span(" ●", .warning)], endingAt: canvas.size.columns, row: 0, on: surface)
    }
  }
}
