/// How the result of a check is named.
package enum CheckName {
  private static let longest = 120

  /// The check's description, or a summary of the check: `jsonpath $.id equals 7`.
  package static func of(_ check: JSONObject) -> String {
    if let description = check["description"]?.string, !description.isEmpty { return description }
    if check["query"]?.string == CheckSubject.unsupported { return shortened(check["expression"]?.string ?? "") }
    let words = [CheckSubject(row: check).text, shortened(CheckExpectation(row: check).text)]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How the result of a capture is named.
  package static func capture(_ name: String, of source: String) -> String { "capture \(name) from \(source)" }

  package static func ofCapture(_ capture: JSONObject) -> String {
    self.capture(capture["name"]?.string ?? "", of: CheckSubject(row: capture).text)
  }

  package static func shortened(_ text: String) -> String {
    guard text.unicodeScalars.count > longest else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest - 1))) + "…"
  }
}
