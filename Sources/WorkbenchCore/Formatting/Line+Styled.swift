import Pictures

extension Line {
  /// The visible part of the line as styled text, including its indentation.
  ///
  /// - Parameter hits: Byte ranges of the document to highlight.
  func styled(from firstColumn: Int, marking hits: [Range<Int>] = []) -> [TerminalUI.Span] {
    let indent = min(self.indent, Self.maxIndent)
    let visibleIndent = max(0, indent - firstColumn)
    let marker: [TerminalUI.Span] =
      visibleIndent > 0 ? [TerminalUI.Span(String(repeating: " ", count: visibleIndent))] : []
    return marker
      + spans.flatMap { span in
        let styled = TerminalUI.Span(span.text, span.token.role)
        return span.start == nil ? [styled] : styled.marking(hits.map(span.place(of:)), from: 0)
      }
  }

  /// Limits the indentation of deeply nested bodies, so that their text stays on the screen.
  static let maxIndent = 60
}

extension SyntaxRole {
  var role: Style.Role {
    switch self {
    case .key: .bodyKey
    case .string: .bodyString
    case .number: .bodyNumber
    case .boolean: .bodyBoolean
    case .null: .bodyNull
    case .punctuation: .bodyPunctuation
    case .tag: .bodyTag
    case .attribute: .bodyKey
    case .comment, .note: .hint
    case .text: .text
    }
  }
}

extension BodyDocument {
  /// The number of header lines that do not scroll.
  var headerLines: Int { hasHeader ? 1 : 0 }

  /// A visible line. The document counts columns from the end of the indentation.
  func spans(at index: Int, columns: Range<Int>, marking search: BodySearch? = nil) -> [TerminalUI.Span] {
    let head = line(at: index, columns: 0..<0)
    let indent = min(head.indent, Line.maxIndent)
    let start = max(0, columns.lowerBound - indent)
    let line = line(at: index, columns: start..<max(start, columns.upperBound - indent))
    // Table cells hold generated text, so search the text shown.
    if view == .table { return line.styled(from: columns.lowerBound).marking(search) }
    return line.styled(from: columns.lowerBound, marking: search.map { hits(of: $0, in: line) } ?? [])
  }

  /// The file extension for the body's format.
  var fileExtension: String {
    switch format {
    case .json: ".json"
    case .jsonLines: ".ndjson"
    case .xml: ".xml"
    case .html: ".html"
    case .table: ".csv"
    case .form, .text, .empty: ".txt"
    case .image: PictureKind(of: body)?.fileExtension ?? ".bin"
    case .binary, .multipart: ".bin"
    case .messagePack: ".msgpack"
    case .cbor: ".cbor"
    }
  }
}

extension DocumentDiff {
  /// A line of a comparison: `-` removed, `+` added.
  func spans(at index: Int, columns: Range<Int>) -> [TerminalUI.Span] {
    let head = line(at: index, columns: 0..<0)
    let indent = min(head.line.indent, Line.maxIndent)
    let start = max(0, columns.lowerBound - indent)
    let shown = line(at: index, columns: start..<max(start, columns.upperBound - indent - 2))
    let text = shown.line.styled(from: columns.lowerBound)
    switch shown.mark {
    case .same: return [TerminalUI.Span("  ")] + text
    case .removed: return [TerminalUI.Span("- ", .error)] + text.map { TerminalUI.Span($0.text, .error) }
    case .added: return [TerminalUI.Span("+ ", .success)] + text.map { TerminalUI.Span($0.text, .success) }
    }
  }
}
