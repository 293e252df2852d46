internal import RequestModel

/// Text as the POSIX shell reads it back unchanged.
enum ShellText {
  /// In single quotes, where nothing but the quote itself has a meaning.
  static func quoted(_ text: String) -> String {
    "'" + text.parts(separatedBy: "'").joined(separator: #"'\''"#) + "'"
  }

  /// The quoted format for `printf` that makes exactly these bytes; what is not plain ASCII becomes an octal escape.
  static func printfFormat(_ bytes: some Sequence<UInt8>) -> String {
    var format = "'"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "\\"): format += #"\\"#
      case UInt8(ascii: "'"), 0..<0x20, 0x7F...:
        let digits = String(byte, radix: 8)
        format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: format.unicodeScalars.append(UnicodeScalar(byte))
      }
    }
    return format + "'"
  }
}
