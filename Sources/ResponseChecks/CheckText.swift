internal import RequestModel

/// How values are shown.
enum CheckText {
  static func shortened(_ text: String) -> String { CheckName.shortened(text) }

  static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Whether upper and lower case are the same, as in a digest.
  static func isHexadecimal(_ row: JSONObject) -> Bool { ["sha256", "md5"].contains(row["query"]?.string) }
}
