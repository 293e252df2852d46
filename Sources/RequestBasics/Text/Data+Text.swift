package import Foundation

extension Data {
  /// Lower-case hexadecimal digits, two per byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Decodes pairs of hexadecimal digits.
  package init?(hex text: String) {
    let digits = text.utf8.compactMap(PercentEncoding.value)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  /// Drops an incomplete UTF-8 character at the end.
  package var withoutCutCharacter: Data {
    for length in 1...3 where count >= length {
      let byte = self[endIndex - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? dropLast(length) : self
    }
    return self
  }

  /// The first bytes of a longer text, cut between characters.
  package func textPrefix(_ size: Int) -> Data { count > size ? prefix(size).withoutCutCharacter : self }

  /// Base64url (RFC 4648, section 5) without padding.
  package var base64ForURLs: String {
    base64EncodedString().replacingExactly("+", with: "-").replacingExactly("/", with: "_")
      .replacingExactly("=", with: "")
  }

  /// Decodes base64url or base64 without padding.
  package init?(base64ForURLs text: String) {
    let standard = text.replacingExactly("-", with: "+").replacingExactly("_", with: "/")
    self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
  }
}
