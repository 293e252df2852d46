/// Draws a search or filter line: a sign, the typed text and a status.
enum FilterField {
  /// Draws the filter of a list above it, if there is one.
  ///
  /// - Returns: The place of the list.
  static func draw(_ filter: ListFilter?, above list: Rect, into canvas: inout Canvas) -> Rect {
    guard let filter else { return list }
    let (top, rest) = list.splitTop(1)
    let label = filter.isOpen ? nil : filter.label.map { TextEditor($0) }
    canvas.draw(in: top) { draw("/", label ?? filter.editor, isOpen: filter.isOpen, status: [], into: &$0) }
    return rest
  }

  static func draw(_ search: RowSearch, row: Range<Int>, into canvas: inout Canvas) {
    let (text, isProblem) = search.status(in: row)
    let kind = search.isOpen ? (search.isRegularExpression ? "Ctrl+R text" : "Ctrl+R regex") : ""
    let status = [
      Span(text, isProblem ? .warning : .hint), Span(text.isEmpty || kind.isEmpty ? "" : " · "), Span(kind, .hint),
    ]
    draw(
      search.isRegularExpression ? "/regex/" : "/", search.editor, isOpen: search.isOpen, status: status, into: &canvas)
  }

  static func draw(_ filter: FilterLine, remark: String?, into canvas: inout Canvas) {
    let status: [Span] =
      switch filter.state {
      case .running: [Span("Filtering… · Esc cancels", .hint)]
      // The error is shown below, where it has room.
      case .failed: []
      case .idle: [Span(filter.isOpen ? "$.path or |command" : remark ?? "", .hint)]
      }
    draw("▽ ", filter.editor, isOpen: filter.isOpen, status: status, into: &canvas)
  }

  /// An applied filter whose line is closed.
  static func draw(_ filtered: FilteredBody, into canvas: inout Canvas) {
    let status = [Span("Esc shows all", .hint)]
    draw("▽ ", TextEditor(filtered.filter), isOpen: false, status: status, into: &canvas)
  }

  static func draw(_ comparison: Comparison, into canvas: inout Canvas) {
    let (sign, texts) = ("± ", comparison.summaries)
    let room = statusColumns(beside: comparison.title, sign, of: canvas.size.columns)
    let status = [Span(texts.first { $0.columns <= room } ?? texts.last ?? "", .hint)]
    draw(sign, TextEditor(comparison.title), isOpen: false, status: status, into: &canvas)
  }

  /// The room for a status that leaves some to the text.
  private static func statusColumns(beside text: String, _ sign: String, of columns: Int) -> Int {
    max(0, columns - min(text.columns, 24) - sign.columns - 2)
  }

  static func drawComparing(into canvas: inout Canvas) {
    draw("± ", TextEditor(""), isOpen: false, status: [Span("Comparing… · Esc cancels", .hint)], into: &canvas)
  }

  static func draw(
    _ sign: String, _ editor: TextEditor, isOpen: Bool, status: [Span], into canvas: inout Canvas
  ) {
    let surface: Style.Surface = isOpen ? .input : .plain
    var editor = editor
    // Show the beginning of the text in a closed field.
    if !isOpen { editor.move(to: 0) }
    canvas.fill(Rect(canvas.size), Style(on: surface))
    let shown = status.truncated(to: statusColumns(beside: editor.text, sign, of: canvas.size.columns))
    let end = canvas.writeTrailing(shown, endingAt: canvas.size.columns, row: 0, on: surface)
    let start = canvas.write(sign, column: 0, row: 0, style: Style(.hint, on: surface))
    let field = Rect(column: start, row: 0, columns: max(1, end - start - 1), rows: 1)
    canvas.draw(in: field) { FieldView(editor: editor, surface: surface, isOpen: isOpen).draw(into: &$0) }
  }
}
