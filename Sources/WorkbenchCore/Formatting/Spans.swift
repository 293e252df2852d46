extension Workspace {
  /// Highlights variables in `text`: those with a value, secret ones, dynamic ones, and underlines those without a value.
  func spans(for text: String) -> [Span] {
    let bytes = Array(text.utf8)
    var (spans, start) = ([Span](), 0)
    func add(_ range: Range<Int>, _ style: Style = Style()) {
      if !range.isEmpty { spans.append(Span(String(decoding: bytes[range], as: UTF8.self), style)) }
    }
    for range in Template.ranges(in: text) {
      add(start..<range.lowerBound)
      let variable = Template(String(decoding: bytes[range], as: UTF8.self)).expressions.first
      add(range, variable.map { variables.value.style(of: $0) } ?? Style(.hint))
      start = range.upperBound
    }
    add(start..<bytes.count)
    return spans
  }

  /// Highlights the variables, path parameters and query of a URL. Path parameters without a value are underlined.
  func spans(forURL url: String, of request: SavedRequest) -> [Span] {
    // A command line has none of them.
    if request.kind == .program { return [Span(url)] }
    let values = request.pathParameters
    return URLToken.all(in: url).flatMap { token -> [Span] in
      switch token.kind {
      case .plain, .value: return spans(for: token.text)
      case .name: return marking([Span(token.text, .key)])
      case .mark: return [Span(token.text, .hint)]
      case .fragment: return marking([Span(token.text, .hint)])
      case .pathName(let name):
        let hasValue = values.contains { $0.name.isExactly(name) && !$0.value.isEmpty }
        return [Span(token.text, hasValue ? Style(.variable) : Style(.error, underlined: true))]
      }
    }
  }

  /// Highlights the variables in styled text, such as in the strings of JSON.
  func marking(_ spans: [Span]) -> [Span] {
    spans.flatMap { span in
      guard span.text.containsExactly("{{") else { return [span] }
      return self.spans(for: span.text).map { $0.style == Style() ? Span($0.text, span.style) : $0 }
    }
  }
}

extension [Span] {
  /// A value that arrow keys change.
  static func choice(_ text: String, isOpen: Bool) -> [Span] {
    let surface: Style.Surface = isOpen ? .selected : .plain
    let mark = Style(.hint, on: surface)
    return [Span("‹ ", mark), Span(text, Style(.variable, on: surface)), Span(" ›", mark)]
  }
}

extension Style.Role {
  /// The style role of a method: safe, writing or deleting.
  static func method(_ method: String) -> Style.Role {
    switch method {
    case "GET", "HEAD", "OPTIONS", "QUERY": .methodRead
    case "POST", "PUT", "PATCH": .methodWrite
    case "DELETE": .methodDelete
    default: .methodOther
    }
  }

  /// - Parameter status: 0 for the response of a program.
  static func status(_ status: Int) -> Style.Role {
    switch status {
    case 0, 200..<300: .success
    case 300..<400: .redirect
    case 400..<500: .warning
    default: status >= 500 ? .error : .label
    }
  }
}

extension String {
  /// Wraps the text to lines of at most `columns` columns, between words if possible.
  func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var (line, width) = ("", 0)
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let space = line.isEmpty ? 0 : 1
        let count = word.columns
        if width + space + count <= columns {
          line += (space == 0 ? "" : " ") + word
          width += space + count
          continue
        }
        if !line.isEmpty { lines.append(line) }
        var pieces = word.pieces(of: columns)
        line = pieces.removeLast()
        lines += pieces
        width = line.columns
      }
      lines.append(line)
    }
    return lines
  }
}

extension Substring {
  /// The parts of a word of at most `columns` columns. A character that is wider is a part.
  func pieces(of columns: Int) -> [String] {
    var pieces: [String] = []
    var (piece, width) = ("", 0)
    for character in self {
      let count = String(character).columns
      if !piece.isEmpty, width + count > columns {
        pieces.append(piece)
        (piece, width) = ("", 0)
      }
      piece.append(character)
      width += count
    }
    return pieces + [piece]
  }
}

extension Variable {
  /// The value, or its source. Secrets are masked.
  var shownValue: String {
    switch source {
    case .literal(let value): value.templateText
    case .secret: PlacedField.mask
    case .prompt(let question): "asks: " + question
    case .command(let command): "output of " + command.text
    case .dotenv(let path, let key): "\(key) of \(path)"
    case .environmentVariable(let name): "$" + name
    }
  }
}
