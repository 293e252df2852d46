internal import Foundation

/// Finds the boundary lines of a multipart body (RFC 2046, 5.1.1). Lines may end with LF alone.
package struct MultipartDelimiters {
  /// A delimiter line.
  package struct Delimiter {
    /// Includes the preceding line ending.
    package var lowerBound: Int
    package var line: Range<Int>
    package var upperBound: Int
    package var isLast: Bool
  }

  private let bytes: UnsafeRawBufferPointer
  private let delimiter: [UInt8]

  package init(bytes: UnsafeRawBufferPointer, boundary: String) {
    self.bytes = bytes
    delimiter = Array("--\(boundary)".utf8)
  }

  /// - Parameter isStopped: Checked once per megabyte.
  /// - Returns: `nil` if no delimiter follows or the search was stopped.
  package func next(from start: Int, unless isStopped: () -> Bool = { false }) -> Delimiter? {
    var offset = start
    var nextCheck = start
    while offset < bytes.count {
      if offset >= nextCheck {
        if isStopped() { return nil }
        nextCheck = offset + (1 << 20)
      }
      if let found = delimiter(at: offset) { return found }
      guard let feed = lineFeed(from: offset) else { return nil }
      offset = feed + 1
    }
    return nil
  }

  /// Splits a part into its headers, including line endings, and the content after the blank line.
  package func split(_ part: Range<Int>) -> (headers: Range<Int>, content: Range<Int>) {
    var line = part.lowerBound
    while line < part.upperBound {
      let feed = min(lineFeed(from: line) ?? part.upperBound, part.upperBound)
      if bytes[line..<feed].allSatisfy({ $0 == UInt8(ascii: "\r") }) {
        return (part.lowerBound..<line, min(feed + 1, part.upperBound)..<part.upperBound)
      }
      line = feed + 1
    }
    return (part, part.upperBound..<part.upperBound)
  }

  /// The delimiter line that begins at `start`.
  private func delimiter(at start: Int) -> Delimiter? {
    guard bytes[start] == UInt8(ascii: "-"), bytes[start...].starts(with: delimiter) else { return nil }
    var end = start + delimiter.count
    let isLast = bytes[end...].starts(with: "--".utf8)
    if isLast { end += 2 }
    let lineEnd = lineFeed(from: end) ?? bytes.count
    guard bytes[end..<lineEnd].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    var before = start
    if before > 0 { before -= 1 }
    if before > 0, before < start, bytes[before - 1] == UInt8(ascii: "\r") { before -= 1 }
    return Delimiter(lowerBound: before, line: start..<end, upperBound: min(lineEnd + 1, bytes.count), isLast: isLast)
  }

  private func lineFeed(from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
