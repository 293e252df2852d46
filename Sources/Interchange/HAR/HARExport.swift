import Foundation

/// An exchange as an HTTP Archive (HAR 1.2), with an entry for each request sent.
package enum HARExport {
  /// - Parameter version: The version of this program, for `creator`.
  package static func archive(of exchange: Exchange, version: String) -> JSONValue {
    archive(of: [exchange], version: version)
  }

  /// The exchanges in one archive, in the order they were sent.
  ///
  /// - Parameter unsent: Entries to put behind them.
  package static func archive(
    of exchanges: [Exchange], unsent: [JSONValue] = [], version: String
  ) -> JSONValue {
    let sent = exchanges.flatMap(entries).sorted { $0.start < $1.start }
    return [
      "log": [
        "version": "1.2",
        "creator": ["name": "workbench", "version": .string(version)],
        "entries": .array(sent.map(\.value) + unsent),
      ]
    ]
  }

  private static func entries(of exchange: Exchange) -> [HAREntry] {
    let hops = hops(of: exchange)
    let first = hops.firstIndex { !$0.0.isAuxiliary }
    return hops.enumerated().map { HAREntry(exchange, $1, isFirst: $0 == first) }
  }

  /// The timeline, else a hop made from the request and response.
  private static func hops(of exchange: Exchange) -> [(Timeline.Hop, isLast: Bool)] {
    var (hops, last) = (exchange.timeline.hops, exchange.timeline.lastOwnIndex)
    if hops.isEmpty, let sent = exchange.sent {
      hops = [
        Timeline.Hop(
          attempt: 1, method: sent.method, url: sent.url, start: .zero,
          phases: Timeline.Phases(wait: exchange.duration), status: exchange.response?.status,
          requestHeaders: sent.headers, responseHeaders: exchange.response?.headers ?? [],
          failure: exchange.outcome.failure?.sentence)
      ]
      last = 0
    }
    return hops.enumerated().map { ($1, $0 == last) }
  }
}
