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
    var text = escaped
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSONString {
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ value: String) -> String {
    var value = value
    return value.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + bytes.count / 16 + 8)
      var start = 0
      for (offset, byte) in bytes.enumerated() where needsEscape(byte) {
        result += bytes[start..<offset]
        result += escape(byte).utf8
        start = offset + 1
      }
      result += bytes[start...]
      return String(decoding: result, as: UTF8.self)
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    default: "\\u" + byte.padded(to: 4, radix: 16)
    }
  }

  private static func unescape(_ escaped: String) -> String {
    var escaped = escaped
    return escaped.withUTF8 { bytes in
      String(decoding: JSONEscape.decode(UnsafeRawBufferPointer(bytes), keepsSurrogates: false), as: UTF8.self)
    }
  }
}
