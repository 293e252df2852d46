import Foundation

/// Reads JSON once, from front to back, and notes a row for each line of its pretty view.
///
/// It accepts exactly RFC 8259, and further values behind a line break (NDJSON). It does not recurse, and looks at strings only for
/// their end, eight bytes at a time: the text was checked to be UTF-8 before.
struct JSONIndexer {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let isStopped: () -> Bool
  private var position = 0
  private var rows = ContiguousArray<Row>()
  private var innerGaps = ContiguousArray<RowGap>()
  private var outer = ContiguousArray<Level>()
  private var level = Level(row: Row.none, index: 0, closing: 0)
  private var nextCheck = 0
  /// The end of the last value or bracket that was read whole.
  private var wholeUntil = 0

  /// The container that is being read.
  private struct Level {
    var row: UInt32
    /// The index of the next child.
    var index: UInt32
    /// The byte that closes it; 0 outside of all.
    var closing: UInt8
  }

  /// - Parameter isStopped: Asked about every megabyte.
  static func rows(
    of bytes: UnsafeRawBufferPointer, unless isStopped: () -> Bool
  ) throws(JSONProblem) -> (tree: RowTree, documents: Int) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw JSONProblem(kind: .expected(.value), offset: 0) }
    let result = withoutActuallyEscaping(isStopped) { isStopped in
      Result { () throws(JSONProblem) in
        var indexer = JSONIndexer(
          base: base.assumingMemoryBound(to: UInt8.self), count: bytes.count, isStopped: isStopped)
        try indexer.readAll()
        return (RowTree(rows: indexer.rows, innerGaps: indexer.innerGaps), Int(indexer.level.index))
      }
    }
    return try result.get()
  }

  /// JSON that may break off anywhere, up to the last whole value and with the brackets closed that are open there. What is no JSON
  /// before its end stays as it is.
  static func completed(_ text: Data, unless isStopped: () -> Bool) -> Data {
    let end: (cut: Int, closing: [UInt8])? = text.withUnsafeBytes { bytes in
      withoutActuallyEscaping(isStopped) { isStopped in
        guard let base = bytes.baseAddress else { return nil }
        var indexer = JSONIndexer(
          base: base.assumingMemoryBound(to: UInt8.self), count: bytes.count, isStopped: isStopped)
        do throws(JSONProblem) {
          try indexer.readAll()
          return nil
        } catch {
          // An escape or a word that is cut off is told by where it begins.
          guard error.kind != .stopped, error.offset + longestToken > bytes.count else { return nil }
          let closing = [indexer.level.closing] + indexer.outer.reversed().map(\.closing)
          return (indexer.wholeUntil, closing.filter { $0 != 0 })
        }
      }
    }
    guard let end, end.cut > 0 else { return text }
    return text.prefix(end.cut) + Data(end.closing)
  }

  /// In bytes, of those that a problem names by their beginning.
  private static let longestToken = 8

  private init(base: UnsafePointer<UInt8>, count: Int, isStopped: @escaping () -> Bool) {
    self.base = base
    self.count = count
    self.isStopped = isStopped
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

  /// Enters a container, or passes over one that is empty.
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

  /// Passes over what stands behind a value, up to the next value or the end of the document.
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
      let container = level.row
      level = outer.removeLast()
      let end = UInt32(truncatingIfNeeded: rows.count)
      rows[Int(container)].extent = end
      if outer.count == 1 { innerGaps.append(row: container, end: end) }
      rows.append(Row(start: position, parent: container, extent: level.index))
      level.index &+= 1
      position += 1
      wholeUntil = position
    }
  }

  /// What is done about every megabyte: ask whether to go on, and make room for as many rows as are to be expected.
  @inline(never)
  private mutating func pause() throws(JSONProblem) {
    guard !isStopped() else { throw problem(.stopped) }
    guard count <= Row.maximumSize else { throw problem(.tooMany) }
    guard rows.count < Row.maximumCount - (2 << 20) else { throw problem(.tooMany) }
    nextCheck = position + (1 << 20)
    // Doubling would leave up to half of the memory unused; the density so far is a good guess for the rest.
    if position > 0 {
      let expected = Int(Double(rows.count) / Double(position) * Double(count) * 1.02)
      // A quarter more at least: where the values grow shorter and shorter, every megabyte would move all rows otherwise.
      if expected > rows.capacity { rows.reserveCapacity(max(expected, rows.capacity / 4 * 5)) }
    }
  }

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

  /// Passes over text eight bytes at a time, up to a word that holds a quote, a backslash or a control character.
  @inline(__always)
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= count {
      let word = load(position)
      // The classic test for a zero byte; only the lowest hit is exact, and only that one is used.
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
  fileprivate var isHexDigit: Bool {
    self &- UInt8(ascii: "0") < 10 || (self | 0x20) &- UInt8(ascii: "a") < 6
  }
}
