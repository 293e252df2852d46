import Foundation
import RequestModel

/// How a secret may be written.
struct Spellings {
  let all: [(name: String, bytes: Data)]

  init(of secret: String) {
    let bytes = Array(secret.utf8)
    let json = JSONString(secret).escaped
    let percent = PercentEncoding.component(secret)
    let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let texts = [
      ("plain", secret), ("JSON", json), ("JSON with \\/", json.replacing("/", with: "\\/")),
      ("JSON in ASCII", Self.ascii(json)), ("percent-encoding", percent),
      ("percent-encoding in lower case", percent.lowercased()), ("a form", PercentEncoding.form(secret)),
      ("named entities", Self.entities(secret)),
      ("decimal entities", secret.unicodeScalars.map { "&#\($0.value);" }.joined()), ("hex", hex),
      ("upper-case hex", hex.uppercased()),
    ]
    let wide = [
      ("UTF-16, little-endian", secret.utf16.map(\.littleEndian)),
      ("UTF-16, big-endian", secret.utf16.map(\.bigEndian)),
    ]
    all =
      texts.map { ($0, Data($1.utf8)) } + wide.map { ($0, $1.withUnsafeBytes { Data($0) }) }
      + (0..<3).flatMap { offset in
        let core = Self.base64(bytes, offset: offset)
        let forURLs = core.replacing("+", with: "-").replacing("/", with: "_")
        return [core, forURLs].map { ("base64 at offset \(offset)", Data($0.utf8)) }
      }
  }

  /// The spellings found in `bytes`.
  func found(in bytes: Data) -> [String] {
    bytes.withUnsafeBytes { text in all.filter { Self.contains($0.bytes, text) }.map(\.name) }
  }

  /// Fast without optimization, unlike the search of `Data`.
  private static func contains(_ part: Data, _ text: UnsafeRawBufferPointer) -> Bool {
    part.withUnsafeBytes { part in
      guard let start = text.baseAddress, let wanted = part.baseAddress else { return false }
      var place = 0
      while place + part.count <= text.count {
        guard let next = memchr(start + place, Int32(part[0]), text.count - part.count - place + 1) else {
          return false
        }
        if memcmp(next, wanted, part.count) == 0 { return true }
        place = UnsafeRawPointer(next) - start + 1
      }
      return false
    }
  }

  static func ascii(_ text: String) -> String {
    text.utf16.map {
      $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : "\\u" + String(UInt32($0) + 0x1_0000, radix: 16).suffix(4)
    }
    .joined()
  }

  static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  /// The characters that the bytes alone decide, in base64 of a text with `offset` bytes before them.
  private static func base64(_ bytes: [UInt8], offset: Int) -> String {
    let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
    let (first, end) = ((offset * 8 + 5) / 6, (offset + bytes.count) * 8 / 6)
    return String(text.dropFirst(first).prefix(end - first))
  }
}
