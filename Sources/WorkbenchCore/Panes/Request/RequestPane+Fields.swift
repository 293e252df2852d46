import RequestModel
import TerminalUI

extension RequestPane {
  /// Draws the open single-line field with the cursor, scrolled sideways to keep the cursor visible.
  func drawField(into canvas: inout Canvas, _ part: Rect, _ workspace: Workspace) {
    guard let editing else { return }
    canvas.draw(in: part) { field in
      field.fill(Rect(field.size), Style(on: .input))
      // A secret is typed unseen.
      let masked = String(repeating: "•", count: editing.editor.text.count)
      let cursor = editing.secret == nil ? editing.editor.cursorColumns : editing.editor.column
      let skipped = max(0, cursor - field.size.columns + 1)
      let text = (editing.secret == nil ? workspace.spans(for: editing.editor.text) : [Span(masked)]).dropping(
        columns: skipped)
      field.write(text.truncated(to: field.size.columns), column: 0, row: 0, on: .input)
      field.cursor = Point(column: cursor - skipped, row: 0)
    }
  }

  /// Draws the open multi-line text with line numbers and the cursor.
  func drawTextArea(_ editing: Editing, into canvas: inout Canvas, _ workspace: Workspace) {
    let height = canvas.size.rows
    let lines = editing.editor.lines
    let first = Self.firstLine(editing, height: height)
    let gutter = String(lines.count).count + 1
    let part = Rect(column: gutter, row: 0, columns: canvas.size.columns - gutter, rows: height)
    let skipped = max(0, editing.editor.cursorColumns - part.columns + 1)
    canvas.fill(part, Style(on: .input))
    for (row, index) in (first..<min(lines.count, first + height)).enumerated() {
      let number = String(index + 1)
      canvas.write(number, column: gutter - 1 - number.count, row: row, style: Style(.hint))
      canvas.draw(in: Rect(column: part.column, row: row, columns: part.columns, rows: 1)) { line in
        let text = workspace.spans(for: lines[index]).dropping(columns: skipped)
        line.write(text.truncated(to: part.columns), column: 0, row: 0, on: .input)
      }
    }
    canvas.cursor = Point(
      column: gutter + editing.editor.cursorColumns - skipped, row: editing.editor.row - first)
  }

  /// The first visible line: unchanged if possible, else the nearest one that keeps the cursor visible.
  static func firstLine(_ editing: Editing, height: Int) -> Int {
    let row = editing.editor.row
    // A text that fits is never scrolled.
    let last = max(0, editing.editor.lines.count - max(1, height))
    return min(max(min(editing.firstLine, last), row - max(1, height) + 1), row)
  }

  /// Whether the open field is the name of a new row.
  func isNewRowEdited(_ file: SavedFile) -> Bool {
    guard case .parameterName(let list, let index)? = editing?.target else { return false }
    return index >= list.rows(in: file).count
  }

  func drawNewRow(into canvas: inout Canvas, row: Int, nameWidth: Int, _ workspace: Workspace) {
    let part = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    canvas.fill(part)
    canvas.write("+ ", column: 0, row: row, style: Style(.success))
    drawField(into: &canvas, Rect(column: 2, row: row, columns: max(nameWidth, 20), rows: 1), workspace)
  }
}

/// The long texts and tables among the rows of a tab, taken out of the file once for a whole drawing.
struct FormContent {
  private var lines: [PlacedField: [Substring]] = [:]
  private var tables: [PlacedField: [Parameter]] = [:]

  init(_ file: SavedFile, _ rows: [FormRow]) {
    for row in rows {
      switch row {
      case .line(let field, 0):
        lines[field] = field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false)
      case .parameter(let table, 0): tables[table] = table.rows(in: file)
      default: break
      }
    }
  }

  func row(_ index: Int, of table: PlacedField) -> Parameter { tables[table]?[index] ?? Parameter("", "") }

  func spans(_ field: PlacedField, _ index: Int, _ workspace: Workspace) -> [Span] {
    guard let lines = lines[field], lines.indices.contains(index) else { return [] }
    let line = String(lines[index])
    if field.isJSON { return workspace.marking(JSONLine.spans(line)) }
    return field.field.allowsVariables ? workspace.spans(for: line) : [Span(line)]
  }
}
