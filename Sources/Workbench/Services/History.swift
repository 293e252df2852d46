import Dispatch
import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization

/// The history, opened when it is first needed: the first frame does not wait for it, and the program goes on where it
/// cannot be opened.
final class History: Sendable {
  private let path: String
  private let environment: [String: String]
  private let opened = Mutex<Result<HistoryStore, HistoryError>?>(nil)

  /// - Parameter environment: The process's environment variables, which may limit what is kept of bodies.
  init(path: String, environment: [String: String]) {
    self.path = path
    self.environment = environment
  }

  /// How much of a body is kept. One that is not understood is reported when something is recorded.
  var bodyLimit: BodyLimit { (try? BodyLimit(environment: environment)) ?? .standard }

  /// Opens the store in the background, and leaves it open when the program ends.
  ///
  /// The last program to close a database moves its log into it and waits for the disk several times. The log may as well
  /// stay: a later program moves it once it has grown.
  func openForOneSend() {
    DispatchQueue(label: "workbench.history.open").async { [self] in
      // An error is kept, and reported when something is recorded.
      guard let store = try? store(), (try? store.limitLog(toPages: 200)) != nil else { return }
      Self.leftOpen.withLock { $0.append(store) }
    }
  }

  private static let leftOpen = Mutex<[HistoryStore]>([])

  /// Creates a file for a large body. History keeps it without a copy where it is in its own folder.
  func makeBodyFile() -> AnonymousFile? { BodyFolder(beside: path).makeFile() ?? AnonymousFile() }

  /// The store. Blocks while it is opened; a failure is kept, and thrown each time.
  func store() throws(HistoryError) -> HistoryStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let result = Result { () throws(HistoryError) in
        try HistoryStore(path: path, bodyLimit: BodyLimit(environment: environment))
      }
      opened = result
      return result
    }.get()
  }
}

extension History {
  /// The newest exchange of a job's request and environment with a good response, not older than `since`.
  ///
  /// A history that cannot be read has none.
  func recent(for job: SendEngine.Job, since: Date) -> Exchange? {
    guard let store = try? store() else { return nil }
    for summary in summaries(of: job, in: store) where summary.startedAt >= since {
      guard case .status(..<400) = summary.result, let exchange = try? store.exchange(summary.id) else { continue }
      if exchange.environment == job.environment { return exchange }
    }
    return nil
  }

  private func summaries(of job: SendEngine.Job, in store: HistoryStore) -> [ExchangeSummary] {
    if let id = job.request.id { return (try? store.exchanges(of: id, limit: 20)) ?? [] }
    let newest = job.origin.flatMap { try? store.newest(at: $0.address, in: $0.root) }
    return newest.map { [$0] } ?? []
  }
}
