/// Percent-encoding, RFC 3986 section 2.1 and the form encoding of the URL Standard, section 5.2.
package enum PercentEncoding {
  /// Everything but unreserved characters: right for any part of a URL.
  package static func component(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// For a name or a value of `application/x-www-form-urlencoded`: a space becomes `+`.
  package static func form(_ text: String) -> String {
    encode(text) { isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") || $0 == 0x20 }
      .replacing(" ", with: "+")
  }

  private static func encode(_ text: String, _ isAllowed: (UInt8) -> Bool) -> String {
    var result = ""
    for byte in text.utf8 {
      if isAllowed(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
