/// A JSON string, stored as the text between its quotes so that `\u00e9`, `\/` and lone surrogates are preserved.
package struct JSONString: Equatable, Hashable, Sendable {
  /// The text between the quotes, with its escapes.
  package let escaped: String

  /// Cached, because keys are compared often.
  private let hasEscapes: Bool

  /// - Precondition: `escaped` is the content of a valid JSON string.
  package init(escaped: String) {
    self.escaped = escaped
    hasEscapes = escaped.utf8.contains(UInt8(ascii: "\\"))
  }

  /// Escapes only what RFC 8259, section 7 requires.
  package init(_ value: String) {
    hasEscapes = value.utf8.contains(where: Self.needsEscape)
    escaped = hasEscapes ? Self.escape(value) : value
  }

  /// The unescaped text. A lone surrogate, which a Swift string cannot represent, becomes U+FFFD.
  package var value: String { hasEscapes ? Self.unescape(escaped) : escaped }

  /// Whether the unescaped text has the same bytes as `text`.
  package func means(_ text: String) -> Bool {
    hasEscapes ? value.isExactly(text) : escaped.isExactly(text)
  }

  /// Whether the unescaped texts have the same bytes.
  package func meansTheSame(as other: JSONString) -> Bool {
    hasEscapes || other.hasEscapes ? value.isExactly(other.value) : self == other
  }

  // `String ==` treats "é" and "e\u{301}" as equal, but their bytes in a file differ.
  package static func == (a: JSONString, b: JSONString) -> Bool {
    a.escaped.isExactly(b.escaped)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in escaped.utf8 { hasher.combine(byte) }
  }
}

extension JSONString {
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ value: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(value.utf8.count + value.utf8.count / 16 + 8)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): result += "\\n".utf8
      case UInt8(ascii: "\r"): result += "\\r".utf8
      case UInt8(ascii: "\t"): result += "\\t".utf8
      case _ where byte < 0x20 || byte == 0x7F:
        result += ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescape(_ escaped: String) -> String {
    let bytes = Array(escaped.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var offset = 0
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count else {
        result.append(bytes[offset])
        offset += 1
        continue
      }
      let units = units(at: offset, in: bytes)
      guard units.isEmpty else {
        result += String(decoding: units, as: UTF16.self).utf8
        offset += units.count * 6
        continue
      }
      result.append(meaning(of: bytes[offset + 1]))
      offset += 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The character that a backslash followed by `letter` represents.
  private static func meaning(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: letter
    }
  }

  /// The UTF-16 code units of the `\uXXXX` at `start`: two for a surrogate pair, none if there is no escape.
  static func units(at start: Int, in bytes: [UInt8]) -> [UInt16] {
    guard let first = unit(at: start, in: bytes) else { return [] }
    guard UTF16.isLeadSurrogate(first), let second = unit(at: start + 6, in: bytes), UTF16.isTrailSurrogate(second)
    else { return [first] }
    return [first, second]
  }

  private static func unit(at start: Int, in bytes: [UInt8]) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt16(String(decoding: bytes[start + 2..<start + 6], as: UTF8.self), radix: 16)
  }
}
