package indirect enum MarkdownBlock: Equatable, Sendable {
  case heading(level: Int, [Span])
  case paragraph([Span])
  case code(language: String, lines: [String])
  case quote([MarkdownBlock])
  case list([Item])
  case table(header: [[Span]], rows: [[[Span]]])
  case rule

  package struct Item: Equatable, Sendable {
    /// `•`, `1.`, `☐` or `☑`.
    package let marker: String
    package let blocks: [MarkdownBlock]
  }
}
