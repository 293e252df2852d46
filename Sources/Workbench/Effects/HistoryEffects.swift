import Dispatch
import Synchronization

/// Reads the history. Drops results of all but the newest query.
final class HistoryEffects: Sendable {
  private let history: History
  private let folders: UserFolders
  private let queue: EventQueue
  private let reader = DispatchQueue(label: "workbench.history")
  private let upkeep = DispatchQueue(label: "workbench.history.upkeep", qos: .utility)
  /// The numbers of the last list, and of the last list of the newest exchanges.
  private let newestQuery = Mutex(0)
  private let newestRecord = Mutex(0)
  private let newestQuestion = Mutex(0)
  /// The exchanges of each deleted run, keyed by the exchange that represented it in the list.
  private let deletedRuns = Mutex<[ExchangeID: [ExchangeID]]>([:])
  private let newestExchange = Mutex<ExchangeID?>(nil)
  private let comparison = Mutex<Task<Void, Never>?>(nil)
  private let hasUpkeep = OnceFlag()
  private let pace = Mutex(RetentionPace())
  /// The size limit that was reported as too small.
  private let reportedLimit = Mutex<Int?>(nil)

  /// Writes pending records to history.
  private let flush: @Sendable () -> Void

  init(services: Services, queue: EventQueue, flush: @escaping @Sendable () -> Void) {
    self.flush = flush
    history = services.history
    folders = services.folders
    self.queue = queue
  }

  private func list(_ query: String) {
    let number = newestQuery.withLock { number in
      number += 1
      return number
    }
    answer { [self] history in
      guard newestQuery.withLock({ $0 == number }) else { return }
      let entries = try history.summaries(matching: HistoryQuery(query), limit: HistoryPane.limit)
      let (total, size) = (try history.count(), try history.size())
      // Broken settings are reported when the limits are applied.
      let facts = HistoryFacts(
        size: size, limits: (try? Retention(folders)) ?? Retention(), known: try history.knownValues())
      queue.send(.history(.listed(query: query, entries, total: total, facts: facts)))
      applyLimits(history, count: total, size: size)
    }
  }

  /// Lists the newest exchanges after one was recorded.
  private func listNewest(_ count: Int) {
    let number = newestRecord.withLock { number in
      number += 1
      return number
    }
    answer { [self] history in
      guard newestRecord.withLock({ $0 == number }) else { return }
      let entries = try history.summaries(limit: count)
      let (total, size) = (try history.count(), try history.size())
      queue.send(.history(.newest(entries, total: total, size: size)))
      applyLimits(history, count: total, size: size)
    }
  }

  /// Applies the limits in the background, if enough was recorded since the last time.
  private func applyLimits(_ history: HistoryStore, count: Int, size: Int) {
    guard history.isWritable, pace.withLock({ $0.isDue(count: count, size: size) }) else { return }
    upkeep.async { [self] in applyLimits(history) }
  }

  private func open(_ id: ExchangeID) {
    newestExchange.withLock { $0 = id }
    answer { [self] history in
      guard newestExchange.withLock({ $0 == id }) else { return }
      flush()
      guard let exchange = try history.exchange(id) else { return }
      queue.send(
        .history(.opened(exchange, body: exchange.response?.document, sentBody: exchange.sent?.document)))
    }
  }

  func run(_ effect: HistoryEffect) {
    switch effect {
    case .list(let query): list(query)
    case .listNewest(let count): listNewest(count)
    case .open(let id): open(id)
    case .findLast(let origin, let id): findLast(of: origin, id)
    case .compare(let first, let second): compare(first, second)
    case .stopComparing: comparison.replace(by: nil)?.cancel()
    default: change(effect)
    }
  }

  private func change(_ effect: HistoryEffect) {
    if case .find(let question, _, _) = effect { newestQuestion.withLock { $0 = question } }
    answer(effect) { [self] history in
      switch effect {
      case .pin(let id, let isPinned): try history.annotate(id) { $0.isPinned = isPinned }
      case .tag(let id, let tags): try history.annotate(id) { $0.tags = tags }
      case .note(let id, let note): try history.annotate(id) { $0.note = note }
      case .delete(let id, nil):
        try history.delete([id])
        return queue.send(.history(.changed(Notice(.information, "Deleted — u restores it"))))
      case .delete(let id, let run?):
        let exchanges = try history.exchanges(ofRun: run)
        let all = exchanges.map(\.id)
        // A second key before the list is read again finds nothing.
        guard !all.isEmpty else { return }
        deletedRuns.withLock { $0[id] = all }
        try history.delete(all)
        return queue.send(.history(.changed(.deleted(exchanges))))
      case .restore(let id):
        let restored = try history.undelete(deletedRuns.withLock { $0.removeValue(forKey: id) } ?? [id])
        let gone = Notice(.failure, "The exchange was pruned and cannot be restored")
        return queue.send(.history(.changed(restored.isEmpty ? gone : Notice(.information, "Restored"))))
      case .statistics(let entry): return try sendStatistics(entry, history)
      case .limit(let limits):
        // The prompt shows no limits if one of them is broken.
        _ = try Retention(folders)
        try limits.save(folders)
        upkeep.async { [self] in applyLimits(history) }
      case .find(let question, let text, let limit): return try find(question, text, limit, history)
      case .responses(let picker): return try sendResponses(picker, history)
      case .list, .listNewest, .open, .findLast, .compare, .stopComparing: return
      }
      queue.send(.history(.changed(nil)))
    }
  }

  /// Finds exchanges for a question, unless there is a newer question.
  private func find(_ question: Int, _ text: String, _ limit: Int, _ history: HistoryStore) throws {
    guard newestQuestion.withLock({ $0 == question }) else { return }
    queue.send(.history(.found(question, try history.summaries(matching: HistoryQuery(text), limit: limit))))
  }

  private func sendResponses(_ picker: ExchangePicker, _ history: HistoryStore) throws {
    guard let request = picker.request else { return }
    queue.send(.history(.responses(picker, try history.exchanges(of: request))))
  }

  private func sendStatistics(_ entry: ExchangeSummary, _ history: HistoryStore) throws {
    let name = entry.name.isEmpty ? entry.url : entry.name
    let title = entry.requestID == nil ? "Everything sent" : name
    let statistics = try entry.requestID.map { try history.statistics(of: $0) } ?? history.statistics()
    queue.send(.history(.statistics(entry, title: title, statistics)))
  }

  // MARK: Comparing

  /// Compares in a task of its own: a long comparison would hold up the list, and can be stopped.
  private func compare(_ first: ExchangeID, _ second: ExchangeID) {
    let running = Task.detached(executorPreference: TaskQueue(label: "workbench.history.compare")) { [history, queue] in
      do {
        let compared = try Self.comparison(first, second, try history.readableStore())
        if !Task.isCancelled { queue.send(.history(.compared(first, second, compared))) }
      } catch {
        guard !Task.isCancelled else { return }
        queue.send(.ended(.history(.compare(first, second))))
        queue.tell(.failure, "\(error)")
      }
    }
    comparison.replace(by: running)?.cancel()
  }

  /// The older exchange comes first. Incomplete if the task is cancelled.
  private static func comparison(
    _ first: ExchangeID, _ second: ExchangeID, _ history: HistoryStore
  ) throws -> ComparedExchanges {
    guard let one = try history.exchange(first), let other = try history.exchange(second) else {
      throw Problem("Cannot compare: one of the exchanges is not in history, or was pruned")
    }
    let (old, new) = one.startedAt <= other.startedAt ? (one, other) : (other, one)
    let isStopped = { Task.isCancelled }
    let diff = ExchangeDiff(
      old, new, meaning: { BodyDocument.meaning(of: $0, contentType: $1, isMasked: true) }, isStopped: isStopped)
    return ComparedExchanges(diff, isStopped: isStopped)
  }

  func close() { comparison.replace(by: nil)?.cancel() }

  /// Sends the last exchange of a request as an event, if there is one.
  private func findLast(of origin: Exchange.Origin, _ id: RequestID?) {
    answer { [self] history in
      let last =
        try id.map { try history.exchanges(of: $0, limit: 1).first }
        ?? history.newest(at: origin.address, in: origin.root)
      if let last { queue.send(.history(.last(origin, last))) }
    }
  }

  /// Waits until pins, tags, notes and the like are written, at most until the deadline.
  func finish(by deadline: DispatchTime) { reader.finish(by: deadline) }

  /// - Parameter effect: The work that a screen may wait for.
  private func answer(
    _ effect: HistoryEffect? = nil, _ work: @escaping @Sendable (HistoryStore) throws -> Void
  ) {
    reader.async { [self] in
      defer { if let note = history.takeNote() { queue.tell(.failure, note) } }
      do {
        let store = try history.readableStore()
        try work(store)
        beginUpkeep(store)
      } catch {
        if let effect { queue.send(.ended(.history(effect))) }
        queue.send(.history(Self.failure(error, changing: effect != nil)))
      }
    }
  }

  /// A history that cannot be written stays listed.
  private static func failure(_ error: any Error, changing isChange: Bool) -> HistoryEvent {
    let sentence = String(describing: error)
    let isRefusal = (error as? HistoryError)?.forbidsWriting == true
    return isChange && isRefusal ? .changed(Notice(.failure, sentence)) : .failed(Problem(sentence))
  }

  /// Removes what exceeds the user's limits.
  private func applyLimits(_ store: HistoryStore) {
    do {
      let limits = try Retention(folders)
      let pruned = try store.apply(limits)
      if pruned.count > 0 { queue.send(.history(.changed(nil))) }
      reportSize(pruned.smallestSize, limits.size)
    } catch {
      queue.tell(.failure, String(describing: error))
    }
  }

  /// Reports once that history cannot be made as small as its limit.
  private func reportSize(_ smallest: Int?, _ limit: Int?) {
    let isReported = reportedLimit.replace(by: smallest == nil ? nil : limit) == limit
    guard let smallest, let limit, !isReported else { return }
    queue.tell(.failure, HistoryLines.tooSmall(limit: limit, smallest: smallest))
  }

  /// Completes the search index and applies the limits in the background, after the first query.
  private func beginUpkeep(_ store: HistoryStore) {
    guard store.isWritable, hasUpkeep.set() else { return }
    upkeep.async { [self] in
      // Failures are not reported: the columns are searched instead, and the next start continues.
      _ = try? store.completeIndex()
      applyLimits(store)
    }
  }
}

extension HistoryEffects: FeatureRunner {}

extension Notice {
  /// The exchanges of a run were deleted. Says how many of them the user has marked, which the list shows for the last only.
  fileprivate static func deleted(_ exchanges: [ExchangeSummary]) -> Notice {
    let marked = exchanges.count { $0.annotation != Annotation() }
    let marks = marked == 0 ? "" : ", \(marked) of them pinned, tagged or annotated"
    return Notice(
      .information, "Deleted \(Formatting.count(exchanges.count, "exchange")) of the run\(marks) — u restores it")
  }
}
