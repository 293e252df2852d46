package import Foundation

/// Text and bytes as the POSIX shell reads them back unchanged.
package enum ShellText {
  /// In single quotes, where nothing but the quote has a meaning; as it is where nothing needs them.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isPlainByte($0) }
    return isPlain ? text : "'" + text.parts(separatedBy: "'").joined(separator: #"'\''"#) + "'"
  }

  /// The command that writes exactly these bytes; what is not plain ASCII becomes an octal escape.
  package static func printing(_ bytes: Data) -> String {
    var format: [UInt8] = []
    format.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "%"): format += Array("%%".utf8)
      case UInt8(ascii: "\\"): format += Array(#"\\"#.utf8)
      case UInt8(ascii: "'"), 0..<0x20, 0x7F...:
        format += [UInt8(ascii: "\\"), 0x30 + byte >> 6, 0x30 + (byte >> 3) & 7, 0x30 + byte & 7]
      default: format.append(byte)
      }
    }
    // A format that begins with a hyphen would be an option.
    return "printf -- '" + String(decoding: format, as: UTF8.self) + "'"
  }

  private static func isPlainByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-_./:@%+,".utf8.contains(byte)
    }
  }
}
