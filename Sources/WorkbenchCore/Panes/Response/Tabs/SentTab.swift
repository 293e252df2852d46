/// The sent request: request line, headers and body.
package struct SentTab: ResponseTab {
  package static let id = "sent"
  package static let title = "Sent"
  package static let keywords = "request raw console wire"
  package static let letter: Character? = "e"

  package var view = RowsView()
  private var built = Derived<ExchangeID?, ResponseRows>(.fixed([]))

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func placeholder(for live: LiveExchange) -> String { live.isRunning ? whenComplete : "" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    built.update(for: live?.exchange?.id) { live.map(Self.rows) ?? .fixed([]) }
    return []
  }

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    guard let live = context.workspace.exchange, let sent = live.exchange?.sent else { return nil }
    let index = view.window.selected
    if index == 0 { return plainValue(sent.url, in: context) }
    if sent.headers.indices.contains(index - 2) { return plainValue(sent.headers[index - 2].value, in: context) }
    guard let body = live.sentBody, index >= rows.count - body.lineCount,
      let line = body.lineOfValue(at: index - (rows.count - body.lineCount))
    else { return nil }
    return body.value(at: line).map { plainValue($0, in: context) }
  }

  private static func rows(of live: LiveExchange) -> ResponseRows {
    guard let sent = live.exchange?.sent else { return .fixed([]) }
    var rows: [[Span]] = [[Span(sent.method, Style(.method(sent.method), bold: true)), Span(" " + sent.url)], []]
    rows += HeadersTab.rows(of: sent.headers)
    if let omission = sent.omission {
      let end = "The last \(Formatting.bytes(omission.byteCount)) of the body were not stored: \(omission.reason)"
      rows += [[], [Span(end, .hint)]]
    }
    return sent.body.isEmpty ? .fixed(rows) : .fixed(rows + [[]], then: live.sentBody)
  }
}
