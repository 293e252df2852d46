import TerminalUI

/// Draws a text field of one line, scrolled sideways to keep the cursor in sight.
struct FieldView {
  let editor: TextEditor
  /// The same text in spans, if it has styles.
  var styled: [Span] = []
  var surface = Style.Surface.input
  /// Whether a dot stands for each character.
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
    canvas.write(text.dropping(columns: skipped), column: 0, row: 0, limit: width)
    guard isOpen else { return }
    canvas.cursor = Point(column: cursor - skipped, row: 0)
    if !hidesText { canvas.showField(skipping: skipped) }
  }
}
