internal import RequestModel

/// Finds the secrets of MessagePack or CBOR that are not in the bytes as a text: numbers, and texts in several chunks.
struct ItemSearch: Sendable {
  private let encoding: BinaryEncoding
  /// The beginning of the first item that has not arrived.
  private var place = 0
  /// The beginning of the item before it.
  private var previous = 0
  /// Whether the rest cannot be read, and is shown in hex.
  private var isOver = false

  init(_ encoding: BinaryEncoding) { self.encoding = encoding }

  /// Continues with the bytes that have arrived since.
  ///
  /// - Returns: Where the bytes begin that may turn out to be a secret.
  mutating func find(
    in text: UnsafeRawBufferPointer, _ matcher: SecretMatcher, into ranges: inout [Range<Int>]
  ) -> Int {
    let reader = ItemReader(text, as: encoding)
    while !isOver, place < text.count {
      let start = place
      let isTagged = encoding == .cbor && previous + 1 == start && SecretNumbers.isTag(text[previous])
      switch reader.item(at: start) {
      case .number(let number, let bytes):
        if matcher.numbers.contains(number), !bytes.isEmpty { ranges.append(bytes) }
        place = bytes.upperBound
      case .chunks(let chunks, _, let end):
        matcher.find(inChunks: chunks, of: text, into: &ranges)
        place = end
      case .string(let content, _):
        if isTagged, matcher.numbers.contains(text[content], tag: text[previous]) { ranges.append(content) }
        place = content.upperBound
      case .other(let end): place = end
      case .cut: return place
      case .cutString: return isTagged ? place : text.count
      case .malformed: isOver = true
      }
      previous = start
    }
    return text.count
  }
}

extension SecretMatcher {
  /// Finds secrets in a text that is in several places.
  fileprivate func find(
    inChunks chunks: [Range<Int>], of text: UnsafeRawBufferPointer, into ranges: inout [Range<Int>]
  ) {
    guard chunks.count > 1 else { return }
    var (joined, found): ([UInt8], [Range<Int>]) = ([], [])
    for chunk in chunks { joined += text[chunk] }
    _ = joined.withUnsafeBytes { find(in: $0, context: .prose, into: &found) }
    var (start, index) = (0, 0)
    for chunk in chunks {
      let end = start + chunk.count
      while index < found.count, found[index].lowerBound < end {
        let part = found[index].clamped(to: start..<end)
        let shift = chunk.lowerBound - start
        if !part.isEmpty { ranges.append(part.lowerBound + shift..<part.upperBound + shift) }
        if found[index].upperBound > end { break }
        index += 1
      }
      start = end
    }
  }
}
