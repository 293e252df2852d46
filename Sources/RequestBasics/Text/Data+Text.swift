package import Foundation

extension Data {
  /// Lower-case hexadecimal digits, two per byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

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
