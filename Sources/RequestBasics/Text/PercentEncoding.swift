/// Percent-encoding (RFC 3986, 2.1) and the form encoding of the URL Standard (5.2).
package enum PercentEncoding {
  /// Encodes everything but unreserved characters, which is safe in any URL component.
  package static func component(_ text: String) -> String { encode(text.utf8) }

  /// Encodes a name or value of `application/x-www-form-urlencoded`: spaces become `+`.
  package static func form(_ text: String) -> String {
    let bytes = text.utf8.reduce(into: [UInt8]()) { bytes, byte in
      switch byte {
      case 0x20: bytes.append(UInt8(ascii: "+"))
      case UInt8(ascii: "*"): bytes.append(byte)
      case _ where isUnreserved(byte) && byte != UInt8(ascii: "~"): bytes.append(byte)
      default: append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes everything but RFC 3986's unreserved characters, as signatures and RFC 8187 require.
  ///
  /// - Parameter keepsSlash: Whether slashes are left unescaped, as in paths.
  package static func encode(_ bytes: some Sequence<UInt8>, keepsSlash: Bool = false) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if isUnreserved(byte) || keepsSlash && byte == UInt8(ascii: "/") {
        text.append(byte)
      } else {
        append(byte, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes to bytes. A percent sign not followed by two hexadecimal digits is kept.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> [UInt8] {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var position = 0
    while position < source.count {
      if source[position] == UInt8(ascii: "%"), position + 2 < source.count,
        let high = value(source[position + 1]), let low = value(source[position + 2])
      {
        bytes.append(high << 4 | low)
        position += 3
      } else {
        bytes.append(plusIsSpace && source[position] == UInt8(ascii: "+") ? 0x20 : source[position])
        position += 1
      }
    }
    return bytes
  }

  /// Appends `byte` as an escape.
  package static func append(_ byte: UInt8, to text: inout String) {
    text.unicodeScalars.append("%")
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 15)]))
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func append(_ byte: UInt8, to text: inout [UInt8]) {
    text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
