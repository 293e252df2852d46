internal import RequestModel

/// Random access to the lines of a text, ended by LF, CRLF or CR.
///
/// Stores the number of line ends before each block of 16 kB and counts the rest on demand. Memory is independent of the
/// number of lines, and finding a line takes a few microseconds.
struct LineIndex: Sendable {
  private static let blockSize = 1 << 14

  /// The number of line ends before each block.
  private let endsBefore: ContiguousArray<Int>
  private let size: Int
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    var ends = 0
    var endsBefore = ContiguousArray<Int>()
    endsBefore.reserveCapacity(bytes.count / Self.blockSize + 1)
    for block in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      endsBefore.append(ends)
      ends += Self.countLineEnds(in: bytes, block..<min(block + Self.blockSize, bytes.count))
    }
    self.endsBefore = endsBefore
    size = bytes.count
    // A line end at the end of the text starts no new line.
    let endsOpen = bytes.last.map { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? false
    count = ends + (endsOpen ? 1 : 0)
  }

  /// The bytes of a line without its line end.
  func range(of line: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let start = start(of: line, in: bytes)
    var end = line + 1 < count ? self.start(of: line + 1, in: bytes) : size
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  func line(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard !endsBefore.isEmpty else { return 0 }
    let block = min(offset / Self.blockSize, endsBefore.count - 1)
    let ends = endsBefore[block] + Self.countLineEnds(in: bytes, block * Self.blockSize..<min(offset, size))
    return min(ends, max(0, count - 1))
  }

  private func start(of line: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard line > 0 else { return 0 }
    let block = endsBefore.partitioningIndex { $0 >= line } - 1
    var missing = line - endsBefore[block]
    var offset = block * Self.blockSize
    while true {
      if Self.endsLine(offset, in: bytes) { missing -= 1 }
      offset += 1
      if missing == 0 { return offset }
    }
  }

  @inline(__always)
  private static func endsLine(_ offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes[offset] == UInt8(ascii: "\n") { return true }
    guard bytes[offset] == UInt8(ascii: "\r") else { return false }
    return offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n")
  }

  private static func countLineEnds(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    guard !range.isEmpty, let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    let next = base + 1
    // The last byte, which has no successor, is counted separately.
    let last = range.upperBound - 1
    var ends = endsLine(last, in: bytes) ? 1 : 0
    for start in stride(from: range.lowerBound, to: last, by: 255) {
      // No branch and a count in a byte, so that the loop is vectorized.
      var few: UInt8 = 0
      for offset in start..<min(start + 255, last) {
        let isFeed: UInt8 = base[offset] == 0x0A ? 1 : 0
        let isReturn: UInt8 = base[offset] == 0x0D ? 1 : 0
        let isFollowed: UInt8 = next[offset] == 0x0A ? 1 : 0
        few &+= isFeed | (isReturn & ~isFollowed)
      }
      ends += Int(few)
    }
    return ends
  }
}
