import BodyDocument
import RequestModel
package import TerminalUI

/// The rows of one tab of an answer. Making it costs nothing: a row is made when it is asked for, and only those on the
/// screen are.
package struct ResponseRows {
  private let source: Source

  private enum Source {
    case document(BodyDocument)
    case fixed([[Span]])
    case timeline(TimelineRows)
    /// Fixed rows, then a document.
    case sent([[Span]], BodyDocument?)
  }

  package init(_ library: Library, tab: ResponseTab) {
    guard let live = library.exchange else {
      source = .fixed([])
      return
    }
    switch tab {
    case .body: source = live.body.map(Source.document) ?? .fixed([])
    case .headers: source = .fixed(Self.headers(live.answer?.headers ?? []))
    case .cookies: source = .fixed(Self.cookies(live.answer?.headers ?? []))
    case .timeline: source = live.exchange.map { .timeline(TimelineRows($0)) } ?? .fixed([])
    case .sent: source = Self.sent(live)
    }
  }

  package var count: Int {
    switch source {
    case .document(let document): document.lineCount
    case .fixed(let rows): rows.count
    case .timeline(let rows): rows.count
    case .sent(let rows, let document): rows.count + (document?.lineCount ?? 0)
    }
  }

  /// - Parameter columns: The part of the line that is on the screen; a giant line costs no more than that.
  package func row(_ index: Int, columns: Range<Int>) -> [Span] {
    switch source {
    case .document(let document): document.spans(at: index, columns: columns)
    case .fixed(let rows): rows[index].dropping(columns: columns.lowerBound)
    case .timeline(let rows): rows.row(index).dropping(columns: columns.lowerBound)
    case .sent(let rows, let document):
      index < rows.count
        ? rows[index].dropping(columns: columns.lowerBound)
        : document?.spans(at: index - rows.count, columns: columns) ?? []
    }
  }

  private static func headers(_ headers: [Header]) -> [[Span]] {
    let width = min(32, headers.map(\.name.columns).max() ?? 0)
    return headers.map { [Span($0.name.padded(to: max(width, $0.name.columns)) + "  ", .key), Span($0.value)] }
  }

  /// Each `Set-Cookie` with its attributes, RFC 6265 section 4.1.
  private static func cookies(_ headers: [Header]) -> [[Span]] {
    let cookies = headers.filter { $0.name.lowercased() == "set-cookie" }
    return cookies.flatMap { header -> [[Span]] in
      let parts = header.value.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
      let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let first = [Span(String(pair.first ?? ""), .key), Span(" = "), Span(pair.count > 1 ? String(pair[1]) : "")]
      return [first] + parts.dropFirst().map { [Span("  " + $0, .hint)] }
    }
  }

  private static func sent(_ live: LiveExchange) -> Source {
    guard let exchange = live.exchange else { return .fixed([]) }
    guard let sent = exchange.sent else { return .fixed([]) }
    var rows: [[Span]] = [[Span(sent.method, Style(.method(sent.method), bold: true)), Span(" " + sent.url)], []]
    rows += headers(sent.headers)
    if !sent.body.isEmpty { rows.append([]) }
    return .sent(rows, sent.body.isEmpty ? nil : live.sentBody)
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
}
