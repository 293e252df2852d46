/// Finds the secrets of MessagePack or CBOR that are not in the bytes as a text: numbers, and texts in several chunks.
///
/// A masked number becomes a text of the same length: covering its bytes would make it another number.
struct ItemSearch: Sendable {
  /// The head of the text that replaces a number.
  struct Head: Sendable {
    let place: Int
    let bytes: [UInt8]
  }

  private let encoding: BinaryEncoding
  private(set) var heads: [Head] = []
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
        if matcher.numbers.contains(number), !bytes.isEmpty {
          mask(start..<bytes.upperBound, head: [encoding.head(ofText: bytes.count)], &ranges)
        }
        place = bytes.upperBound
      case .chunks(let chunks, _, let end):
        matcher.find(inChunks: chunks, of: text, into: &ranges)
        place = end
      case .string(let content, _):
        if isTagged, matcher.numbers.contains(text[content], tag: text[previous]) {
          // A text of the same length.
          let head: [UInt8] = [0x60 | text[start] & 31] + text[start + 1..<content.lowerBound]
          mask(start..<content.upperBound, head: head, &ranges)
        }
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

  private mutating func mask(_ item: Range<Int>, head: [UInt8], _ ranges: inout [Range<Int>]) {
    heads.append(Head(place: item.lowerBound, bytes: head))
    ranges.append(item)
  }
}

extension BinaryEncoding {
  /// The head of a short text.
  fileprivate func head(ofText count: Int) -> UInt8 {
    switch self {
    case .cbor: 0x60 | UInt8(count)
    case .messagePack: 0xA0 | UInt8(count)
    }
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
