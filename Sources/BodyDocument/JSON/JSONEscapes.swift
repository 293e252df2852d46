/// Decoding of escapes in JSON strings.
enum JSONEscapes {
  /// The decoded content of a JSON string in UTF-8. Lone surrogates are encoded as three bytes, so that each stays
  /// distinct from the others and from U+FFFD.
  ///
  /// - Precondition: `escaped` is valid by RFC 8259.
  static func decoded(_ escaped: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(escaped.count)
    var position = 0
    while position < escaped.count {
      let byte = escaped[position]
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        position += 1
        continue
      }
      if escaped[position + 1] == UInt8(ascii: "u") {
        append(character(in: escaped, &position), to: &bytes)
      } else {
        bytes.append(meaning(of: escaped[position + 1]))
        position += 2
      }
    }
    return bytes
  }

  private static func meaning(of kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: kind
    }
  }

  /// One `\u` escape, or two that form a surrogate pair.
  private static func character(in escaped: UnsafeRawBufferPointer, _ position: inout Int) -> UInt32 {
    let first = unit(at: position + 2, in: escaped)
    position += 6
    guard (0xD800..<0xDC00).contains(first), position + 6 <= escaped.count, escaped[position] == UInt8(ascii: "\\"),
      escaped[position + 1] == UInt8(ascii: "u")
    else { return first }
    let second = unit(at: position + 2, in: escaped)
    guard (0xDC00..<0xE000).contains(second) else { return first }
    position += 6
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private static func unit(at position: Int, in escaped: UnsafeRawBufferPointer) -> UInt32 {
    (position..<position + 4).reduce(0) { value, offset in
      let byte = escaped[offset]
      return value << 4 | UInt32(byte < 0x40 ? byte & 0x0F : byte & 0x0F + 9)
    }
  }

  private static func append(_ character: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: character >> shift & 0x3F) }
    switch character {
    case 0..<0x80: bytes.append(UInt8(character))
    case 0..<0x800: bytes += [0xC0 | UInt8(character >> 6), tail(0)]
    case 0..<0x10000: bytes += [0xE0 | UInt8(character >> 12), tail(6), tail(0)]
    default: bytes += [0xF0 | UInt8(character >> 18), tail(12), tail(6), tail(0)]
    }
  }
}
