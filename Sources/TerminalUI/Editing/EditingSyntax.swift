/// The editing rules for the language of a text.
package struct EditingSyntax: Equatable, Sendable {
  /// The beginning of a comment, and its end unless it ends with the line.
  package var comment: Comment?
  /// Whether a new line after an open bracket is indented.
  package var indentsBrackets: Bool

  package struct Comment: Equatable, Sendable {
    package var start: String
    package var end: String?

    package init(_ start: String, _ end: String? = nil) {
      self.start = start
      self.end = end
    }
  }

  package init(comment: Comment? = nil, indentsBrackets: Bool = false) {
    self.comment = comment
    self.indentsBrackets = indentsBrackets
  }

  /// One step of indentation.
  static let indent = "  "
}
