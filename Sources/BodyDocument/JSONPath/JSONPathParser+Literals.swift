internal import RequestModel

extension JSONPathParser {
  /// Parses a string in single or double quotes to UTF-8.
  mutating func readString() throws(JSONPathProblem) -> [UInt8] {
    guard let quote = next else { throw problem(.expected(.operand), in: .string) }
    position += 1
    var bytes: [UInt8] = []
    while let scalar = next {
      position += 1
      switch scalar {
      case quote: return bytes
      case "\\": bytes.append(contentsOf: UTF8.encode(try readEscape(in: quote)) ?? UTF8.encodedReplacementCharacter)
      case _ where scalar.value < 0x20: throw problem(.controlCharacter, at: position - 1)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    throw problem(.expected(.operand), in: .string)
  }

  private mutating func readEscape(in quote: Unicode.Scalar) throws(JSONPathProblem) -> Unicode.Scalar {
    let start = position - 1
    guard let kind = next else { throw problem(.badEscape, in: .string) }
    position += 1
    switch kind {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return kind
    case "u": return try readUnicodeEscape(from: start)
    default: throw problem(.badEscape, at: start)
    }
  }

  /// Parses four hexadecimal digits, or a surrogate pair of escapes.
  private mutating func readUnicodeEscape(from start: Int) throws(JSONPathProblem) -> Unicode.Scalar {
    let first = try readHexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, consume("\\"), consume("u") else { throw problem(.loneSurrogate, at: start) }
    let second = try readHexadecimal(from: start)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func readHexadecimal(from start: Int) throws(JSONPathProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ UInt8(exactly: $0.value) }).flatMap(PercentEncoding.value) else {
        throw next == nil ? problem(.badEscape, in: .string) : problem(.badEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Parses a number as in RFC 8259, or `-0`.
  mutating func readNumber() throws(JSONPathProblem) -> DecimalNumber {
    let start = position
    _ = consume("-")
    let digits = position
    try readDigits(from: start)
    guard scalars[digits] != "0" || position == digits + 1 else { throw problem(.badNumber, at: start) }
    if consume(".") { try readDigits(from: start) }
    if consume("e") || consume("E") {
      if !consume("-") { _ = consume("+") }
      try readDigits(from: start)
    }
    return utf8(start..<position).withUnsafeBytes { DecimalNumber($0) }
  }

  private mutating func readDigits(from start: Int) throws(JSONPathProblem) {
    let first = position
    while let scalar = next, scalar.isASCIIDigit { position += 1 }
    guard position > first else {
      throw position == scalars.count ? problem(.badNumber, in: .condition) : problem(.badNumber, at: start)
    }
  }
}
