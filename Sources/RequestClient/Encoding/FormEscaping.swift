import Foundation

/// Which bytes of names and values stand as they are.
struct FormEscaping: Sendable {
  /// By ASCII code.
  private let isAllowed: [Bool]
  private let spaces: URLEncodedFormEncoder.SpaceEncoding

  static let `default` = FormEscaping(
    allowed: URLEncodedFormEncoder.defaultAllowedCharacters, spaces: .percentEscaped)

  init(allowed: CharacterSet, spaces: URLEncodedFormEncoder.SpaceEncoding) {
    isAllowed = (0..<0x80).map { allowed.contains(Unicode.Scalar(UInt8($0))) }
    self.spaces = spaces
  }

  func append(_ text: String, to result: inout String) {
    for byte in text.utf8 {
      if byte == 0x20, spaces == .plusReplaced {
        result += "+"
      } else if byte < 0x80, isAllowed[Int(byte)] {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%"
        result.unicodeScalars.append(Self.digit(byte >> 4))
        result.unicodeScalars.append(Self.digit(byte & 0xF))
      }
    }
  }

  private static func digit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
  }
}
