package import Foundation

/// A change of the recorded exchanges, or a question about them.
package enum HistoryEffect: FeatureEffect {
  case list(query: String)
  /// Reads that many of the newest exchanges; the reply is `.newest`.
  case listNewest(Int)
  case open(ExchangeID)
  case findLast(Exchange.Origin, RequestID?)
  case pin(ExchangeID, Bool)
  /// Replaces the tags.
  case tag(ExchangeID, [String])
  /// Replaces the note; an empty one is removed.
  case note(ExchangeID, String)
  /// Deletes the exchange, or all exchanges of its run if its row represents a run.
  case delete(ExchangeID, run: UUID?)
  case restore(ExchangeID)
  /// Statistics of the request of an exchange.
  case statistics(ExchangeSummary)
  /// Sets the limits of history, and removes what exceeds them.
  case limit(Retention)
  /// Compares two exchanges; the older one comes first.
  case compare(ExchangeID, ExchangeID)
  case stopComparing
  /// Finds the newest exchanges for the list of everything. The number identifies the question.
  case find(Int, String, limit: Int)
  /// Finds the exchanges of a request, those of runs as well, for the list of what can be compared.
  case responses(ExchangePicker)
}

extension Effect {
  package static func history(_ effect: HistoryEffect) -> Effect { .feature(FeatureWork(effect)) }
  package static func listHistory(query: String) -> Effect { .history(.list(query: query)) }
  package static func listNewest(_ count: Int) -> Effect { .history(.listNewest(count)) }
  package static func openExchange(_ id: ExchangeID) -> Effect { .history(.open(id)) }

  package static func findLastExchange(_ origin: Exchange.Origin, _ request: RequestID?) -> Effect {
    .history(.findLast(origin, request))
  }
}
