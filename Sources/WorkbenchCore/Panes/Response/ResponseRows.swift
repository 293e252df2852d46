/// The rows of a response tab. Rows of documents are made on demand, only for the screen.
package enum ResponseRows: Equatable, Sendable {
  case document(BodyDocument)
  case comparison(DocumentDiff)
  case timeline(TimelineRows)
  case messages(MessageRows)
  /// Fixed rows, followed by those of a document if there is one.
  case fixed([[Span]], then: BodyDocument? = nil)
  /// Some of the rows. Rows of documents cannot be chosen.
  indirect case chosen(ResponseRows, RowNumbers)

  package var count: Int {
    switch self {
    case .document(let document): document.lineCount - document.headerLines
    case .comparison(let diff): diff.lineCount
    case .timeline(let rows): rows.count
    case .messages(let rows): rows.count
    case .fixed(let rows, let document): rows.count + (document?.lineCount ?? 0)
    case .chosen(_, let numbers): numbers.count
    }
  }

  /// The header above the rows, such as the column names of a table.
  package func header(columns: Range<Int>) -> [Span]? {
    guard case .document(let document) = self, document.headerLines > 0 else { return nil }
    return document.spans(at: 0, columns: columns)
  }

  /// - Parameters:
  ///   - columns: The visible columns; only these are built.
  ///   - search: The search whose matches are highlighted.
  package func row(_ index: Int, columns: Range<Int>, marking search: BodySearch? = nil) -> [Span] {
    switch self {
    case .document(let document):
      document.spans(at: index + document.headerLines, columns: columns, marking: search)
    case .comparison(let diff): diff.spans(at: index, columns: columns).marking(search)
    case .timeline(let rows): rows.row(index).marking(search).dropping(columns: columns.lowerBound)
    case .messages(let rows): rows.row(index).marking(search).dropping(columns: columns.lowerBound)
    case .fixed(let rows, let document):
      index < rows.count
        ? rows[index].marking(search).dropping(columns: columns.lowerBound)
        : document?.spans(at: index - rows.count, columns: columns, marking: search) ?? []
    case .chosen(let rows, let numbers):
      rows.row(numbers[index], columns: columns, marking: search)
    }
  }

  /// Whether a row has bytes in hexadecimal.
  func isHex(_ index: Int) -> Bool {
    switch self {
    case .document(let document): document.view == .hex
    case .messages(let rows): rows.isHex(index)
    case .fixed(let rows, let document): index >= rows.count && document?.view == .hex
    case .chosen(let rows, let numbers): rows.isHex(numbers[index])
    case .comparison, .timeline: false
    }
  }

  /// The width of a whole row in columns; in bytes for giant lines.
  package func width(of index: Int) -> Int {
    guard case .document(let document) = self else { return row(index, columns: 0..<Int.max).columns }
    let line = document.line(at: index + document.headerLines, columns: 0..<0)
    return min(line.indent, Line.maxIndent) + line.width
  }
}

// Searching. A place is a byte offset in a body, and a row number in other rows.
extension ResponseRows {
  /// The places covered by a row.
  package func places(ofRow row: Int) -> Range<Int> {
    guard row < count else { return 0..<0 }
    guard case .document(let document) = self else { return row..<row + 1 }
    return document.ownBytes(ofLine: row + document.headerLines)
  }

  /// Finds the first match at or after `place`, or the last one before it, wrapping around at the end.
  package func find(
    _ search: BodySearch, from place: Int, forward: Bool
  ) throws(RegularExpressionProblem) -> Int? {
    if case .document(let document) = self { return try document.find(search, from: place, forward: forward) }
    let count = count
    return (0..<count).lazy.map { step in
      forward ? (place + step) % count : ((place - 1 - step) % count + count) % count
    }.first { !hits(of: search, inRow: $0).isEmpty }
  }

  /// - Returns: `nil` if the search was stopped.
  package func hits(
    of search: BodySearch, isStopped: () -> Bool
  ) throws(RegularExpressionProblem) -> SearchHits? {
    if case .document(let document) = self { return try document.hits(of: search, isStopped: isStopped) }
    var hits = SearchHits()
    for row in 0..<count {
      if row % 256 == 0, isStopped() { return nil }
      for _ in self.hits(of: search, inRow: row) { hits.add(row) }
    }
    return hits
  }

  func hits(of search: BodySearch, inRow row: Int) -> [Range<Int>] {
    search.hits(in: self.row(row, columns: 0..<1 << 20).map(\.text).joined())
  }
}

extension [Span] {
  func dropping(columns: Int) -> [Span] {
    guard columns > 0 else { return self }
    var rest = columns
    return compactMap { span in
      let width = span.text.columns
      defer { rest -= Swift.min(width, Swift.max(0, rest)) }
      if rest <= 0 { return span }
      return width <= rest ? nil : Span(span.text.dropping(columns: rest), span.style)
    }
  }

  /// Highlights the matches of a search.
  func marking(_ search: BodySearch?) -> [Span] {
    guard let search else { return self }
    let hits = search.hits(in: map(\.text).joined())
    if hits.isEmpty { return self }
    var start = 0
    return flatMap { span in
      defer { start += span.text.utf8.count }
      return span.marking(hits, from: start)
    }
  }
}

extension Span {
  /// Splits the span and highlights the parts inside `hits`.
  ///
  /// - Parameter start: The byte offset of the span in the line.
  func marking(_ hits: [Range<Int>], from start: Int) -> [Span] {
    var pieces: [Span] = []
    let bytes = Array(text.utf8)
    var done = 0
    func cut(to end: Int, _ style: Style) {
      if end > done { pieces.append(Span(String(decoding: bytes[done..<end], as: UTF8.self), style)) }
      done = max(done, end)
    }
    for hit in hits where hit.upperBound > start && hit.lowerBound < start + bytes.count {
      cut(to: Swift.max(0, hit.lowerBound - start), style)
      cut(to: Swift.min(bytes.count, hit.upperBound - start), Style(.match, on: style.surface, bold: true))
    }
    cut(to: bytes.count, style)
    return pieces
  }
}
