/// Tokens in texts that may be JSON, where the `n` of `\n` looks like the letter before a token.
extension TokenShape {
  /// Returns whether a text has a token, also behind or within escapes.
  static func isAny(inEscaped text: String) -> Bool { readings(of: text).contains { isAny(in: $0) } }

  /// A text, then without its escapes, and without those of JSON in strings of JSON. Their number is limited: each takes
  /// as long as the text.
  private static func readings(of text: String) -> some Sequence<String> {
    sequence(first: text) { text in
      text.utf8.contains(UInt8(ascii: "\\")) ? JSONString(escaped: text).value : nil
    }.prefix(4)
  }
}
