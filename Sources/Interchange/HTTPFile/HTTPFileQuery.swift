/// Parameters of a query that is on lines of its own.
enum HTTPFileQuery {
  static func row(_ pair: String, isOff: Bool) -> JSONValue {
    var row: JSONObject = ["name": .string(pair)]
    if let mark = pair.firstIndex(of: "=") {
      row["name"] = .string(String(pair[..<mark]).trimmed)
      row["value"] = .string(String(pair[pair.index(after: mark)...]).trimmed)
    }
    if isOff { row["off"] = true }
    return .object(row)
  }

  /// The decoded rows if encoding them again gives the same text; else the query text and the decoded disabled rows.
  static func decoded(_ rows: [JSONValue]) -> (rows: [JSONValue], text: String) {
    let sent = rows.compactMap(\.object).filter { !$0.flag("off") }
    let areExact = sent.allSatisfy { row in
      [row.text("name"), row.text("value")].allSatisfy { $0.map(isExact) ?? true }
    }
    guard areExact else {
      let pairs = sent.map { ($0.text("name") ?? "") + ($0.text("value").map { "=" + $0 } ?? "") }
      return (rows.filter { $0.object?.flag("off") == true }.map(decodedRow), pairs.joined(separator: "&"))
    }
    return (rows.map(decodedRow), "")
  }

  private static func decodedRow(_ value: JSONValue) -> JSONValue {
    guard var row = value.object else { return value }
    for key in ["name", "value"] { if let text = row.text(key) { row[key] = .string(HTTPFileText.decoded(text)) } }
    return .object(row)
  }

  private static func isExact(_ text: String) -> Bool {
    HTTPFileText.encoded(HTTPFileText.decoded(text)) == HTTPFileText.normalizedEscapes(text)
  }
}
