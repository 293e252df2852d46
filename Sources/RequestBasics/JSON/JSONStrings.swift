/// Finds the strings of JSON without a parser: text with variables is not valid before these are replaced.
package enum JSONStrings {
  /// The strings of JSON that are values, between their quotes, each with the name before it.
  package static func named(in bytes: [UInt8]) -> [(name: String?, range: Range<Int>)] {
    var found: [(name: String?, range: Range<Int>)] = []
    var name: Range<Int>?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(at: index, in: bytes[...]) else { return found }
        let range = (index + 1)..<end
        index = end + 1
        if bytes[index...].first(where: { !isBlank($0) }) == UInt8(ascii: ":") {
          name = range
        } else {
          found.append((name.map { String(decoding: bytes[$0], as: UTF8.self) }, range))
          name = nil
        }
      case UInt8(ascii: "/"): index = endOfComment(at: index, in: bytes)
      case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"):
        name = nil
        index += 1
      default: index += 1
      }
    }
    return found
  }

  /// The place of the quote that ends a text, which begins with the same one.
  package static func endOfString(at start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var end = start + 1
    while end < bytes.endIndex, bytes[end] != bytes[start] { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return end < bytes.endIndex ? end : nil
  }

  /// The place behind a comment that may begin at a slash.
  private static func endOfComment(at start: Int, in bytes: [UInt8]) -> Int {
    var end = start + 2
    switch bytes[(start + 1)...].first {
    case UInt8(ascii: "/"):
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    case UInt8(ascii: "*"):
      while end + 1 < bytes.count, !bytes[end...].starts(with: "*/".utf8) { end += 1 }
      end += 2
    default: return start + 1
    }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
