/// Tries all patterns at one place of a text and keeps the longest match.
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

  /// The number of places with escapes at which the current patterns were followed.
  private var steps = 0

  init(text: UnsafeRawBufferPointer, table: PatternTable.View, context: WholeValue.Context, start: Int) {
    self.text = text
    self.table = table
    self.context = context
    self.start = start
  }

  /// The maximum of `steps`, in total and in a row, which bounds the cost of highly ambiguous text.
  private static let (mostSteps, mostInRow) = (10_000, 1000)
  /// The maximum number of line ends in a row: a line of base64 may end with CR LF, possibly escaped.
  private static let mostLineEnds = 2
  /// The minimum length of a likely match. Shorter ones may be coincidental.
  private static let shortestLikely = 4

  mutating func run() {
    let byte = text[start]
    follow(DecodedUnit(byte: byte, end: start + 1))
    // A run of backslashes is one escape that begins at the first.
    guard Self.isIntroducer(byte), byte != UInt8(ascii: "\\") || start == 0 || text[start - 1] != byte,
      !isOtherCode(byte)
    else { return }
    EscapeDecoding(text).escapes(at: start) { unit in
      guard let unit else { return isCut = true }
      follow(unit)
    }
  }

  /// Whether this is a percent-encoded byte that begins no pattern. Skips most of a percent-encoded text.
  private func isOtherCode(_ introducer: UInt8) -> Bool {
    guard introducer == UInt8(ascii: "%"), start + 2 < text.count,
      let byte = EscapeDecoding.byte(text[start + 1], text[start + 2])
    else { return false }
    return !table.hasEntries(startingWith: byte) && !Self.isIntroducer(byte)
  }

  // MARK: Following patterns

  /// Patterns whose first bytes were found.
  fileprivate struct Branch {
    let group: PatternTable.Group
    /// Not empty.
    var entries: Range<Int>
    /// The number of bytes of each that were found.
    var matched: Int
    /// The number of line ends in a row before the next byte.
    var lineEnds = 0
    /// The number of places with escapes so far.
    var inRow = 0
  }

  /// Checks whether the rest of a pattern follows its first character.
  private mutating func follow(_ first: DecodedUnit) {
    follow(first, .ignoringCase)
    follow(first, .exact)
    follow(first, .base64)
  }

  private mutating func follow(_ first: DecodedUnit, _ group: PatternTable.Group) {
    let entries = table.entries(of: group, startingWith: first.first)
    let begun = Branch(group: group, entries: entries, matched: 1)
    guard !entries.isEmpty, let branch = begun.adding(first, from: 1, table) else { return }
    steps = 0
    extend(branch, first.end)
  }

  /// - Parameter place: The offset of the next byte.
  private mutating func extend(_ branch: Branch, _ place: Int) {
    var (branch, place) = (branch, place)
    while true {
      while table.entries[branch.entries.lowerBound].count == branch.matched {
        end(table.entries[branch.entries.lowerBound], at: place)
        branch.entries = branch.entries.lowerBound + 1..<branch.entries.upperBound
        if branch.entries.isEmpty { return }
      }
      guard place < text.count else { return cut(branch) }
      let byte = text[place]
      if mayInterrupt(byte, branch.group) { return decode(branch, at: place) }
      let next = table.entries(in: branch.entries, after: branch.matched, continuing: branch.group.folded(byte))
      if isEllipsis(place) { shorten(branch, but: next, at: place) }
      if next.isEmpty { return }
      (branch.entries, branch.matched, branch.lineEnds, place) = (next, branch.matched + 1, 0, place + 1)
    }
  }

  /// Continues with every reading of an escape.
  private mutating func decode(_ branch: Branch, at place: Int) {
    steps += 1
    guard steps < Self.mostSteps, branch.inRow < Self.mostInRow else { return }
    var branch = branch
    branch.inRow += 1
    EscapeDecoding(text).units(at: place) { unit in
      guard let unit else { return cut(branch) }
      if let next = branch.adding(unit, from: 0, table) {
        extend(next, unit.end)
      } else if branch.group == .base64, branch.lineEnds < Self.mostLineEnds, unit.first == 0x0A || unit.first == 0x0D {
        var same = branch
        same.lineEnds += 1
        extend(same, unit.end)
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

  private mutating func cut(_ branch: Branch) {
    isCut = true
    guard !isLikely, branch.matched >= Self.shortestLikely else { return }
    isLikely = branch.entries.contains { index in
      !table.entries[index].isWhole && branch.matched * 2 > table.entries[index].count
    }
  }

  /// Matches a secret truncated to a width, as in messages of assertions.
  ///
  /// - Parameter others: Patterns that contain an ellipsis here themselves.
  private mutating func shorten(_ branch: Branch, but others: Range<Int>, at place: Int) {
    guard branch.matched >= Self.shortestLikely,
      branch.entries.contains(where: { !table.entries[$0].isWhole && !others.contains($0) })
    else { return }
    range = (range?.lowerBound ?? start)..<max(range?.upperBound ?? 0, place)
  }

  // MARK: Bytes

  @inline(__always)
  private func isEllipsis(_ place: Int) -> Bool {
    text[place] == 0xE2 && place + 2 < text.count && text[place + 1] == 0x80 && text[place + 2] == 0xA6
  }

  /// Whether the byte begins an escape. Patterns of base64 have no line ends.
  @inline(__always)
  private func mayInterrupt(_ byte: UInt8, _ group: PatternTable.Group) -> Bool {
    Self.isIntroducer(byte) || group == .base64 && (byte == 0x0A || byte == 0x0D)
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

extension SecretSearch.Branch {
  /// The patterns that continue with a character; `nil` if none does.
  ///
  /// - Parameter first: The first byte of the character that is not matched yet.
  fileprivate func adding(_ unit: DecodedUnit, from first: Int, _ table: PatternTable.View) -> Self? {
    var next = self
    next.lineEnds = 0
    for offset in first..<unit.count {
      next.entries = table.entries(in: next.entries, after: next.matched, continuing: group.folded(unit[offset]))
      if next.entries.isEmpty { return nil }
      next.matched += 1
    }
    return next
  }
}
