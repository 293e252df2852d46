extension RequestPane {
  /// Draws the open single-line field with the cursor, scrolled sideways to keep the cursor visible.
  ///
  /// - Parameter colours: Returns the text in spans; without it variables are highlighted.
  func drawField(
    into canvas: inout Canvas, _ part: Rect, _ workspace: Workspace, colours: ((String) -> [Span])? = nil
  ) {
    guard let editing else { return }
    // Do not show a secret while it is typed.
    let isHidden = editing.secret != nil
    let styled = isHidden ? [] : (colours ?? workspace.spans(for:))(editing.editor.text)
    canvas.draw(in: part) { FieldView(editor: editing.editor, styled: styled, hidesText: isHidden).draw(into: &$0) }
  }

  /// Draws the open multi-line text with line numbers and the cursor, and the bar below it.
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
}

extension RequestPane.Editing {
  /// The rows below the text for the find bar or the command line.
  func barRows(of height: Int) -> Int { find != nil ? FindBar.rows(of: height) : vim?.commandLine == nil ? 0 : 1 }
}

/// The long texts and tables among the rows of a tab, read from the file once per drawing.
struct FormContent {
  private var lines: [PlacedField: [Substring]] = [:]
  private var tables: [PlacedField: [Parameter]] = [:]
  /// The coloured lines that are on the screen.
  private var coloured: [PlacedField: [Int: [Span]]] = [:]

  /// - Parameter visible: The rows that are on the screen.
  init(_ file: SavedFile, _ rows: [FormRow], visible: Range<Int>) {
    for row in rows {
      switch row {
      case .line(let field, 0):
        lines[field] = field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false)
      case .parameter(let table, 0): tables[table] = table.rows(in: file)
      default: break
      }
    }
    for row in rows[visible] {
      guard case .line(let field, let index) = row, coloured[field] == nil else { continue }
      coloured[field] = colours(field, in: file, from: index, count: visible.count)
    }
  }

  /// The lines read before the first one to find tokens that span several lines, such as comments.
  private static let before = 200
  private static let longestLine = 4_096

  private func colours(_ field: PlacedField, in file: SavedFile, from first: Int, count: Int) -> [Int: [Span]] {
    guard !field.isJSON, let lexer = CodeLexer(CodeLanguage(field, in: file)), let lines = lines[field] else {
      return [:]
    }
    var state = CodeLexer.State.code
    var coloured: [Int: [Span]] = [:]
    for index in lines.indices.dropFirst(max(0, first - Self.before)).prefix(while: { $0 < first + count }) {
      let bytes = Array(lines[index].utf8.prefix(Self.longestLine))
      let tokens = lexer.tokens(of: bytes, &state)
      guard index >= first else { continue }
      var line = PaintedLine(Array(lines[index].utf8), at: 0, on: .plain)
      for (range, role) in tokens { line.paint(range) { $0.role = role } }
      coloured[index] = line.spans(from: 0, tabWidth: 4)
    }
    return coloured
  }

  func row(_ index: Int, of table: PlacedField) -> Parameter {
    tables[table]?[ifPresent: index] ?? Parameter("", "")
  }

  /// Whether a row of the table has a description.
  func isDescribed(_ table: PlacedField) -> Bool {
    tables[table]?.contains { Variable(document: $0.document).description?.isEmpty == false } ?? false
  }

  func spans(_ field: PlacedField, _ index: Int, _ workspace: Workspace) -> [Span] {
    guard let lines = lines[field], lines.indices.contains(index) else { return [] }
    let line = String(lines[index])
    if field.isJSON { return workspace.marking(JSONLine.spans(line)) }
    if let spans = coloured[field]?[index] { return field.field.allowsVariables ? workspace.marking(spans) : spans }
    return field.field.allowsVariables ? workspace.spans(for: line) : [Span(line)]
  }
}
