extension TextEditor {
  /// A single-line text with its selection.
  ///
  /// - Parameter styled: The same text in spans, if it has styles.
  func spans(_ styled: [Span] = [], on surface: Style.Surface) -> [Span] {
    var line = PaintedLine(Array(text.utf8), at: 0, on: surface)
    var offset = 0
    for span in styled {
      let end = offset + span.text.utf8.count
      line.paint(offset..<end) { $0 = span.style.on(surface) }
      offset = end
    }
    if let selection { line.paint(selection) { $0 = Style(.text, on: .selection) } }
    return line.spans(from: 0, tabWidth: buffer.tabWidth)
  }
}
