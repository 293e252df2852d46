import Dispatch
import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

/// Reads the history. Drops results of all but the newest query.
final class HistoryEffects: Sendable {
  private let history: History
  private let queue: EventQueue
  private let reader = DispatchQueue(label: "workbench.history")
  private let newestQuery = Mutex("")
  private let newestExchange = Mutex<ExchangeID?>(nil)
  private let isUpgrading = Mutex(false)

  /// The maximum number of listed rows. The filter finds others.
  private static let limit = 1_000

  init(services: Services, queue: EventQueue) {
    history = services.history
    self.queue = queue
  }

  func list(_ query: String) {
    newestQuery.withLock { $0 = query }
    answer { [self] history in
      guard newestQuery.withLock({ $0 == query }) else { return }
      let entries = try history.summaries(matching: HistoryQuery(query), limit: Self.limit)
      queue.send(.history(.listed(query: query, entries, total: try history.count())))
    }
  }

  func open(_ id: ExchangeID) {
    newestExchange.withLock { $0 = id }
    answer { [self] history in
      guard newestExchange.withLock({ $0 == id }), let exchange = try history.exchange(id) else { return }
      queue.send(
        .history(.opened(exchange, body: exchange.response?.document, sentBody: exchange.sent?.document)))
    }
  }

  /// Sends the last exchange of a request as an event, if there is one.
  func findLast(of origin: Exchange.Origin, _ id: RequestID?) {
    answer { [self] history in
      let last =
        try id.map { try history.exchanges(of: $0, limit: 1).first }
        ?? history.newest(at: origin.address, in: origin.root)
      if let last { queue.send(.history(.last(origin, last))) }
    }
  }

  private func answer(_ work: @escaping @Sendable (HistoryStore) throws -> Void) {
    reader.async { [self] in
      do {
        let store = try history.store()
        try work(store)
        try upgrade(store)
      } catch {
        queue.send(.history(.failed(Problem(String(describing: error)))))
      }
    }
  }

  /// Upgrades the exchanges of an earlier version in the background, after the first query.
  private func upgrade(_ store: HistoryStore) throws {
    let isFirst = isUpgrading.withLock { isUpgrading in
      defer { isUpgrading = true }
      return !isUpgrading
    }
    guard isFirst, try store.needsUpgrade() else { return }
    // Failures are not reported: the exchanges stay readable, and the next start continues.
    DispatchQueue.global(qos: .utility).async { _ = try? store.upgrade() }
  }
}
