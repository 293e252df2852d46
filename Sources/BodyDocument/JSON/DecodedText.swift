internal import Foundation
internal import RequestModel

/// A part of a JSON body with decoded escapes, and the origin of every byte.
struct DecodedText {
  /// A character decoded from an escape.
  struct Change {
    /// Its range in the decoded bytes.
    var decoded: Range<Int>
    var source: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  private(set) var changes: [Change] = []
  private let source: Range<Int>

  /// - Parameters:
  ///   - range: A range that does not cut an escape.
  ///   - isDecoded: Selects the escapes to decode. Lone surrogates are never decoded.
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

  /// The origin of a decoded byte; for a decoded escape, its start.
  func sourceOffset(of offset: Int) -> Int {
    let behind = changes.partitioningIndex { $0.decoded.lowerBound > offset }
    guard behind > 0 else { return source.lowerBound + offset }
    let change = changes[behind - 1]
    if change.decoded.contains(offset) { return change.source.lowerBound }
    return change.source.upperBound + offset - change.decoded.upperBound
  }

  /// The original bytes of a part of the decoded text.
  func sourceRange(of part: Range<Int>) -> Range<Int> {
    let start = sourceOffset(of: part.lowerBound)
    guard part.upperBound > part.lowerBound else { return start..<start }
    let last = part.upperBound - 1
    let behind = changes.partitioningIndex { $0.decoded.lowerBound > last }
    if behind > 0, changes[behind - 1].decoded.contains(last) { return start..<changes[behind - 1].source.upperBound }
    return start..<sourceOffset(of: last) + 1
  }

  /// The first decoded byte at or after a byte of the body.
  func decodedOffset(of offset: Int) -> Int {
    let behind = changes.partitioningIndex { $0.source.lowerBound >= offset }
    guard behind > 0 else { return max(0, offset - source.lowerBound) }
    let change = changes[behind - 1]
    return change.decoded.upperBound + max(0, offset - change.source.upperBound)
  }

  /// Whether a part of the decoded text contains a decoded escape.
  func hasChange(in part: Range<Int>) -> Bool {
    let next = changes.partitioningIndex { $0.decoded.upperBound > part.lowerBound }
    return next < changes.count && changes[next].decoded.lowerBound < part.upperBound
  }
}
