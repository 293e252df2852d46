internal import Foundation

/// Parses XML or HTML in one pass and records a row for each line of its pretty view.
///
/// An element is a container, closed by the row of its end tag; an element with one short line of text is a single row.
/// Text, comments and scripts have a row for each line that is not blank. Does not recurse.
struct MarkupIndexer {
  /// The longest text shown on one line with its tags.
  private static let inlineText = 120

  let bytes: UnsafeRawBufferPointer
  let language: MarkupLanguage
  private let isStopped: () -> Bool
  var position = 0
  private(set) var rows = RowWriter()
  private(set) var outer = ContiguousArray<Level>()
  private(set) var level = Level()
  /// The offset of an unterminated tag, after which everything is text.
  var restIsText = false
  /// The attribute names of the current tag.
  var attributes: ContiguousArray<Range<Int>> = []
  private var nextCheck = 0

  /// An open element.
  struct Level {
    var row = Row.none
    var children: UInt32 = 0
    var name: UInt64 = 0
    var traits: HTMLTraits = []
    /// The traits of this element and all its ancestors.
    var openTraits: HTMLTraits = []
  }

  /// - Parameter isStopped: Called about once a megabyte.
  /// - Throws: The first error in XML; for HTML only `.stopped`, `.tooMany` and `.noRoom`.
  static func rows(
    of bytes: UnsafeRawBufferPointer, as language: MarkupLanguage, unless isStopped: () -> Bool
  ) throws(MarkupProblem) -> RowTree {
    let result = withoutActuallyEscaping(isStopped) { isStopped in
      Result { () throws(MarkupProblem) in
        var indexer = MarkupIndexer(bytes: bytes, language: language, isStopped: isStopped)
        switch language {
        case .xml: try indexer.readXML()
        case .html: try indexer.readHTML()
        }
        guard let rows = indexer.rows.finish() else { throw indexer.problem(.noRoom) }
        return RowTree(rows: rows, innerGaps: nil)
      }
    }
    return try result.get()
  }

  func problem(_ kind: MarkupProblem.Kind, at offset: Int? = nil) -> MarkupProblem {
    MarkupProblem(kind: kind, offset: min(offset ?? position, bytes.count))
  }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  // MARK: Rows

  @inline(__always)
  mutating func addLeaf(_ leaf: MarkupLeaf, from start: Int) {
    rows.append(Row(start: start, parent: level.row, extent: leaf.rawValue))
    level.children &+= 1
  }

  @inline(__always)
  mutating func open(from start: Int, name: UInt64 = 0, traits: HTMLTraits = []) {
    let row = UInt32(truncatingIfNeeded: rows.count)
    addLeaf(.element, from: start)
    let around = level.openTraits
    outer.append(level)
    level = Level(row: row, name: name, traits: traits, openTraits: around.union(traits))
  }

  /// Closes the innermost element at `offset`, the place of its end tag even if omitted.
  @inline(__always)
  mutating func close(at offset: Int, isImplied: Bool) {
    let container = Int(level.row)
    let content = rows.count - container - 1
    let children = level.children
    level = outer.removeLast()
    if content == 0 { return }
    if content == 1, rows[container + 1].extent == MarkupLeaf.text.rawValue,
      bytes.trimmed(rows[container + 1].start..<offset).count <= Self.inlineText
    {
      rows.removeLast()
      return
    }
    let extent = children << 1 | (isImplied ? 1 : 0)
    let closing = Row(start: offset, parent: UInt32(truncatingIfNeeded: container), extent: extent)
    rows.setExtent(of: container, to: UInt32(truncatingIfNeeded: rows.count))
    rows.append(closing)
  }

  /// Checks `isStopped` and reserves memory for the expected rows, about once a megabyte.
  @inline(__always)
  mutating func check(at offset: Int) throws(MarkupProblem) {
    if offset >= nextCheck { try pause(at: offset) }
  }

  @inline(never)
  private mutating func pause(at offset: Int) throws(MarkupProblem) {
    guard !isStopped() else { throw problem(.stopped) }
    guard bytes.count <= Row.maximumSize else { throw problem(.tooMany) }
    // Every row takes at least one byte, and every open element one more for its end.
    guard rows.count < Row.maximumCount - (4 << 20) - outer.count else { throw problem(.tooMany) }
    nextCheck = offset + (1 << 20)
    let size = rows.count * MemoryLayout<Row>.stride
    guard size <= RowWriter.sizeLimit(forBody: bytes.count) else { throw problem(.tooMany) }
    let expected = offset > 0 ? Int(Double(rows.count) / Double(offset) * Double(bytes.count) * 1.02) : 0
    guard rows.makeRoom(expecting: expected) else { throw problem(.noRoom) }
  }

  // MARK: Text

  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count, bytes[position].isMarkupSpace { position += 1 }
  }

  /// Reads text up to the next tag, line by line. `position` is not at white space.
  @inline(__always)
  mutating func readText() throws(MarkupProblem) {
    addLeaf(.text, from: position)
    while true {
      skipPlainText()
      guard position < bytes.count else { return }
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if language == .xml || beginsMarkup(position) { return }
        position += 1
      case UInt8(ascii: "&"):
        if language == .xml { try readReference() } else { position += 1 }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        skipSpace()
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "<"), language == .xml || beginsMarkup(position) { return }
        try check(at: position)
        addLeaf(.text, from: level.openTraits.contains(.preformatted) ? lineStart(before: position) : position)
      case UInt8(ascii: "\t"): position += 1
      case 0..<0x20 where language == .xml: throw problem(.controlCharacter)
      default: position += 1
      }
    }
  }

  /// Skips text eight bytes at a time, up to a word with a bracket, a reference or a control character.
  @inline(__always)
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // The classic test for a zero byte. Only the lowest match is exact, which is the one used.
      let bracket = word ^ (ones &* 0x3C)
      let reference = word ^ (ones &* 0x26)
      let tags = (bracket &- ones) & ~bracket | (reference &- ones) & ~reference
      let controls = (word &- (ones &* 0x20)) & ~word
      let hits = (tags | controls) & highs
      if hits != 0 {
        position += UInt64(littleEndian: hits).trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
  }

  /// Adds a row for every line of verbatim text. Lines after the first lose their common indentation.
  mutating func addLines(_ leaf: MarkupLeaf, _ range: Range<Int>) throws(MarkupProblem) {
    var line = self.line(from: range.lowerBound, to: range.upperBound)
    if let start = firstInk(in: line) { addLeaf(leaf, from: start) }
    guard line.upperBound < range.upperBound else { return }
    let indentation = commonIndentation(line.upperBound + 1..<range.upperBound)
    while line.upperBound < range.upperBound {
      line = self.line(from: line.upperBound + 1, to: range.upperBound)
      try check(at: line.lowerBound)
      if firstInk(in: line) != nil { addLeaf(leaf, from: line.lowerBound + indentation) }
    }
  }

  private func commonIndentation(_ range: Range<Int>) -> Int {
    var least = Int.max
    var start = range.lowerBound
    while start < range.upperBound, least > 0 {
      let line = self.line(from: start, to: range.upperBound)
      if let ink = firstInk(in: line) { least = min(least, ink - line.lowerBound) }
      start = line.upperBound + 1
    }
    return least == Int.max ? 0 : least
  }

  /// A line up to LF or CR. The blank line within CRLF gets no row.
  private func line(from start: Int, to end: Int) -> Range<Int> {
    var offset = start
    while offset < end, bytes[offset] != UInt8(ascii: "\n"), bytes[offset] != UInt8(ascii: "\r") { offset += 1 }
    return start..<max(start, offset)
  }

  /// The start of the indentation before `offset`.
  private func lineStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") { start -= 1 }
    return start
  }

  private func firstInk(in line: Range<Int>) -> Int? { bytes[line].firstIndex { !$0.isMarkupSpace } }
}
