/// One line as it is shown, cut to the columns that were asked for.
package struct Line: Equatable, Sendable {
  /// Neighbouring characters of one meaning. Control characters of the body are still in it: who draws it marks them.
  package struct Span: Equatable, Sendable {
    package var text: String
    package var token: SyntaxRole
    /// Where it stands in the body as it is, in the bytes that the document's view counts in; `nil` for words of ours.
    package var start: Int?
    /// Characters of the text that stand for longer escapes in the body.
    package var escapes: [Escape] = []

    package init(_ text: String, _ token: SyntaxRole, start: Int? = nil) {
      self.text = text
      self.token = token
      self.start = start
    }
  }

  /// A character that stands for an escape.
  package struct Escape: Equatable, Sendable {
    /// Where it stands in the span's text, in bytes.
    package var place: Range<Int>
    /// The bytes of the body that it stands for.
    package var bytes: Range<Int>
  }

  /// Blank columns before the text. A body can be nested thousands of levels deep: clamp it to what fits.
  package var indent: Int
  package var spans: [Span]
  /// How long the whole text is, in columns as `BodyDocument.line(at:columns:)` counts them, without the indent.
  package var width: Int
  package var isFoldable: Bool
  package var isFolded: Bool
  /// Where the line stands in `BodyDocument.text`; for a container, from its first byte to its last.
  package var bytes: Range<Int>

  /// The text of the spans together.
  package var text: String { spans.reduce(into: "") { $0 += $1.text } }
}
