import RequestModel
import TerminalUI

/// The sent request: request line, headers and body.
package struct SentTab: ResponseTab {
  package static let id = "sent"
  package static let title = "Sent"
  package static let keywords = "request raw console wire"
  package static let letter: Character? = "s"

  package var view = RowsView()
  private var built = Derived<ExchangeID?, ResponseRows>(.fixed([]))

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func placeholder(for live: LiveExchange) -> String { live.isRunning ? whenComplete : "" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    built.update(for: live?.exchange?.id) { live.map(Self.rows) ?? .fixed([]) }
    return []
  }

  private static func rows(of live: LiveExchange) -> ResponseRows {
    guard let sent = live.exchange?.sent else { return .fixed([]) }
    var rows: [[Span]] = [[Span(sent.method, Style(.method(sent.method), bold: true)), Span(" " + sent.url)], []]
    rows += HeadersTab.rows(of: sent.headers)
    if let omission = sent.omission {
      rows += [
        [],
        [
          Span(
            "The last \(Formatting.bytes(omission.byteCount)) of the body were not stored: \(omission.reason)", .hint)
        ],
      ]
    }
    if sent.body.isEmpty { return .fixed(rows) }
    return .fixed(rows + [[]], then: live.sentBody)
  }
}
