/// A part of a line and the style of each of its bytes.
///
/// Later paint covers earlier paint: colours, then variables, matches and the selection.
struct PaintedLine {
  private let bytes: [UInt8]
  /// The offset of the first byte in the text.
  private let start: Int
  private var styles: [Style]

  init(_ bytes: [UInt8], at start: Int, on surface: Style.Surface) {
    self.bytes = bytes
    self.start = start
    styles = Array(repeating: Style(on: surface), count: bytes.count)
  }

  mutating func paint(_ range: Range<Int>, _ change: (inout Style) -> Void) {
    let shown = range.clamped(to: start..<(start + bytes.count))
    for offset in shown { change(&styles[offset - start]) }
  }

  /// The text in spans, with tabs as blanks after an arrow.
  ///
  /// - Parameter column: The first column of the part, for the tab stops.
  func spans(from column: Int, tabWidth: Int) -> [Span] {
    var spans: [Span] = []
    var column = column
    var index = 0
    while index < bytes.count {
      let style = styles[index]
      let end = bytes[index...].indices.first { styles[$0] != style || bytes[$0] == 0x09 } ?? bytes.count
      if end == index {
        let width = tabWidth - column % tabWidth
        spans.append(Span("→", Style(.hint, on: style.surface)))
        spans.append(Span(String(repeating: " ", count: width - 1), Style(on: style.surface)))
        column += width
        index += 1
        continue
      }
      let text = String(decoding: bytes[index..<end], as: UTF8.self)
      spans.append(Span(text, style))
      column += text.columns
      index = end
    }
    return spans
  }
}
