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
    guard let end = JSONStrings.endOfString(at: rest.startIndex, in: rest) else { return nil }
    return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
