/// A JSON string by the text between its quotes, so that `\u00e9`, `\/` and a lone surrogate stay as they were written.
package struct JSONString: Equatable, Hashable, Sendable {
  /// The text between the quotes, escapes included.
  package let escaped: String

  /// Whether `escaped` differs from what it means; known once, because keys are compared often.
  private let hasEscapes: Bool

  /// - Precondition: `escaped` is the inside of a valid JSON string.
  package init(escaped: String) {
    self.escaped = escaped
    hasEscapes = escaped.utf8.contains(UInt8(ascii: "\\"))
  }

  /// Escapes what RFC 8259, section 7 requires and nothing more.
  package init(_ value: String) {
    hasEscapes = value.utf8.contains(where: Self.needsEscape)
    escaped = hasEscapes ? Self.escape(value) : value
  }

  /// The string that is meant. A lone surrogate, which Swift cannot hold, becomes U+FFFD.
  package var value: String { hasEscapes ? Self.unescape(escaped) : escaped }

  /// Whether it means `text`, letter for letter.
  package func means(_ text: String) -> Bool {
    hasEscapes ? value.utf8.elementsEqual(text.utf8) : escaped.utf8.elementsEqual(text.utf8)
  }

  // By bytes: `String ==` holds "é" and "e\u{301}" for equal, and a file's bytes are not.
  package static func == (a: JSONString, b: JSONString) -> Bool {
    a.escaped.utf8.elementsEqual(b.escaped.utf8)
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
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescape(_ escaped: String) -> String {
    var units: [UInt16] = []
    var rest = escaped.utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == 0x5C, let kind = rest.next() else {
        units.append(unit)
        continue
      }
      switch UInt8(truncatingIfNeeded: kind) {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"):
        let digits = (0..<4).compactMap { _ in rest.next() }
        units.append(UInt16(String(decoding: digits, as: UTF16.self), radix: 16) ?? 0xFFFD)
      default: units.append(kind)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
