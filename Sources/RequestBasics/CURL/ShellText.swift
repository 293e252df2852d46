package import Foundation

/// Quotes text and bytes for the POSIX shell.
package enum ShellText {
  /// Returns `text` in single quotes, or unquoted if it has no special characters.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isPlainByte($0) }
    return isPlain ? text : "'" + text.parts(separatedBy: "'").joined(separator: #"'\''"#) + "'"
  }

  /// Returns a `printf` command that prints exactly these bytes, with octal escapes for everything but plain ASCII.
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
    // Without `--`, a format that begins with a hyphen would be parsed as an option.
    return "printf -- '" + String(decoding: format, as: UTF8.self) + "'"
  }

  private static func isPlainByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-_./:@%+,".utf8.contains(byte)
    }
  }
}
