package import Foundation
package import RequestModel

/// A change or a question about recorded exchanges.
package enum HistoryEffect: Equatable, Sendable {
  case pin(ExchangeID, Bool)
  /// Replaces the tags.
  case tag(ExchangeID, [String])
  /// Replaces the note; an empty one is removed.
  case note(ExchangeID, String)
  /// With all others of its run, if its row stands for one.
  case delete(ExchangeID, run: UUID?)
  case restore(ExchangeID)
  /// What the request of an exchange did so far.
  case statistics(ExchangeSummary)
  /// Sets how much is kept, and removes what is more.
  case limit(Retention)
  /// How two exchanges differ; the older one comes first.
  case compare(ExchangeID, ExchangeID)
  /// Finds the newest exchanges for the list of everything. The number is that of the question.
  case find(Int, String, limit: Int)
}
