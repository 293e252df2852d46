// Classes of bytes in texts of ASCII.
extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it may be part of a token, such as the name of a header or a method (RFC 9110, section 5.6.2).
  @inlinable package var isTokenByte: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: isASCIIAlphanumeric
    }
  }
}
