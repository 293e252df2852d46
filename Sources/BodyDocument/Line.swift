/// One line, cut to the requested columns.
package struct Line: Equatable, Sendable {
  /// Consecutive characters with one role. May contain control characters, which the caller must make visible.
  package struct Span: Equatable, Sendable {
    package var text: String
    package var token: SyntaxRole
    /// Its range in the bytes of the document's view; `nil` for generated text.
    package var start: Int?
    /// Characters of the text decoded from escapes in the body.
    package var escapes: [Escape] = []

    package init(_ text: String, _ token: SyntaxRole, start: Int? = nil) {
      self.text = text
      self.token = token
      self.start = start
    }
  }

  /// A character decoded from an escape.
  package struct Escape: Equatable, Sendable {
    /// Its byte range in the span's text.
    package var place: Range<Int>
    /// The bytes of its escape in the body.
    package var bytes: Range<Int>
  }

  /// Blank columns before the text. Can be huge in deeply nested bodies, so clamp it.
  package var indent: Int
  package var spans: [Span]
  /// The width of the whole text without its indent, in the columns of `BodyDocument.line(at:columns:)`.
  package var width: Int
  package var isFoldable: Bool
  package var isFolded: Bool
  /// The range of the line in `BodyDocument.text`; for a container, all of its bytes.
  package var bytes: Range<Int>

  package var text: String { spans.reduce(into: "") { $0 += $1.text } }
}
