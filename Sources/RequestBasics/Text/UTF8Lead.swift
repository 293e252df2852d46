/// The first bytes of characters in UTF-8: table 3-7 of the Unicode standard.
package enum UTF8Lead {
  /// The length of the character that `byte` begins, and the values that its second byte may have; `nil` for ASCII and
  /// bytes that begin no character.
  ///
  /// Surrogates, overlong forms and numbers above U+10FFFF are excluded.
  @inlinable package static func sequence(_ byte: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch byte {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
