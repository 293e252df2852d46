/// How Postman escapes the parts of a URL before it sends them: a few characters only, and never a percent sign.
///
/// This program escapes all but unreserved characters in query and path parameters, unless the option `urlAsIs` is set.
enum PostmanEncoding {
  enum Part { case path, name, value }

  /// A parameter as this program has it.
  struct Reading {
    var text: String
    /// Whether it is sent with the same bytes as Postman's.
    var isExact: Bool
  }

  /// Returns the parameter whose encoding is the text that Postman sends, if there is one: `a%20b` becomes `a b`.
  static func read(_ text: String, _ part: Part) -> Reading {
    if text.utf8.allSatisfy(PercentEncoding.isUnreserved) { return Reading(text: text, isExact: true) }
    var result = Reading(text: "", isExact: true)
    for piece in pieces(text) {
      if piece.isTemplate {
        result.text += piece.text
      } else {
        let reading = readLiteral(piece.text, part)
        result.text += reading.text
        result.isExact = result.isExact && reading.isExact
      }
    }
    return result
  }

  private static func readLiteral(_ text: String, _ part: Part) -> Reading {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var isExact = true
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "%"), let escaped = escape(at: index, in: source) {
        bytes.append(escaped.byte)
        if PercentEncoding.isUnreserved(escaped.byte) || escaped.isLowercase { isExact = false }
        index += 3
        continue
      }
      if !isEscaped(byte, part), !PercentEncoding.isUnreserved(byte) { isExact = false }
      // Servers take a plus in a query for a space.
      bytes.append(byte == UInt8(ascii: "+") && part != .path ? 0x20 : byte)
      index += 1
    }
    guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.hasBraces else {
      return Reading(text: text, isExact: false)
    }
    return Reading(text: decoded, isExact: isExact)
  }

  /// Returns the text that Postman sends, without replacing templates. Non-ASCII characters are escaped when sent.
  static func escaped(_ text: String, _ part: Part, keepsBraces: Bool = false) -> String {
    func isKept(_ byte: UInt8) -> Bool {
      byte >= 0x80 || !isEscaped(byte, part)
        || keepsBraces && (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}"))
    }
    guard !text.utf8.allSatisfy(isKept) else { return text }
    return mapped(text) { isKept($0) }
  }

  /// Returns the text from which Postman makes the bytes that this program sends.
  static func written(_ text: String, _ part: Part) -> String {
    if text.utf8.allSatisfy(PercentEncoding.isUnreserved) { return text }
    return mapped(text) { PercentEncoding.isUnreserved($0) || isEscaped($0, part) }
  }

  /// Escapes characters that would end a parameter in a URL string. Postman does so before it replaces variables.
  static func separated(_ text: String, _ part: Part) -> String {
    func ends(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || part == .name && byte == UInt8(ascii: "=")
    }
    return text.utf8.contains(where: ends) ? mapped(text) { !ends($0) } : text
  }

  static func hasTemplate(_ text: String) -> Bool {
    text.hasBraces && pieces(text).contains(where: \.isTemplate)
  }

  /// Escapes the bytes outside of templates that are not kept.
  private static func mapped(_ text: String, _ isKept: (UInt8) -> Bool) -> String {
    var result = ""
    for piece in pieces(text) {
      guard !piece.isTemplate else {
        result += piece.text
        continue
      }
      var bytes: [UInt8] = []
      for byte in piece.text.utf8 {
        if isKept(byte) { bytes.append(byte) } else { bytes += PercentEncoding.encode(CollectionOfOne(byte)).utf8 }
      }
      result += String(decoding: bytes, as: UTF8.self)
    }
    return result
  }

  /// Splits text into templates and literal text.
  private static func pieces(_ text: String) -> [(text: String, isTemplate: Bool)] {
    let ranges = Template.ranges(in: text)
    guard !ranges.isEmpty else { return text.isEmpty ? [] : [(text, false)] }
    let bytes = Array(text.utf8)
    var pieces: [(text: String, isTemplate: Bool)] = []
    var start = 0
    func add(_ range: Range<Int>, isTemplate: Bool) {
      if !range.isEmpty { pieces.append((String(decoding: bytes[range], as: UTF8.self), isTemplate)) }
    }
    for range in ranges {
      add(start..<range.lowerBound, isTemplate: false)
      add(range, isTemplate: true)
      start = range.upperBound
    }
    add(start..<bytes.count, isTemplate: false)
    return pieces
  }

  private static func escape(at index: Int, in bytes: [UInt8]) -> (byte: UInt8, isLowercase: Bool)? {
    guard index + 2 < bytes.count, let high = PercentEncoding.value(bytes[index + 1]),
      let low = PercentEncoding.value(bytes[index + 2])
    else {
      return nil
    }
    return (high << 4 | low, bytes[index + 1] >= 0x61 || bytes[index + 2] >= 0x61)
  }

  private static func isEscaped(_ byte: UInt8, _ part: Part) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...: true
    case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    case UInt8(ascii: "'"), UInt8(ascii: "&"): part != .path
    case UInt8(ascii: "="): part == .name
    case UInt8(ascii: "`"), UInt8(ascii: "?"), UInt8(ascii: "{"), UInt8(ascii: "}"): part == .path
    default: false
    }
  }
}
