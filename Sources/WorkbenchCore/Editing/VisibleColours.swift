/// Colours the visible lines of a text, one after the other.
///
/// Reads some lines before the first one to find tokens that span several lines, such as comments.
struct VisibleColours {
  private let buffer: TextBuffer
  private let lexer: CodeLexer?
  private var state = CodeLexer.State.code
  private var lineStart: Int

  /// The bytes that are read before the first line, and the longest line that is read as a whole.
  private static let before = 8_192
  private static let longLine = 4_096

  init(of buffer: TextBuffer, _ language: CodeLanguage, from firstLine: Int) {
    self.buffer = buffer
    lexer = CodeLexer(language)
    lineStart = buffer.start(ofLine: firstLine)
    guard let lexer, lexer.spansLines else { return }
    let wanted = max(0, lineStart - Self.before)
    let start = wanted == 0 ? 0 : (buffer.firstIndex(from: wanted) { $0 == UInt8(ascii: "\n") } ?? 0) + 1
    guard start < lineStart else { return }
    for line in buffer.bytes(in: start..<(lineStart - 1)).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      _ = lexer.tokens(of: Array(line), &state)
    }
  }

  /// The colours of the next line, as ranges of the text.
  ///
  /// - Parameter visible: The part of the line that is on the screen.
  mutating func next(showing visible: Range<Int>) -> [(Range<Int>, Style.Role)] {
    guard let lexer else { return [] }
    let end = buffer.lineEnd(of: lineStart)
    defer { lineStart = end + 1 }
    guard end - lineStart > Self.longLine else { return tokens(lexer, lineStart..<end) }
    // Read the middle of a long line from a nearby offset at which a token seems to begin.
    let near = max(lineStart, visible.lowerBound - Self.longLine)
    if near > lineStart { state = .code }
    let start = near == lineStart ? near : lexer.tokenStart(in: buffer, from: near, to: visible.lowerBound)
    return tokens(lexer, start..<max(start, min(end, visible.upperBound + 64)))
  }

  /// Continues at a later line, after lines that form a whole.
  mutating func skip(toLine line: Int) {
    lineStart = buffer.start(ofLine: line)
    state = .code
  }

  private mutating func tokens(_ lexer: CodeLexer, _ range: Range<Int>) -> [(Range<Int>, Style.Role)] {
    lexer.tokens(of: buffer.bytes(in: range), &state).map { token, role in
      ((range.lowerBound + token.lowerBound)..<(range.lowerBound + token.upperBound), role)
    }
  }
}
