/// Draws a text field of one line, scrolled sideways to keep the cursor in sight.
struct FieldView {
  let editor: TextEditor
  /// The same text in spans, if it has styles.
  var styled: [Span] = []
  var surface = Style.Surface.input
  /// Whether to draw a dot instead of each character.
  var hidesText = false
  /// Whether the field gets the keys.
  var isOpen = true

  /// Fills the canvas.
  func draw(into canvas: inout Canvas) {
    let width = canvas.size.columns
    canvas.fill(Rect(canvas.size), Style(on: surface))
    let cursor = hidesText ? editor.column : editor.cursorColumns
    let skipped = hidesText ? max(0, cursor - width + 1) : editor.firstColumn(width: width)
    let dots = String(repeating: "•", count: hidesText ? editor.text.count : 0)
    let text = hidesText ? [Span(dots, Style(on: surface))] : editor.spans(styled, on: surface)
    // A closed field marks its end as any cut text.
    let shown = isOpen || skipped > 0 ? text.dropping(columns: skipped) : text.truncated(to: width)
    canvas.write(shown, column: 0, row: 0, limit: width)
    if !hidesText, isOpen { markCut(text, skipped: skipped, cursor: cursor - skipped, into: &canvas) }
    guard isOpen else { return }
    canvas.cursor = Point(column: cursor - skipped, row: 0)
    if !hidesText { canvas.showField(skipping: skipped) }
  }

  /// Marks the ends beyond which the text continues, except at the cursor.
  private func markCut(_ text: [Span], skipped: Int, cursor: Int, into canvas: inout Canvas) {
    let (width, style) = (canvas.size.columns, Style(.hint, on: surface))
    guard width > 2 else { return }
    if skipped > 0, cursor > 0 { canvas.write("‹", column: 0, row: 0, style: style) }
    if text.columns > skipped + width, cursor < width - 1 {
      canvas.write("›", column: width - 1, row: 0, style: style)
    }
  }
}
