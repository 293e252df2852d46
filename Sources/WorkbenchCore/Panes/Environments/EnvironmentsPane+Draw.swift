import RequestModel
package import TerminalUI

extension EnvironmentsPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    canvas.box(
      Rect(canvas.size), title: [Span("Environments", Style(.title, bold: isFocused))],
      style: Style(isFocused ? .focusedBorder : .border))
    let inside = Rect(canvas.size).inset(columns: 1, rows: 1)
    let files = workspace.environmentFiles
    canvas.draw(in: inside) { canvas in
      if files.isEmpty { canvas.write("None yet: n creates one", column: 1, row: 0, style: Style(.hint)) }
      for (line, index) in window.visible(of: files.count, height: canvas.size.rows).enumerated() {
        let isSelected = files[index] == selected
        let surface: Style.Surface = isSelected ? (isFocused ? .selected : .selectedUnfocused) : .plain
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
    let mark = file.stem == workspace.environment ? "✓ " : "  "
    canvas.write(mark, column: 0, row: row, style: Style(.success, on: surface))
    canvas.write(file.stem.truncated(to: canvas.size.columns - 5), column: 2, row: row, style: Style(on: surface))
    if workspace.drafts[file]?.isUnsaved == true {
      canvas.writeTrailing([Span(" ●", .warning)], endingAt: canvas.size.columns, row: row, on: surface)
    }
  }
}
