// The footer that shows the last message.
extension Workbench {
  /// Draws a notice, and the key that shows the rest of it if it is cut.
  func draw(_ notice: Notice, into canvas: inout Canvas) {
    let text = " " + notice.text
    var room = canvas.size.columns
    // A field or a dialog would take the key.
    let acts = !isEditingText && overlays.isEmpty
    if acts, text.columns > room, let key = Command.named("messages.open").flatMap({ keys.keys(of: $0).first }) {
      let hint = [Span(" " + key.description, Style(.key, bold: true)), Span(" more ", .label)]
      // A plain screen spells "…" with three characters.
      room -= hint.columns + (accessibility.isPlain ? 2 : 0)
      canvas.writeTrailing(hint, endingAt: canvas.size.columns, row: 0, on: .bar)
    }
    canvas.write(text.truncated(to: room), column: 0, row: 0, style: Style(notice.role, on: .bar))
  }
}
