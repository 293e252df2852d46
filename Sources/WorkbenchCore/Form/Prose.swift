/// Renders the Markdown texts of a form.
enum Prose {
  /// Returns the rows with the lines of Markdown texts laid out for a width. An empty text keeps its line, which opens it.
  static func laidOut(_ rows: [FormRow], of file: SavedFile, columns: Int) -> [FormRow] {
    var result: [FormRow] = []
    for row in rows {
      guard case .line(let field, let index) = row, field.isMarkdown, !field.text(in: file).isEmpty else {
        result.append(row)
        continue
      }
      guard index == 0 else { continue }
      let blocks = MarkdownParser.blocks(of: field.text(in: file))
      result += MarkdownLayout.lines(of: blocks, columns: columns).map { .prose(field, $0) }
    }
    return result
  }
}
