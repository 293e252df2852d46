package import BodyDocument
package import TerminalUI

/// The rows of one response tab. Rows of documents are made when they are asked for, and only those on the screen are.
package struct ResponseRows: Equatable, Sendable {
  private let source: Source

  private enum Source: Equatable, Sendable {
    case document(BodyDocument)
    case comparison(DocumentDiff)
    case fixed([[Span]])
    case timeline(TimelineRows)
    /// Fixed rows, then a document.
    case sent([[Span]], BodyDocument?)
  }

  private init(_ source: Source) { self.source = source }

  package static func document(_ document: BodyDocument) -> ResponseRows { ResponseRows(.document(document)) }
  package static func comparison(_ diff: DocumentDiff) -> ResponseRows { ResponseRows(.comparison(diff)) }
  package static func fixed(_ rows: [[Span]]) -> ResponseRows { ResponseRows(.fixed(rows)) }
  package static func timeline(_ rows: TimelineRows) -> ResponseRows { ResponseRows(.timeline(rows)) }
  /// Fixed rows, then those of a document.
  package static func fixed(_ rows: [[Span]], then document: BodyDocument?) -> ResponseRows {
    ResponseRows(.sent(rows, document))
  }

  package var count: Int {
    switch source {
    case .document(let document): document.lineCount - document.headerLines
    case .comparison(let diff): diff.lineCount
    case .fixed(let rows): rows.count
    case .timeline(let rows): rows.count
    case .sent(let rows, let document): rows.count + (document?.lineCount ?? 0)
    }
  }

  /// What stays above the rows, as the names of a table's columns do.
  package func header(columns: Range<Int>) -> [Span]? {
    guard case .document(let document) = source, document.headerLines > 0 else { return nil }
    return document.spans(at: 0, columns: columns)
  }

  /// - Parameters:
  ///   - columns: The part of the line that is on the screen; a giant line costs no more than that.
  ///   - search: Its hits are marked.
  package func row(_ index: Int, columns: Range<Int>, marking search: BodySearch? = nil) -> [Span] {
    switch source {
    case .document(let document):
      document.spans(at: index + document.headerLines, columns: columns, marking: search)
    case .comparison(let diff): diff.spans(at: index, columns: columns).marking(search)
    case .fixed(let rows): rows[index].marking(search).dropping(columns: columns.lowerBound)
    case .timeline(let rows): rows.row(index).marking(search).dropping(columns: columns.lowerBound)
    case .sent(let rows, let document):
      index < rows.count
        ? rows[index].marking(search).dropping(columns: columns.lowerBound)
        : document?.spans(at: index - rows.count, columns: columns, marking: search) ?? []
    }
  }

  /// The columns that a whole row takes; of a giant line in bytes rather than columns.
  package func width(of index: Int) -> Int {
    guard case .document(let document) = source else { return row(index, columns: 0..<Int.max).columns }
    let line = document.line(at: index + document.headerLines, columns: 0..<0)
    return min(line.indent, Line.maxIndent) + line.width
  }
}

// Searching. A place is the offset of a byte where the rows are a body's, and the number of a row elsewhere.
extension ResponseRows {
  /// The places that a row stands for.
  package func places(ofRow row: Int) -> Range<Int> {
    guard row < count else { return 0..<0 }
    guard case .document(let document) = source else { return row..<row + 1 }
    return document.ownBytes(ofLine: row + document.headerLines)
  }

  /// The first hit at `place` or behind it, or the last one before it; past the end it goes on from the other end.
  package func find(
    _ search: BodySearch, from place: Int, forward: Bool
  ) throws(RegularExpressionProblem) -> Int? {
    if case .document(let document) = source { return try document.find(search, from: place, forward: forward) }
    let count = count
    return (0..<count).lazy.map { step in
      forward ? (place + step) % count : ((place - 1 - step) % count + count) % count
    }.first { !hits(of: search, inRow: $0).isEmpty }
  }

  /// - Returns: `nil` where it was stopped.
  package func hits(
    of search: BodySearch, isStopped: () -> Bool
  ) throws(RegularExpressionProblem) -> SearchHits? {
    if case .document(let document) = source { return try document.hits(of: search, isStopped: isStopped) }
    var hits = SearchHits()
    for row in 0..<count {
      if row % 256 == 0, isStopped() { return nil }
      for _ in self.hits(of: search, inRow: row) { hits.add(row) }
    }
    return hits
  }

  private func hits(of search: BodySearch, inRow row: Int) -> [Range<Int>] {
    search.hits(in: self.row(row, columns: 0..<1 << 20).map(\.text).joined())
  }
}

extension [Span] {
  /// The line without its first columns.
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

  /// The line with the hits of a search in it made visible.
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
  /// The span cut into pieces, those that lie in `hits` marked.
  ///
  /// - Parameter start: Where the span begins, in the bytes that the hits count in.
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
