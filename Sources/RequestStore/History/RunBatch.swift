/// Exchanges of a run that are recorded together, or one by one where that fails.
struct RunBatch {
  let exchanges: [Exchange]
  /// The number of the first exchange in the run.
  let first: Int
  let run: RecordedRun

  /// Writes as much as possible: all exchanges, else all without bodies if the disk is full, else one by one.
  func write(to store: HistoryStore, _ loss: inout RunLoss) {
    guard let error = Self.failure(of: exchanges, store, run, first, &loss) else { return }
    if case .full = error {
      let bare = exchanges.map { $0.withoutBodies(because: error.description).0 }
      if Self.failure(of: bare, store, run, first, &loss) == nil {
        return loss.loseBodies(of: exchanges[...], from: first, because: error.description)
      }
    }
    writeEach(to: store, &loss)
  }

  private func writeEach(to store: HistoryStore, _ loss: inout RunLoss) {
    for (index, exchange) in exchanges.enumerated() {
      guard let error = Self.failure(of: [exchange], store, run, first + index, &loss) else { continue }
      // The others would fail in the same way, each after a wait.
      guard error.isAboutSpace else {
        store.removeNotes(of: exchanges[index...])
        return loss.lose(exchanges[index...], from: first + index, because: error)
      }
      let bare = exchange.withoutBodies(because: error.description).0
      if let second = Self.failure(of: [bare], store, run, first + index, &loss) {
        store.removeNotes(of: [exchange])
        loss.lose([exchange], from: first + index, because: second)
      } else {
        loss.loseBodies(of: [exchange], from: first + index, because: error.description)
      }
    }
  }

  /// - Returns: Why nothing was recorded; `nil` if everything was, except for bodies that `loss` then has.
  private static func failure(
    of exchanges: [Exchange], _ store: HistoryStore, _ run: RecordedRun, _ first: Int, _ loss: inout RunLoss
  ) -> HistoryError? {
    do throws(HistoryError) {
      try store.record(exchanges, of: run)
      return nil
    } catch {
      guard case .bodyLeftOut(_, let reason) = error else { return error }
      let large = exchanges.indices.filter { exchanges[$0].bodySize > UnwrittenContent.chunkSize }
      loss.loseBodies(of: large.map { exchanges[$0] }[...], from: first + (large.first ?? 0), because: reason)
      return nil
    }
  }
}

/// The part of a run that history lacks, and where it begins.
package struct RunLoss: Equatable, Sendable {
  private var exchanges = 0
  private var bodies = 0
  private var lacksEnd = false
  /// The first exchange that something is missing of.
  private var first = ""
  private var reason = ""

  var isEmpty: Bool { reason.isEmpty }

  mutating func lose(_ lost: ArraySlice<Exchange>, from number: Int, because error: HistoryError) {
    exchanges += lost.count
    note(lost.first, number, error.description)
  }

  mutating func loseBodies(of changed: ArraySlice<Exchange>, from number: Int, because reason: String) {
    bodies += max(1, changed.count)
    note(changed.first, number, reason)
  }

  mutating func loseEnd(because error: HistoryError) {
    lacksEnd = true
    note(nil, 0, error.description)
  }

  /// Adds the losses of later exchanges.
  mutating func add(_ other: RunLoss) {
    exchanges += other.exchanges
    bodies += other.bodies
    lacksEnd = lacksEnd || other.lacksEnd
    if first.isEmpty { first = other.first }
    if reason.isEmpty { reason = other.reason }
  }

  private mutating func note(_ exchange: Exchange?, _ number: Int, _ cause: String) {
    if first.isEmpty, let exchange {
      let (method, url) = (exchange.shownMethod, exchange.sent?.url ?? exchange.request.url)
      first = "number \(number) (\(method) \(url))"
    }
    if reason.isEmpty { reason = cause }
  }
}

extension RunLoss: CustomStringConvertible {
  package var description: String {
    let lost: [String?] = [
      exchanges > 0 ? "\(exchanges) \(exchanges == 1 ? "exchange" : "exchanges")" : nil,
      bodies > 0 ? "bodies of \(bodies) \(bodies == 1 ? "exchange" : "exchanges")" : nil,
      lacksEnd ? "the end of the run" : nil,
    ]
    let start = first.isEmpty ? "" : ", beginning with \(first)"
    return lost.compactMap(\.self).joined(separator: ", ") + start + " — \(reason)"
  }
}

extension Exchange {
  /// The bytes of its larger body.
  fileprivate var bodySize: Int { max(response?.body.count ?? 0, sent?.body.count ?? 0) }
}
