package import RequestModel

/// How checks are named and their values shown.
package enum CheckText {
  /// What the description says, else the check itself: `jsonpath $.id equals 7`.
  package static func name(of check: JSONObject) -> String {
    if let description = check["description"]?.string, !description.isEmpty { return description }
    return text(of: check)
  }

  /// A check as one line.
  package static func text(of check: JSONObject) -> String {
    let words = [CheckSubject(row: check).text, shortened(CheckExpectation(row: check).text)]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count > 120 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(119))) + "…" : text
  }

  static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Whether upper and lower case are the same, as in a digest.
  static func isHexadecimal(_ row: JSONObject) -> Bool { ["sha256", "md5"].contains(row["query"]?.string) }
}
