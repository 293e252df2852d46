internal import Foundation

/// A part of a JSON body with its escapes decoded, and where every byte of it came from.
struct DecodedText {
  /// A character that stands for an escape.
  struct Change {
    /// Where it stands in the decoded bytes.
    var decoded: Range<Int>
    var source: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  private(set) var changes: [Change] = []
  private let source: Range<Int>

  /// - Parameters:
  ///   - range: Begins and ends outside of every escape.
  ///   - isDecoded: Which escapes are decoded. A lone surrogate never is.
  init(_ range: Range<Int>, in source: UnsafeRawBufferPointer, where isDecoded: (JSONEscape) -> Bool) {
    self.source = range
    bytes.reserveCapacity(range.count)
    var position = range.lowerBound
    while let start = source.firstBackslash(in: position..<range.upperBound) {
      bytes.append(contentsOf: source[position..<start])
      guard let escape = JSONEscape(at: start, in: source, before: range.upperBound) else {
        bytes.append(source[start])
        position = start + 1
        continue
      }
      position = escape.range.upperBound
      guard let character = escape.character, isDecoded(escape) else {
        bytes.append(contentsOf: source[escape.range])
        continue
      }
      let decoded = bytes.count
      bytes.append(contentsOf: String(character).utf8)
      changes.append(Change(decoded: decoded..<bytes.count, source: escape.range))
    }
    bytes.append(contentsOf: source[position..<range.upperBound])
  }

  /// Where a decoded byte came from: for one of a decoded character the beginning of its escape.
  func sourceOffset(of offset: Int) -> Int {
    let behind = changes.partitioningIndex { $0.decoded.lowerBound > offset }
    guard behind > 0 else { return source.lowerBound + offset }
    let change = changes[behind - 1]
    if change.decoded.contains(offset) { return change.source.lowerBound }
    return change.source.upperBound + offset - change.decoded.upperBound
  }

  /// The bytes that a part of the decoded text stands for.
  func sourceRange(of part: Range<Int>) -> Range<Int> {
    let start = sourceOffset(of: part.lowerBound)
    guard part.upperBound > part.lowerBound else { return start..<start }
    let last = part.upperBound - 1
    let behind = changes.partitioningIndex { $0.decoded.lowerBound > last }
    if behind > 0, changes[behind - 1].decoded.contains(last) { return start..<changes[behind - 1].source.upperBound }
    return start..<sourceOffset(of: last) + 1
  }

  /// The first decoded byte at or behind a byte of the body.
  func decodedOffset(of offset: Int) -> Int {
    let behind = changes.partitioningIndex { $0.source.lowerBound >= offset }
    guard behind > 0 else { return max(0, offset - source.lowerBound) }
    let change = changes[behind - 1]
    return change.decoded.upperBound + max(0, offset - change.source.upperBound)
  }

  /// Whether a part of the decoded text has a character that stands for an escape.
  func hasChange(in part: Range<Int>) -> Bool {
    let next = changes.partitioningIndex { $0.decoded.upperBound > part.lowerBound }
    return next < changes.count && changes[next].decoded.lowerBound < part.upperBound
  }
}
