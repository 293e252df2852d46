/// Texts of documents as names and values.
enum OpenAPIText {
  /// Reverses `Template.escaping`.
  static func unescaped(_ text: String) -> String { text.replacing(Template.escapedBraces, with: "{{") }

  /// The text without white space at its end: blocks of YAML end with a line break.
  static func trimmed(_ text: String) -> String { String(text.trimmingSuffix(while: \.isWhitespace)) }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The length of names.
  static let nameLimit = 120

  /// The text in one line that is short enough for a name.
  static func name(_ text: String, limit: Int = nameLimit) -> String {
    let line = oneLine(text)
    return line.count <= limit ? line : String(line.prefix(limit - 1).trimmingSuffix { $0 == " " }) + "…"
  }
}
