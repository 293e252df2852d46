/// Decides whether a match of a weak secret is a whole value.
struct WholeValue {
  /// The kind of text.
  enum Context: Sendable {
    /// A body, a log or a sentence, which contain ordinary words.
    case prose
    /// What a script reports, in which a long number is a value, too.
    case report
    /// A header value or a URL, in which every token is a value.
    case value
    /// A body that may be MessagePack or CBOR, whose strings follow their lengths.
    case items
  }

  let text: UnsafeRawBufferPointer
  let context: Context

  func contains(_ range: Range<Int>) -> Bool {
    let (left, right) = (before(range.lowerBound), behind(range.upperBound))
    if context == .value { return !Self.isWord(left) && !Self.isWord(right) }
    if context == .items, followsLength(range) { return true }
    if context == .report, isLongNumber(range) { return !Self.isWord(left) && !Self.isWord(right) }
    switch left {
    case nil, 0x0A, 0x0D: return isLine(range, right)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return Self.closes(right)
    case UInt8(ascii: ">"): return right == UInt8(ascii: "<") || right == UInt8(ascii: "&")
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "@"):
      return Self.delimits(right)
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "("), 0x09:
      return Self.delimits(right) && !isLiteral(range)
    case 0x20:
      guard Self.delimits(right) else { return false }
      return followsScheme(range.lowerBound) || followsName(range.lowerBound) && !isLiteral(range)
    default: return false
    }
  }

  /// Whether the head of a string of MessagePack or CBOR with this length precedes the value.
  private func followsLength(_ range: Range<Int>) -> Bool {
    let (place, count) = (range.lowerBound, range.count)
    guard place > 0 else { return false }
    // The length is in the only byte of the head, or in 1, 2, 4 or 8 bytes behind it.
    let last = Int(text[place - 1])
    if count < 24, last == 0x40 + count || last == 0x60 + count { return true }
    if count < 32, last == 0xA0 + count { return true }
    return Self.headsOfStrings.contains { size, heads in
      place > size && heads.contains(text[place - size - 1])
        && text[place - size..<place].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == UInt64(count)
    }
  }

  /// The first bytes of strings, by the number of bytes of the length behind them.
  private static let headsOfStrings: [(size: Int, heads: [UInt8])] = [
    (1, [0x58, 0x78, 0xC4, 0xD9]), (2, [0x59, 0x79, 0xC5, 0xDA]), (4, [0x5A, 0x7A, 0xC6, 0xDB]), (8, [0x5B, 0x7B]),
  ]

  /// Whether this is a whole line or the first column of a row, but not a JSON literal.
  private func isLine(_ range: Range<Int>, _ right: UInt8?) -> Bool {
    switch right {
    case nil, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ";"): !isLiteral(range)
    default: false
    }
  }

  /// Whether this is a JSON literal or a short number.
  private func isLiteral(_ range: Range<Int>) -> Bool {
    let word = text[range]
    if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || word.elementsEqual("null".utf8) {
      return true
    }
    return range.count < Self.shortestCode && word.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The minimum length of a number that counts as a code. Shorter numbers are quantities.
  private static let shortestCode = 4

  /// Whether this is a number as long as a value that is masked wherever it occurs.
  private func isLongNumber(_ range: Range<Int>) -> Bool {
    range.count >= MaskingWeakness.strongLength
      && text[range].allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  /// Whether `name:` and spaces precede the value.
  private func followsName(_ place: Int) -> Bool {
    let end = endOfWord(before: place)
    return end > 0 && text[end - 1] == UInt8(ascii: ":")
  }

  /// Whether the word before is an authentication scheme.
  private func followsScheme(_ place: Int) -> Bool {
    let end = endOfWord(before: place)
    var start = end
    while start > 0, Self.isWord(text[start - 1]), end - start < 16 { start -= 1 }
    return Self.schemes.contains(String(decoding: text[start..<end], as: UTF8.self).lowercased())
  }

  private func endOfWord(before place: Int) -> Int {
    var end = place
    while end > 0, text[end - 1] == 0x20 { end -= 1 }
    return end
  }

  private static let schemes: Set<String> = ["bearer", "basic", "token", "apikey", "key", "digest", "negotiate"]

  // MARK: Neighbours

  /// Returns the character before, with escapes decoded; `nil` at the beginning.
  private func before(_ place: Int) -> UInt8? {
    guard place > 0 else { return nil }
    if place >= 3, text[place - 3] == UInt8(ascii: "%"), let byte = decoded(from: place - 3, to: place) { return byte }
    if place >= 6, text[place - 6] == UInt8(ascii: "\\"), let byte = decoded(from: place - 6, to: place) { return byte }
    if text[place - 1] == UInt8(ascii: ";") {
      for start in stride(from: place - 2, through: max(0, place - 8), by: -1) where text[start] == UInt8(ascii: "&") {
        return decoded(from: start, to: place) ?? text[place - 1]
      }
    }
    return text[place - 1]
  }

  private func behind(_ place: Int) -> UInt8? {
    guard place < text.count else { return nil }
    var byte = text[place]
    EscapeDecoding(text).escapes(at: place) { unit in if let unit { byte = unit.first } }
    return byte
  }

  private func decoded(from start: Int, to end: Int) -> UInt8? {
    var byte: UInt8?
    EscapeDecoding(text).escapes(at: start) { unit in if let unit, unit.end == end { byte = unit.first } }
    return byte
  }

  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte > 0x7F
  }

  private static func closes(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func delimits(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    return byte <= 0x20 || #"&;/?#@,:"'`<)]}\"#.utf8.contains(byte)
  }
}
