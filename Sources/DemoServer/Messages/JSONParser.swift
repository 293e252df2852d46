/// Reads a JSON text, or finds that it is none: an echo shows `null` then, so no place is told.
struct JSONParser {
  private static let deepest = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  static func parse(_ bytes: [UInt8]) -> JSON? {
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.value() else { return nil }
    parser.skipSpace()
    return parser.position == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let size = text.utf8CodeUnitCount
    guard bytes.count - position >= size else { return false }
    for index in 0..<size where bytes[position + index] != text.utf8Start[index] { return false }
    position += size
    return true
  }

  private mutating func value() -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "t"): return take("true") ? true : nil
    case UInt8(ascii: "f"): return take("false") ? false : nil
    case UInt8(ascii: "n"): return take("null") ? JSON.null : nil
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONParser) -> JSON?) -> JSON? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return read(&self)
  }

  private mutating func object() -> JSON? {
    var members: [JSON.Member] = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value() else { return nil }
      members.append(JSON.Member(name: name, value: value))
      skipSpace()
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
      skipSpace()
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func number() -> JSON? {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) == nil ? nil : .number(text)
  }

  private mutating func string() -> String? {
    position += 1
    var units: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        units.append(contentsOf: String(scalar).utf8)
      default: units.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return codePoint()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    default: return nil
    }
  }

  /// A pair of surrogates becomes its character; half a pair, which UTF-8 cannot hold, becomes U+FFFD.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let high = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    let afterHigh = position
    if take("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) {
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
    position = afterHigh
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() -> UInt32? {
    guard bytes.count - position >= 4 else { return nil }
    defer { position += 4 }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
