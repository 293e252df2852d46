internal import Foundation

/// A private key as files, environment variables and other programs hold it, as PEM that libcrypto reads.
///
/// It may be PEM with line breaks of any kind, escaped as `\n`, folded to spaces or missing; base64 without a header; a
/// `data:` URL; or a JSON Web Key. Each of these may be a JSON string, with its quotes.
struct PrivateKeyText {
  let pem: String

  init(_ text: String) throws(SigningScheme.Problem) { pem = try Self.pem(of: text, depth: 0) }

  /// Texts in texts: a JSON string, a `data:` URL, base64 of PEM.
  private static let depthLimit = 4

  private static func pem(of text: String, depth: Int) throws(SigningScheme.Problem) -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\u{FEFF}")))
    guard depth < depthLimit else { return text }
    if let inner = quoted(text) ?? content(ofDataURL: text) { return try pem(of: inner, depth: depth + 1) }
    if text.utf8.first == UInt8(ascii: "{") {
      guard let key = (try? JSONText(text))?.value.object else { throw .unusableJWK("it is not valid JSON") }
      return try JSONWebKey(key).pem
    }
    let lines = text.replacingExactly("\\r", with: "").replacingExactly("\\n", with: "\n")
    guard let block = block(in: lines) else {
      // Without a header.
      guard let bytes = decoded(lines) else { return text }
      if let inner = String(validating: bytes, as: UTF8.self), inner.containsExactly("-----BEGIN ") {
        return try pem(of: inner, depth: depth + 1)
      }
      return label(of: bytes).map { written($0, bytes) } ?? text
    }
    // A block with headers of its own is encrypted.
    guard !block.content.containsExactly(":"), let bytes = decoded(block.content) else { return lines }
    return written(label(of: bytes) ?? block.label, bytes)
  }

  /// The content of a string in double or single quotes.
  private static func quoted(_ text: String) -> String? {
    guard text.utf8.count > 1, let first = text.utf8.first, first == text.utf8.last else { return nil }
    let inner = String(text.unicodeScalars.dropFirst().dropLast())
    switch first {
    // With real line breaks it is not JSON.
    case UInt8(ascii: "\""): return (try? JSONText(text))?.value.string ?? inner
    case UInt8(ascii: "'"): return inner
    default: return nil
    }
  }

  /// Keys of ASAP are written as `data:application/pkcs8;kid=…;base64,…`, percent-encoded.
  private static func content(ofDataURL text: String) -> String? {
    guard text.lowercased().hasPrefix("data:") else { return nil }
    let plain = String(decoding: PercentEncoding.decode(text), as: UTF8.self)
    return plain.firstRangeExactly(of: "base64,").map { String(plain[$0.upperBound...]) }
  }

  /// The first block with a private key: parameters of a curve may stand before it.
  private static func block(in text: String) -> (label: String, content: String)? {
    for part in text.parts(separatedByText: "-----BEGIN ").dropFirst() {
      guard let end = part.firstRangeExactly(of: "-----") else { continue }
      let label = String(part[..<end.lowerBound])
      guard label.hasSuffix("PRIVATE KEY") else { continue }
      let rest = String(part[end.upperBound...])
      return (label, rest.firstRangeExactly(of: "-----END").map { String(rest[..<$0.lowerBound]) } ?? rest)
    }
    return nil
  }

  /// - Returns: `nil` if it is not base64 or base64url, with any white space in it.
  private static func decoded(_ text: String) -> Data? {
    let plain = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "=" }
    return Data(base64ForURLs: String(String.UnicodeScalarView(plain)))
  }

  /// The header that the structure asks for: what is written above a key is often another one.
  private static func label(of der: Data) -> String? {
    var bytes = Array(der)[...]
    guard let outer = DER.element(&bytes), outer.tag == 0x30 else { return nil }
    var content = outer.content
    guard let first = DER.element(&content) else { return nil }
    if first.tag == 0x30 { return DER.element(&content)?.tag == 0x04 ? "ENCRYPTED PRIVATE KEY" : nil }
    guard first.tag == 0x02, let second = DER.element(&content) else { return nil }
    switch second.tag {
    case 0x30: return "PRIVATE KEY"
    case 0x02: return "RSA PRIVATE KEY"
    case 0x04: return "EC PRIVATE KEY"
    default: return nil
    }
  }

  static func written(_ label: String, _ der: Data) -> String {
    let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
  }
}

/// The few parts of DER (X.690) that private keys and signatures have.
enum DER {
  static func element(_ tag: UInt8, _ content: Data) -> Data {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
      }
    return Data([tag]) + Data(length) + content
  }

  static func sequence(_ elements: [Data]) -> Data { element(0x30, elements.reduce(into: Data()) { $0 += $1 }) }

  /// A number that is not negative.
  static func integer(_ bytes: Data) -> Data {
    let digits = Data(bytes.drop { $0 == 0 })
    guard let first = digits.first else { return element(0x02, Data([0])) }
    return element(0x02, first >= 0x80 ? Data([0]) + digits : digits)
  }

  /// Takes the first element; `nil` if there is no whole one.
  static func element(_ bytes: inout ArraySlice<UInt8>) -> (tag: UInt8, content: ArraySlice<UInt8>)? {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var count = Int(first)
    if first >= 0x80 {
      count = 0
      guard first & 0x7F <= 4 else { return nil }
      for _ in 0..<(first & 0x7F) {
        guard let byte = bytes.popFirst() else { return nil }
        count = count << 8 | Int(byte)
      }
    }
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return (tag, bytes.prefix(count))
  }
}
