/// An item of MessagePack or CBOR in bytes. Those in a list, a map or a tag are items of their own, which follow it.
package enum BinaryItem: Equatable, Sendable {
  package enum Number: Equatable, Sendable {
    case positive(UInt64)
    /// -1 minus the number.
    case negative(UInt64)
    case real(Double)
  }

  /// A number; the bytes behind its head.
  case number(Number, Range<Int>)
  /// A text, or a string of bytes.
  case string(Range<Int>, isText: Bool)
  /// The parts of a string of several chunks.
  case chunks([Range<Int>], isText: Bool, end: Int)
  /// Anything else.
  case other(end: Int)
  /// The bytes end within the item, which may be a number or a string of chunks.
  case cut
  /// The bytes end within a string.
  case cutString(from: Int, isText: Bool)
  case malformed
}
