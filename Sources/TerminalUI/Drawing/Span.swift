/// A part of a line in one style.
package struct Span: Equatable, Hashable, Sendable {
  package var text: String
  package var style: Style
  /// The target of a link in a document.
  package var link: String?

  package init(_ text: String, _ style: Style = Style(), link: String? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }

  package init(_ text: String, _ role: Style.Role) { self.init(text, Style(role)) }
}

extension [Span] {
  package var columns: Int { reduce(0) { $0 + $1.text.columns } }

  /// Truncates the line to `columns` columns, ending in `…`.
  package func truncated(to columns: Int) -> [Span] {
    guard self.columns > columns else { return self }
    var room = columns
    var result: [Span] = []
    for span in self {
      let width = span.text.columns
      guard width >= room else {
        result.append(span)
        room -= width
        continue
      }
      result.append(Span(span.text.truncated(to: room, always: true), span.style))
      break
    }
    return result
  }
}
