import RequestModel
import TerminalUI

extension RequestPane {
  /// Draws the open single-line field with the cursor, scrolled sideways to keep the cursor visible.
  func drawField(into canvas: inout Canvas, _ part: Rect, _ workspace: Workspace) {
    guard let editing else { return }
    // A secret is typed unseen.
    let isHidden = editing.secret != nil
    let styled = isHidden ? [] : workspace.spans(for: editing.editor.text)
    canvas.draw(in: part) { FieldView(editor: editing.editor, styled: styled, hidesText: isHidden).draw(into: &$0) }
  }

  /// Draws the open multi-line text with line numbers and the cursor, and what is typed below it.
  func drawTextArea(_ editing: Editing, into canvas: inout Canvas, _ context: PaneContext) {
    let (text, bar) = Rect(canvas.size).splitTop(canvas.size.rows - editing.barRows(of: canvas.size.rows))
    canvas.draw(in: text) {
      TextAreaView(
        editor: editing.editor, language: editing.language, firstRow: editing.firstRow,
        firstColumn: editing.firstColumn, matches: editing.find?.hits ?? [], problem: editing.check?.problem?.offset,
        workspace: context.workspace
      ).draw(into: &$0)
    }
    canvas.draw(in: bar) { canvas in
      if let find = editing.find {
        find.draw(selection: editing.editor.selection, into: &canvas)
      } else if let line = editing.vim?.commandLine {
        FilterField.draw(String(line.kind.rawValue), line.editor, isOpen: true, status: [], into: &canvas)
      }
    }
  }

  /// Scrolls the open text just far enough to show the cursor.
  mutating func scrollToCursor(in context: PaneContext) {
    guard editing?.target.isMultiline == true else { return }
    editing?.editor.revealCursor()
    guard let editing else { return }
    let rows = height(in: context)
    let columns = context.contentColumns - 2 - TextAreaView.gutter(editing.editor)
    self.editing?.firstRow = Self.firstRow(editing, height: rows - editing.barRows(of: rows))
    self.editing?.firstColumn = Self.firstColumn(editing, width: columns)
  }

  /// The first visible row: unchanged if possible, else the nearest one that keeps the cursor visible.
  private static func firstRow(_ editing: Editing, height: Int) -> Int {
    let row = editing.editor.visibleRow
    // A text that fits is never scrolled.
    let last = max(0, editing.editor.rowCount - max(1, height))
    return min(max(min(editing.firstRow, last), row - max(1, height) + 1), row)
  }

  /// The first visible column: unchanged if possible; else the text beside the cursor is shown too.
  private static func firstColumn(_ editing: Editing, width: Int) -> Int {
    let column = editing.editor.cursorColumns
    if column < width { return 0 }
    let seen = editing.firstColumn..<(editing.firstColumn + max(1, width))
    if seen.contains(column) { return editing.firstColumn }
    let margin = max(1, width) / 4
    return max(0, column < seen.lowerBound ? column - margin : column - max(1, width) + 1 + margin)
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

extension RequestPane.Editing {
  /// The rows below the text for what is typed there.
  func barRows(of height: Int) -> Int { find != nil ? FindBar.rows(of: height) : vim?.commandLine == nil ? 0 : 1 }
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
