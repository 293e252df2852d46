internal import RequestModel

/// A part of a line before it is cut to the requested columns.
enum Piece {
  /// Bytes of the body.
  case bytes(Range<Int>, SyntaxRole)
  /// Bytes of JSON whose escapes are shown decoded.
  case escaped(Range<Int>, SyntaxRole)
  /// Generated text.
  case words(String, SyntaxRole)
}

/// Converts the pieces inside the requested columns to spans, so that giant lines cost no more than short ones.
struct LineBuilder {
  let source: UnsafeRawBufferPointer
  let columns: Range<Int>
  private(set) var spans: [Line.Span] = []
  private(set) var width = 0

  init(_ source: UnsafeRawBufferPointer, columns: Range<Int>) {
    self.source = source
    // Far beyond any body, and safe from overflow.
    self.columns = columns.clamped(to: 0..<1 << 48)
  }

  mutating func add(_ piece: Piece) {
    switch piece {
    case .bytes(let range, let token): addBytes(range, token)
    case .escaped(let range, let token) where source.firstBackslash(in: range) == nil: addBytes(range, token)
    case .escaped(let range, let token): addDecoded(range, token)
    case .words(let words, let token):
      let count = words.count
      append(cut(words, count), token, at: nil)
      width += count
    }
  }

  /// The part of generated text inside the columns, one column per character, so that tables stay aligned when scrolled.
  private func cut(_ words: String, _ count: Int) -> String {
    let wanted = (width..<width + count).clamped(to: columns)
    guard !wanted.isEmpty else { return "" }
    guard wanted.count < count else { return words }
    return String(words.dropFirst(wanted.lowerBound - width).prefix(wanted.count))
  }

  private mutating func addBytes(_ range: Range<Int>, _ token: SyntaxRole) {
    let shift = range.lowerBound - width
    width += range.count
    let wanted = range.clamped(to: columns.lowerBound + shift..<columns.upperBound + shift)
    guard !wanted.isEmpty else { return }
    let start = source.characterStart(wanted.lowerBound)
    let end = wanted.upperBound == range.upperBound ? range.upperBound : source.characterStart(wanted.upperBound)
    append(source.text(start..<end), token, at: start)
  }

  /// The longest string decoded from its start. Columns of longer ones count bytes of the body, including escapes.
  static let longestDecoded = 1 << 14

  private mutating func addDecoded(_ range: Range<Int>, _ token: SyntaxRole) {
    guard range.count <= Self.longestDecoded else { return addDecodedPart(of: range, token) }
    let text = DecodedText(range, in: source, where: \.isShownDecoded)
    let shift = width
    width += text.bytes.count
    let wanted = (0..<text.bytes.count).clamped(to: columns.lowerBound - shift..<columns.upperBound - shift)
    guard !wanted.isEmpty else { return }
    spans.append(Line.Span(text, wanted, token))
  }

  private mutating func addDecodedPart(of range: Range<Int>, _ token: SyntaxRole) {
    let shift = range.lowerBound - width
    width += range.count
    let wanted = range.clamped(to: columns.lowerBound + shift..<columns.upperBound + shift)
    guard !wanted.isEmpty else { return }
    let start = source.escapeStart(wanted.lowerBound)
    let end = wanted.upperBound == range.upperBound ? range.upperBound : source.escapeStart(wanted.upperBound)
    guard start < end else { return }
    let text = DecodedText(start..<end, in: source, where: \.isShownDecoded)
    spans.append(Line.Span(text, 0..<text.bytes.count, token))
  }

  private mutating func append(_ text: String, _ token: SyntaxRole, at start: Int?) {
    guard !text.isEmpty else { return }
    if let last = spans.last, last.token == token, last.start == nil, start == nil {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Line.Span(text, token, start: start))
    }
  }
}
