extension RunContext {
  /// The maximum length of texts from scripts: the name of a test, its message, a line of the console.
  static let longestText = ScriptLimits().textBytes

  /// Truncates a text of a script. Secrets are masked first, so that no part of one remains at the end.
  func limited(_ text: String) -> String { truncated(text, to: Self.longestText) }

  /// Truncates a text to a number of bytes.
  ///
  /// - Parameter omitted: The bytes after the text that were not kept.
  func truncated(_ text: String, to limit: Int, omitted: Int = 0) -> String {
    guard text.utf8.count > limit || omitted > 0 else { return text }
    let masked = mask.current.masked(report: text)
    var end = masked.utf8.index(masked.startIndex, offsetBy: min(limit, masked.utf8.count))
    while end.samePosition(in: masked.unicodeScalars) == nil { end = masked.utf8.index(before: end) }
    let rest = masked.utf8.distance(from: end, to: masked.endIndex) + omitted
    return rest > 0 ? masked[..<end] + "… (\(Formatting.number(rest)) more bytes)" : masked
  }
}
