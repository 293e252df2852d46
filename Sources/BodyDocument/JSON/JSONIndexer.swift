import Foundation

/// Parses JSON in one pass and records a row for each line of its pretty view.
///
/// Accepts exactly RFC 8259, and further values after a line break (NDJSON). Does not recurse, and scans strings eight
/// bytes at a time. The text must be valid UTF-8.
struct JSONIndexer {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let isStopped: () -> Bool
  private var position = 0
  private var rows = RowWriter()
  private var innerGaps = ContiguousArray<RowGap>()
  private var outer = ContiguousArray<Level>()
  private var level = Level(row: Row.none, index: 0, closing: 0)
  private var nextCheck = 0
  /// The end of the last complete value or bracket.
  private var wholeUntil = 0
  private var hasEscapes = false

  /// The current container.
  private struct Level {
    var row: UInt32
    /// The index of the next child.
    var index: UInt32
    /// The byte that closes it; 0 at the top level.
    var closing: UInt8
  }

  /// - Parameters:
  ///   - isWhole: Whether the text is complete. Partial text is read up to its last complete value.
  ///   - isStopped: Called about once a megabyte.
  static func rows(
    of bytes: UnsafeRawBufferPointer, isWhole: Bool, unless isStopped: () -> Bool
  ) throws(JSONProblem) -> JSONRows {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw JSONProblem(kind: .expected(.value), offset: 0) }
    let result = withoutActuallyEscaping(isStopped) { isStopped in
      Result { () throws(JSONProblem) in
        var indexer = JSONIndexer(
          base: base.assumingMemoryBound(to: UInt8.self), count: bytes.count, isStopped: isStopped)
        return try indexer.read(isWhole: isWhole)
      }
    }
    return try result.get()
  }

  /// The length in bytes of an excerpt in an error.
  private static let longestToken = 8

  private mutating func read(isWhole: Bool) throws(JSONProblem) -> JSONRows {
    var cut: JSONRows.Cut?
    do throws(JSONProblem) {
      try readAll()
    } catch {
      guard !isWhole, wholeUntil > 0, mayBreakOff(at: error) else { throw error }
      cut = closeAll()
    }
    let documents = Int(level.index)
    let gaps = innerGaps.count < Self.maximumGaps ? innerGaps : nil
    guard let rows = rows.finish() else { throw problem(.noRoom) }
    return JSONRows(tree: RowTree(rows: rows, innerGaps: gaps), documents: documents, hasEscapes: hasEscapes, cut: cut)
  }

  /// Whether the text could still become valid with more input, because it ends within an escape or a word.
  private func mayBreakOff(at problem: JSONProblem) -> Bool {
    switch problem.kind {
    case .stopped, .tooMany, .noRoom, .tooDeep: false
    default: problem.offset + Self.longestToken > count
    }
  }

  /// Closes the containers left open after the last complete value.
  private mutating func closeAll() -> JSONRows.Cut {
    var cut = JSONRows.Cut(offset: wholeUntil, closing: [])
    while level.closing != 0 {
      let container = Int(level.row)
      let end = cut.offset + cut.closing.count
      cut.closing.append(level.closing)
      level = outer.removeLast()
      if container == rows.count - 1 {
        let start = rows[container].start
        rows.removeLast()
        rows.append(Row(start: start, parent: level.row, extent: level.index))
      } else {
        close(container, at: end)
      }
      level.index &+= 1
    }
    return cut
  }

  private mutating func readAll() throws(JSONProblem) {
    skipSpace()
    while true {
      try readDocument()
      let end = position
      skipSpace()
      guard position < count else { return }
      let gap = UnsafeBufferPointer(start: base + end, count: position - end)
      guard gap.contains(UInt8(ascii: "\n")) else { throw problem(.expected(.end)) }
    }
  }

  private mutating func readDocument() throws(JSONProblem) {
    repeat {
      if position >= nextCheck { try pause() }
      let start = position
      if level.closing == UInt8(ascii: "}") { try readKey() }
      guard position < count else { throw problem(.expected(.value)) }
      switch base[position] {
      case UInt8(ascii: "\""): try readString()
      case UInt8(ascii: "{"): if try opens(closedBy: UInt8(ascii: "}"), from: start) { continue }
      case UInt8(ascii: "["): if try opens(closedBy: UInt8(ascii: "]"), from: start) { continue }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
      case UInt8(ascii: "t"): try readWord("true")
      case UInt8(ascii: "f"): try readWord("false")
      case UInt8(ascii: "n"): try readWord("null")
      default: throw problem(.expected(.value))
      }
      rows.append(Row(start: start, parent: level.row, extent: level.index))
      level.index &+= 1
      wholeUntil = position
      try closeContainers()
    } while level.closing != 0
  }

  /// Enters a container, or skips an empty one.
  @inline(__always)
  private mutating func opens(closedBy closing: UInt8, from start: Int) throws(JSONProblem) -> Bool {
    position += 1
    let inside = position
    skipSpace()
    if position < count, base[position] == closing {
      position += 1
      return false
    }
    guard outer.count < Row.maximumDepth else { throw problem(.tooDeep) }
    let row = UInt32(truncatingIfNeeded: rows.count)
    rows.append(Row(start: start, parent: level.row, extent: 0))
    outer.append(level)
    level = Level(row: row, index: 0, closing: closing)
    wholeUntil = inside
    return true
  }

  /// Skips to the next value or the end of the document.
  @inline(__always)
  private mutating func closeContainers() throws(JSONProblem) {
    while level.closing != 0 {
      skipSpace()
      guard position < count else { throw problem(.expected(.commaOrClosing(level.closing))) }
      if base[position] == UInt8(ascii: ",") {
        position += 1
        return skipSpace()
      }
      guard base[position] == level.closing else { throw problem(.expected(.commaOrClosing(level.closing))) }
      let container = Int(level.row)
      level = outer.removeLast()
      close(container, at: position)
      level.index &+= 1
      position += 1
      wholeUntil = position
    }
  }

  /// Records the end of a container at the current level.
  @inline(__always)
  private mutating func close(_ container: Int, at offset: Int) {
    let number = UInt32(truncatingIfNeeded: container)
    let end = UInt32(truncatingIfNeeded: rows.count)
    rows.setExtent(of: container, to: end)
    if outer.count == 1, innerGaps.count < Self.maximumGaps { innerGaps.append(row: number, end: end) }
    rows.append(Row(start: offset, parent: number, extent: level.index))
  }

  /// Checks `isStopped` and reserves memory for the expected rows, about once a megabyte.
  @inline(never)
  private mutating func pause() throws(JSONProblem) {
    guard !isStopped() else { throw problem(.stopped) }
    guard count <= Row.maximumSize else { throw problem(.tooMany) }
    guard rows.count < Row.maximumCount - (2 << 20) else { throw problem(.tooMany) }
    nextCheck = position + (1 << 20)
    // Extrapolate the density of rows so far.
    let expected = position > 0 ? Int(Double(rows.count) / Double(position) * Double(count) * 1.02) : 0
    try checkSize(expected)
    guard rows.makeRoom(expecting: expected) else { throw problem(.noRoom) }
  }

  /// Gives up early on a text of tiny values, whose index would be many times larger than the text.
  private func checkSize(_ expected: Int) throws(JSONProblem) {
    let limit = RowWriter.sizeLimit(forBody: count) / MemoryLayout<Row>.stride
    guard rows.count <= limit, position < Self.sampleSize || expected / 5 * 4 <= limit else { throw problem(.tooMany) }
  }

  /// The number of bytes used to estimate the density of rows.
  private static let sampleSize = 64 << 20
  /// The largest number of gaps recorded in advance for folding all.
  private static let maximumGaps = 8 << 20

  private func problem(_ kind: JSONProblem.Kind) -> JSONProblem {
    JSONProblem(kind: kind, offset: min(position, count))
  }
}

// MARK: Tokens

extension JSONIndexer {
  @inline(__always)
  private mutating func skipSpace() {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    while position < count {
      switch base[position] {
      case UInt8(ascii: " "):
        position += 1
        while position + 8 <= count, load(position) == spaces { position += 8 }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  @inline(__always)
  private func load(_ offset: Int) -> UInt64 {
    UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  private mutating func readKey() throws(JSONProblem) {
    guard position < count, base[position] == UInt8(ascii: "\"") else { throw problem(.expected(.key)) }
    try readString()
    skipSpace()
    guard position < count, base[position] == UInt8(ascii: ":") else { throw problem(.expected(.colon)) }
    position += 1
    skipSpace()
  }

  @inline(__always)
  private mutating func readString() throws(JSONProblem) {
    position += 1
    while true {
      skipPlainText()
      guard position < count else { throw problem(.expected(.quote)) }
      switch base[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try readEscape()
      case 0..<0x20: throw problem(.controlCharacter)
      default: position += 1
      }
    }
  }

  /// Skips text eight bytes at a time, up to a word with a quote, a backslash or a control character.
  @inline(__always)
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= count {
      let word = load(position)
      // The classic test for a zero byte. Only the lowest match is exact, which is the one used.
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let hits =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- (ones &* 0x20)) & ~word) & highs
      if hits != 0 {
        position += UInt64(littleEndian: hits).trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
  }

  private mutating func readEscape() throws(JSONProblem) {
    hasEscapes = true
    guard position + 1 < count else { throw problem(.expected(.quote)) }
    switch base[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard position + 6 <= count, (2..<6).allSatisfy({ base[position + $0].isHexDigit }) else {
        throw problem(.badEscape)
      }
      position += 6
    default: throw problem(.badEscape)
    }
  }

  @inline(__always)
  private mutating func readNumber() throws(JSONProblem) {
    if base[position] == UInt8(ascii: "-") { position += 1 }
    if position < count, base[position] == UInt8(ascii: "0") { position += 1 } else { try readDigits() }
    if position < count, base[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < count, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
  }

  @inline(__always)
  private mutating func readDigits() throws(JSONProblem) {
    let start = position
    while position < count, base[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw problem(.badNumber) }
  }

  @inline(__always)
  private mutating func readWord(_ word: StaticString) throws(JSONProblem) {
    let length = word.utf8CodeUnitCount
    guard position + length <= count, (1..<length).allSatisfy({ base[position + $0] == word.utf8Start[$0] }) else {
      throw problem(.expected(.value))
    }
    position += length
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    self &- UInt8(ascii: "0") < 10 || (self | 0x20) &- UInt8(ascii: "a") < 6
  }
}
