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
    default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
    }
  }

  private static func unescape(_ escaped: String) -> String {
    let bytes = Array(escaped.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var offset = 0
    while let escape = bytes[offset...].firstIndex(of: UInt8(ascii: "\\")), escape + 1 < bytes.count {
      result += bytes[offset..<escape]
      let units = bytes[escape + 1] == UInt8(ascii: "u") ? units(at: escape, in: bytes) : []
      if units.isEmpty {
        result.append(meaning(of: bytes[escape + 1]))
        offset = escape + 2
      } else {
        append(units, to: &result)
        offset = escape + units.count * 6
      }
    }
    result += bytes[offset...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a code unit or a pair as UTF-8. Texts of megabytes consist of escapes.
  private static func append(_ units: [UInt16], to bytes: inout [UInt8]) {
    let pair: UInt32? =
      units.count == 2 ? 0x10000 + (UInt32(units[0]) - 0xD800) << 10 + (UInt32(units[1]) - 0xDC00) : nil
    let scalar = Unicode.Scalar(pair ?? UInt32(units[0])) ?? "\u{FFFD}"
    if let encoded = UTF8.encode(scalar) { bytes += encoded }
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
    return bytes[start + 2..<start + 6].reduce(UInt16?(0)) { unit, byte in
      guard let unit, let digit = digit(byte) else { return nil }
      return unit << 4 | digit
    }
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
