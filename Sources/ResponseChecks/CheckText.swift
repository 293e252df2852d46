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
    var words = [subject(of: check)]
    if check["not"]?.bool == true { words.append("not") }
    words.append(check["predicate"]?.string ?? "equals")
    if let value = check["value"] { words.append(shortened(value.compact)) }
    return words.joined(separator: " ")
  }

  /// The query with its expression and filters.
  package static func subject(of row: JSONObject) -> String {
    let filters = (row["filters"]?.array ?? row["x-filters"]?.array ?? []).compactMap(\.string)
    let words = [row["query"]?.string ?? "", row["expression"]?.string ?? ""] + filters
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count > 120 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(119))) + "…" : text
  }

  static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Whether upper and lower case are the same, as in a digest.
  static func isHexadecimal(_ row: JSONObject) -> Bool { ["sha256", "md5"].contains(row["query"]?.string) }
}
