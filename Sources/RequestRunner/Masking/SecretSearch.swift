/// Tries every pattern at one place of a text and keeps the longest match.
struct SecretSearch {
  let text: UnsafeRawBufferPointer
  let table: PatternTable.View
  let context: WholeValue.Context
  let start: Int

  private(set) var range: Range<Int>?
  /// Whether the text may end inside a secret.
  private(set) var isCut = false
  /// Whether the text ends after more than half of a secret.
  private(set) var isLikely = false

  /// The number of escapes decoded for the current pattern.
  private var steps = 0

  init(text: UnsafeRawBufferPointer, table: PatternTable.View, context: WholeValue.Context, start: Int) {
    self.text = text
    self.table = table
    self.context = context
    self.start = start
  }

  /// The maximum of `steps`, which bounds the cost of highly ambiguous text.
  private static let mostSteps = 1000
  /// The maximum number of line ends in a row: a line of base64 may end with CR LF, possibly escaped.
  private static let mostLineEnds = 2
  /// The minimum length of a likely match. Shorter ones may be coincidental.
  private static let shortestLikely = 4

  mutating func run() {
    let byte = text[start]
    for index in table.entries(startingWith: byte) { follow(table.entries[index], 1, start + 1) }
    // A run of backslashes is one escape that begins at the first.
    guard Self.isIntroducer(byte), byte != UInt8(ascii: "\\") || start == 0 || text[start - 1] != byte,
      !isOtherCode(byte)
    else { return }
    EscapeDecoding(text).escapes(at: start) { unit in
      guard let unit else { return isCut = true }
      for index in table.entries(startingWith: unit.first) {
        let entry = table.entries[index]
        if unit.count == 1 || matches(unit, entry, 0) { follow(entry, unit.count, unit.end) }
      }
    }
  }

  /// Whether this is a percent-encoded byte that begins no pattern. Skips most of a percent-encoded text.
  private func isOtherCode(_ introducer: UInt8) -> Bool {
    guard introducer == UInt8(ascii: "%"), start + 2 < text.count,
      let byte = EscapeDecoding.byte(text[start + 1], text[start + 2])
    else { return false }
    return table.entries(startingWith: byte).isEmpty && !Self.isIntroducer(byte)
  }

  /// Checks whether the rest of a pattern follows.
  @inline(__always)
  private mutating func follow(_ entry: PatternTable.Entry, _ matched: Int, _ place: Int) {
    // The second byte usually differs.
    if matched == 1, entry.count > 1, place < text.count, !equal(text[place], entry.second, entry),
      !mayInterrupt(text[place], entry)
    {
      return
    }
    steps = 0
    extend(entry, matched, place, lineEnds: 0)
  }

  /// - Parameters:
  ///   - matched: The number of bytes of the pattern that were found.
  ///   - place: The offset of the next one.
  private mutating func extend(_ entry: PatternTable.Entry, _ matched: Int, _ place: Int, lineEnds: Int) {
    var (index, place) = (matched, place)
    while index < entry.count, place < text.count, !Self.isIntroducer(text[place]),
      equal(text[place], table.bytes[entry.start + index], entry)
    {
      (index, place) = (index + 1, place + 1)
    }
    guard index < entry.count else { return end(entry, at: place) }
    guard place < text.count else { return cut(entry, after: index) }
    if isEllipsis(place) { return shorten(entry, after: index, at: place) }
    steps += 1
    guard steps < Self.mostSteps, mayInterrupt(text[place], entry) else { return }
    let lineEnds = index > matched ? 0 : lineEnds
    EscapeDecoding(text).units(at: place) { unit in
      guard let unit else { return cut(entry, after: index) }
      if matches(unit, entry, index) {
        extend(entry, index + unit.count, unit.end, lineEnds: 0)
      } else if entry.isBase64, lineEnds < Self.mostLineEnds, unit.first == 0x0A || unit.first == 0x0D {
        extend(entry, index, unit.end, lineEnds: lineEnds + 1)
      }
    }
  }

  private mutating func end(_ entry: PatternTable.Entry, at end: Int) {
    let found = widened(start..<end, entry)
    // The next byte determines whether a value ends here, and how far base64 continues.
    if found.upperBound == text.count, entry.isWhole || entry.sharesLast { isCut = true }
    guard !entry.isWhole || WholeValue(text: text, context: context).contains(start..<end) else { return }
    range = min(range?.lowerBound ?? start, found.lowerBound)..<max(range?.upperBound ?? end, found.upperBound)
  }

  private mutating func cut(_ entry: PatternTable.Entry, after matched: Int) {
    isCut = true
    if !entry.isWhole, matched >= Self.shortestLikely, matched * 2 > entry.count { isLikely = true }
  }

  /// Matches a secret truncated to a width, as in messages of assertions.
  private mutating func shorten(_ entry: PatternTable.Entry, after matched: Int, at place: Int) {
    guard !entry.isWhole, matched >= Self.shortestLikely else { return }
    range = (range?.lowerBound ?? start)..<max(range?.upperBound ?? 0, place)
  }

  // MARK: Bytes

  @inline(__always)
  private func isEllipsis(_ place: Int) -> Bool {
    text[place] == 0xE2 && place + 2 < text.count && text[place + 1] == 0x80 && text[place + 2] == 0xA6
  }

  private func matches(_ unit: DecodedUnit, _ entry: PatternTable.Entry, _ index: Int) -> Bool {
    guard index + unit.count <= entry.count else { return false }
    for offset in 0..<unit.count where !equal(unit[offset], table.bytes[entry.start + index + offset], entry) {
      return false
    }
    return true
  }

  @inline(__always)
  private func equal(_ byte: UInt8, _ wanted: UInt8, _ entry: PatternTable.Entry) -> Bool {
    byte == wanted || entry.ignoresCase && SecretPattern.lowercased(byte) == wanted
  }

  @inline(__always)
  private func mayInterrupt(_ byte: UInt8, _ entry: PatternTable.Entry) -> Bool {
    Self.isIntroducer(byte) || entry.isBase64 && (byte == 0x0A || byte == 0x0D)
  }

  @inline(__always)
  private static func isIntroducer(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "+")
  }

  /// Extends the range by adjacent base64 characters that encode a part of the secret, and padding.
  private func widened(_ range: Range<Int>, _ entry: PatternTable.Entry) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if entry.sharesFirst, start > 0, Self.isBase64(text[start - 1]) { start -= 1 }
    if entry.sharesLast, end < text.count, Self.isBase64(text[end]) { end += 1 }
    while entry.sharesLast, end < text.count, end - range.upperBound < 3, text[end] == UInt8(ascii: "=") { end += 1 }
    return start..<end
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+/-_".utf8.contains(byte)
  }
}
