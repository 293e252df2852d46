internal import Foundation

/// Finds texts with names in bodies, without a parser: bodies with variables are not valid before these are replaced.
enum NamedTexts {
  typealias Pair = (name: String, value: String)

  /// The pairs of `a=1&b=2`.
  static func form(_ text: String) -> [Pair] {
    text.utf8.split(separator: UInt8(ascii: "&")).compactMap { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: pair[..<equals], as: UTF8.self)
      return (name.removingPercentEncoding ?? name, String(decoding: pair[equals...].dropFirst(), as: UTF8.self))
    }
  }

  /// The texts behind names, as in `"name": "value"` of JSON and `name: "value"` of GraphQL.
  static func json(_ text: String) -> [Pair] {
    let bytes = Array(text.utf8)
    return bytes.indices.compactMap { colon in
      guard bytes[colon] == UInt8(ascii: ":"), let name = nameEnding(at: colon, in: bytes[...]),
        let value = string(after: colon, in: bytes[...])
      else { return nil }
      return (name, value)
    }
  }

  /// The strings of JSON that are values, between their quotes, each with the name before it.
  static func strings(_ bytes: [UInt8]) -> [(name: String?, range: Range<Int>)] {
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

  /// The texts of elements and the values of attributes, by names without prefixes.
  static func xml(_ text: String) -> [Pair] {
    let bytes = Array(text.utf8)
    var pairs: [Pair] = []
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let tag = rest[(open + 1)..<close]
      for equals in tag.indices where tag[equals] == UInt8(ascii: "=") {
        guard let name = nameEnding(at: equals, in: tag), let value = string(after: equals, in: tag) else { continue }
        pairs.append((name, value))
      }
      rest = rest[(close + 1)...]
      if rest.starts(with: "<![CDATA[".utf8) { rest = rest.dropFirst(9) }
      let element = tag.prefix { $0.isNameByte || $0 == UInt8(ascii: ":") }.split(separator: UInt8(ascii: ":")).last
      let value = String(decoding: rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "]") }, as: UTF8.self)
      if let element, !value.trimmed.isEmpty { pairs.append((String(decoding: element, as: UTF8.self), value)) }
    }
    return pairs
  }

  /// The name that ends before an index, maybe in quotes.
  private static func nameEnding(at index: Int, in bytes: ArraySlice<UInt8>) -> String? {
    var end = index
    while end > bytes.startIndex, isBlank(bytes[end - 1]) { end -= 1 }
    if end > bytes.startIndex, bytes[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    var start = end
    while start > bytes.startIndex, bytes[start - 1].isNameByte { start -= 1 }
    return start == end ? nil : String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text in quotes that begins behind an index.
  private static func string(after index: Int, in bytes: ArraySlice<UInt8>) -> String? {
    let rest = bytes[(index + 1)...].drop(while: isBlank)
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    guard let end = endOfString(at: rest.startIndex, in: rest) else { return nil }
    return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
  }

  /// The place of the quote that ends a text, which begins with the same one.
  private static func endOfString(at start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
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
