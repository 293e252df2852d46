internal import Dispatch
internal import Foundation
internal import Synchronization

/// Records the exchanges of a run in batches: a commit for each would take longer than a request.
package final class RunRecorder: Sendable {
  /// How much of a run history records.
  package enum Extent: String, CaseIterable, Sendable {
    case all
    /// Everything, but bodies only of requests that failed.
    case failedBodies = "failed-bodies"
    /// Only requests that failed.
    case failures
    case none
  }

  private struct State {
    var run: RecordedRun
    var pending: [Exchange] = []
    /// Of the bodies in `pending`.
    var byteCount = 0
    /// Batches that are not written yet.
    var waiting = 0
    /// Batches that wait for a history that could not be opened: files may be free again later.
    var unopened: [RunBatch] = []
    /// Exchanges that are being sent and have no note in history yet.
    var sending: [ExchangeID: @Sendable () -> Exchange] = [:]
    var areNotesDue = false
    /// The exchanges that were handed over for writing.
    var handedOver = 0
    var loss = RunLoss()

    /// The losses since the last call.
    mutating func takeLoss() -> RunLoss? {
      defer { loss = RunLoss() }
      return loss.isEmpty ? nil : loss
    }
  }

  private static let batchCount = 250
  private static let batchSize = 8 << 20
  /// In seconds. A run that is killed loses at most the exchanges recorded in this time.
  private static let batchTime = 1.0
  private static let waitingLimit = 3
  private static let unopenedLimit = 8

  private let store: @Sendable () throws(HistoryError) -> HistoryStore
  private let extent: Extent
  private let queue = DispatchQueue(label: "workbench.run.history")
  private let state: Mutex<State>

  /// - Parameter store: Opens the history, when the first exchange is sent or recorded.
  package init(
    _ run: RecordedRun, _ extent: Extent, store: @escaping @Sendable () throws(HistoryError) -> HistoryStore
  ) {
    self.store = store
    self.extent = extent
    state = Mutex(State(run: run))
  }

  /// Notes an exchange before it is sent, so that a program that is killed leaves a trace of it. The note is written with
  /// the batches: it would cost more than most requests.
  package func note(sending id: ExchangeID, _ exchange: @escaping @Sendable () -> Exchange) {
    // Others may not be recorded in the end.
    guard extent == .all || extent == .failedBodies else { return }
    let isFirst = state.withLock { state in
      state.sending[id] = exchange
      defer { state.areNotesDue = true }
      return !state.areNotesDue
    }
    guard isFirst else { return }
    // The connections of the run may take all files that the process may open.
    queue.async { [self] in _ = try? store() }
    queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in writeNotes() }
  }

  /// Notes what has happened in an exchange that is being sent, after its own note. Blocks until it is written.
  package func note(_ part: SendingPart) throws(HistoryError) {
    guard extent == .all || extent == .failedBodies else { return }
    try queue.sync {
      Result { () throws(HistoryError) in
        let exchange = state.withLock { $0.sending.removeValue(forKey: part.exchange) }
        if let exchange { try store().note(sending: exchange()) }
        try store().note(part)
      }
    }.get()
  }

  private func writeNotes() {
    let exchanges = state.withLock { state in
      defer { (state.sending, state.areNotesDue) = ([:], false) }
      return state.sending.values
    }
    // The same error is reported when they are recorded.
    for exchange in exchanges { try? store().note(sending: exchange()) }
  }

  /// Records an exchange with the next batch.
  ///
  /// - Throws: The losses of earlier batches, once.
  package func record(_ exchange: Exchange) throws(HistoryError) {
    state.withLock { $0.sending[exchange.id] = nil }
    guard let exchange = kept(exchange) else { return }
    let (isFirst, isFull, isBehind, loss) = state.withLock { state in
      state.pending.append(exchange)
      state.byteCount += (exchange.response?.body.count ?? 0) + (exchange.sent?.body.count ?? 0)
      return (
        state.pending.count == 1, state.pending.count >= Self.batchCount || state.byteCount >= Self.batchSize,
        state.waiting >= Self.waitingLimit, state.takeLoss()
      )
    }
    if isFull { hand(over: isBehind) } else if isFirst { handOverSoon() }
    if let loss { throw .runLeftOut(loss) }
  }

  /// Writes everything that was recorded so far.
  package func flush() { hand(over: true) }

  /// Writes everything that was recorded, or loses it.
  private func writeRest() {
    hand(over: true)
    queue.sync {
      let unopened = takeUnopened()
      if !unopened.isEmpty { write(unopened, keeping: 0) }
    }
  }

  /// Writes the rest, and the final state of the run.
  ///
  /// - Throws: The losses of the run, and their cause.
  package func finish(_ change: (inout RecordedRun) -> Void) throws(HistoryError) {
    writeRest()
    let (run, earlier) = state.withLock { state in
      change(&state.run)
      return (state.run, state.takeLoss())
    }
    var loss = earlier ?? RunLoss()
    do throws(HistoryError) {
      if extent != .none { try store().update(run) }
    } catch {
      loss.loseEnd(because: error)
    }
    if !loss.isEmpty { throw .runLeftOut(loss) }
  }

  private func kept(_ exchange: Exchange) -> Exchange? {
    let isFailure = exchange.isFailure
    state.withLock { state in
      state.run.requests += 1
      if isFailure { state.run.failures += 1 }
    }
    switch extent {
    case .all: return exchange
    case .failedBodies:
      return isFailure ? exchange : exchange.withoutBodies(because: "the run keeps bodies of failures only").0
    case .failures: return isFailure ? exchange : nil
    case .none: return nil
    }
  }

  private func handOverSoon() {
    queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in hand(over: false) }
  }

  /// - Parameter waits: Whether to wait until everything is written.
  private func hand(over waits: Bool) {
    state.withLock { state in
      guard !state.pending.isEmpty else { return }
      let (batch, first, run) = (state.pending, state.handedOver + 1, state.run)
      (state.pending, state.byteCount) = ([], 0)
      state.handedOver += batch.count
      state.waiting += 1
      // Queued with the lock held, or `finish` might not wait for it.
      queue.async { [self] in write(RunBatch(exchanges: batch, first: first, run: run)) }
    }
    if waits { queue.sync {} }
  }

  private func takeUnopened() -> [RunBatch] {
    state.withLock { state in
      defer { state.unopened = [] }
      return state.unopened
    }
  }

  /// Writes a batch after those that wait for the history.
  private func write(_ batch: RunBatch) {
    write(takeUnopened() + [batch], keeping: Self.unopenedLimit)
    state.withLock { $0.waiting -= 1 }
  }

  /// - Parameter limit: The number of batches that are kept for later if the history cannot be opened.
  private func write(_ batches: [RunBatch], keeping limit: Int) {
    var loss = RunLoss()
    var unopened: [RunBatch] = []
    do throws(HistoryError) {
      let store = try store()
      for batch in batches { batch.write(to: store, &loss) }
    } catch {
      unopened = Array(batches.prefix(limit))
      for batch in batches.dropFirst(limit) { loss.lose(batch.exchanges[...], from: batch.first, because: error) }
    }
    state.withLock { [loss] state in
      state.unopened += unopened
      state.loss.add(loss)
    }
  }
}

extension Exchange {
  /// Whether it was not completed, or has a failed check.
  fileprivate var isFailure: Bool { ending != .completed || !log.failedChecks.isEmpty }
}
