internal import RequestModel

/// How values are shown.
enum CheckText {
  /// Masks the secrets in a value. Set while checks are evaluated.
  @TaskLocal static var mask: @Sendable (String) -> String = { $0 }

  /// More of a text is never shown.
  private static let longest = 4_096

  /// Secrets are masked first: the beginning of one is not known as a secret.
  static func shortened(_ text: String) -> String {
    CheckName.shortened(mask(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))))
  }

  static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Whether upper and lower case are the same, as in a digest.
  static func isHexadecimal(_ row: JSONObject) -> Bool { ["sha256", "md5"].contains(row["query"]?.string) }
}
