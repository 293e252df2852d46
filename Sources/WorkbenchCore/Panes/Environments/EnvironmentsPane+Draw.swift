import RequestModel
package import TerminalUI

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
        for (row, line) in text.wrapped(to: max(1, canvas.size.columns - 3)).enumerated() {
          canvas.write(line, column: 2, row: files.count + row, style: Style(.hint))
        }
      }
      for (line, index) in window.visible(of: files.count, height: canvas.size.rows).enumerated() {
        let isSelected = files[index] == selected
        let surface: Style.Surface = isSelected ? (isFocused ? .selected : .selectedUnfocused) : .plain
        canvas.markPlace(column: 0, row: line)
        draw(files[index], row: line, on: surface, into: &canvas, workspace)
      }
    }
  }

  private func draw(
    _ file: Address, row: Int, on surface: Style.Surface, into canvas: inout Canvas, _ workspace: Workspace
  ) {
    if surface != .plain {
      canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), Style(on: surface))
    }
    let isGlobals = file == workspace.globalsFile
    let mark = !isGlobals && file.stem == workspace.environment ? "✓ " : "  "
    let title = isGlobals ? "Workspace globals" : file.stem
    canvas.write(mark, column: 0, row: row, style: Style(.success, on: surface))
    canvas.write(
      title.truncated(to: canvas.size.columns - 5), column: 2, row: row,
      style: Style(isGlobals ? .label : .text, on: surface))
    if workspace.items[file].draft?.isUnsaved == true {
      canvas.writeTrailing([Span(" ●", .warning)], endingAt: canvas.size.columns, row: row, on: surface)
    }
  }
}
