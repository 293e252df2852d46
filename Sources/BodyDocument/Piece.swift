/// A part of a line before it is cut to the columns asked for.
enum Piece {
  /// Bytes of the body.
  case bytes(Range<Int>, SyntaxRole)
  /// Bytes of JSON in which escapes are shown as their characters.
  case escaped(Range<Int>, SyntaxRole)
  /// Text that does not stand in the body.
  case words(String, SyntaxRole)
}

/// Takes the pieces of a line and makes spans of those that lie in the columns asked for, so that a giant line costs a screenful.
struct LineBuilder {
  let source: UnsafeRawBufferPointer
  let columns: Range<Int>
  private(set) var spans: [Line.Span] = []
  private(set) var width = 0

  init(_ source: UnsafeRawBufferPointer, columns: Range<Int>) {
    self.source = source
    // Far beyond every body, and far from what an addition to it could overflow.
    self.columns = columns.clamped(to: 0..<1 << 48)
  }

  mutating func add(_ piece: Piece) {
    switch piece {
    case .bytes(let range, let token): add(range, token)
    case .escaped(let range, let token) where source.firstBackslash(in: range) == nil: add(range, token)
    case .escaped(let range, let token): addDecoded(range, token)
    case .words(let words, let token):
      let count = words.count
      append(cut(words, count), token, at: nil)
      width += count
    }
  }

  /// What of some words lies in the columns: one column for each character, so that columns of a table stay in line when they scroll.
  private func cut(_ words: String, _ count: Int) -> String {
    let wanted = (width..<width + count).clamped(to: columns)
    guard !wanted.isEmpty else { return "" }
    guard wanted.count < count else { return words }
    return String(words.dropFirst(wanted.lowerBound - width).prefix(wanted.count))
  }

  private mutating func add(_ range: Range<Int>, _ token: SyntaxRole) {
    let shift = range.lowerBound - width
    width += range.count
    let wanted = range.clamped(to: columns.lowerBound + shift..<columns.upperBound + shift)
    guard !wanted.isEmpty else { return }
    let start = source.characterStart(wanted.lowerBound)
    let end = wanted.upperBound == range.upperBound ? range.upperBound : source.characterStart(wanted.upperBound)
    append(source.text(start..<end), token, at: start)
  }

  /// Longer strings are not decoded from their beginning on: their columns count the bytes of the body, escapes included.
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
