import Dispatch
import Foundation
import Synchronization

/// The history, opened on first use. The first frame does not wait for it, and the program works without it.
final class History: Sendable {
  private let path: String
  private let environment: [String: String]
  /// The report of a damaged history that was set aside.
  private let note = Mutex<String?>(nil)
  private let opened = Mutex<HistoryStore?>(nil)
  private let notes = DispatchQueue(label: "workbench.history.notes")
  /// Whether waiting for other programs that use the history was abandoned.
  private let isStopped = OnceFlag()

  /// - Parameter environment: The process's environment variables, which may limit stored bodies.
  init(path: String, environment: [String: String]) {
    self.path = path
    self.environment = environment
  }

  /// The user's history, if it was created before the command asked for it.
  private static let ahead = Mutex<History?>(nil)

  /// Opens the user's history, if it exists and is not damaged, while the command reads its files.
  static func openAhead(in group: DispatchGroup) {
    guard let history = makeAhead(environment: ProcessInfo.processInfo.environment) else { return }
    DispatchQueue(label: "workbench.history.ahead").async(group: group) { history.openUnlessDamaged() }
  }

  /// Creates the object for the user's history, if the file exists, before it is known whether the command needs it.
  /// The command uses the same object, so that the file is not opened twice.
  static func makeAhead(environment: [String: String]) -> History? {
    guard let path = try? UserFolders(environment: environment).history, FileManager.default.fileExists(atPath: path)
    else { return nil }
    let history = History(path: path, environment: environment)
    ahead.withLock { $0 = history }
    return history
  }

  /// Opens the store before it is known whether the exchange is recorded, which the options of folders may forbid.
  ///
  /// A damaged file is left unchanged: the command that needs it sets it aside and reports that.
  func openUnlessDamaged() {
    guard let limit = try? BodyLimit(environment: environment) else { return }
    opened.withLock { opened in
      guard opened == nil,
        let store = try? HistoryStore(path: path, bodyLimit: limit, mayWait: { [isStopped] in !isStopped.isSet })
      else { return }
      opened = OpenHistories.closing(store)
    }
  }

  /// Ends an opening that was begun ahead and still waits for another program: the command has ended.
  static func stopOpeningAhead() {
    guard let history = ahead.withLock(\.self) else { return }
    // The store of a command that has recorded waits when it is closed.
    if history.opened.withLockIfAvailable({ $0 != nil }) != true { history.isStopped.set() }
  }

  /// Returns the history created ahead if it has this path, else a new one.
  static func ofUser(path: String, environment: [String: String]) -> History {
    ahead.withLock { $0?.path == path ? $0 : nil } ?? History(path: path, environment: environment)
  }

  /// The limit of stored bodies. An invalid value is reported when an exchange is recorded.
  var bodyLimit: BodyLimit { (try? BodyLimit(environment: environment)) ?? .standard }

  /// Records an exchange before it is sent. If history is busy, the request does not wait long, and the record follows
  /// later.
  func note(sending exchange: Exchange) {
    let isNoted = DispatchSemaphore(value: 0)
    notes.async { [self] in
      // The same error is reported when the exchange is recorded.
      _ = try? store().note(sending: exchange)
      isNoted.signal()
    }
    _ = isNoted.wait(timeout: .now() + Self.patience)
  }

  /// Adds to the record of an exchange that is being sent. Blocks until it is written.
  func note(_ part: SendingPart) throws(HistoryError) {
    try notes.sync {
      Result { () throws(HistoryError) in try store().note(part) }
    }.get()
  }

  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// Creates a file for a large body, in the history's folder if possible to avoid a copy.
  func makeBodyFile() -> AnonymousFile? { BodyFolder(beside: path).makeFile() ?? AnonymousFile() }

  /// Returns the report of a damaged history once.
  func takeNote() -> String? { note.replace(by: nil) }

  /// The store. Blocks while it is being opened.
  ///
  /// A failure is not kept: files that were all open may be free the next time.
  func store() throws(HistoryError) -> HistoryStore {
    try opened.withLock { (opened) throws(HistoryError) in
      if let opened { return opened }
      let made = try DamagedHistory.open(path: path, bodyLimit: BodyLimit(environment: environment)) { report in
        note.withLock { $0 = report }
      }
      let store = OpenHistories.closing(made)
      opened = store
      return store
    }
  }

  /// The store to read from, also if it cannot be written. That one is not kept: the disk may have space the next time.
  func readableStore() throws(HistoryError) -> HistoryStore {
    do throws(HistoryError) {
      return try store()
    } catch {
      return try HistoryStore(reading: path, because: error)
    }
  }
}

extension History {
  /// The newest exchange of a job's request and environment with a successful response, not older than `since`.
  ///
  /// A copy of a collection, possibly another user's, has the same ids: only exchanges of the same collection count.
  ///
  /// `nil` if history cannot be read.
  func recent(for job: SendEngine.Job, since: Date) -> Exchange? {
    guard let store = try? readableStore(), let own = job.origin?.collection else { return nil }
    for summary in summaries(of: job, in: store) where summary.startedAt >= since {
      guard case .status(..<400) = summary.result, let exchange = try? store.exchange(summary.id) else { continue }
      if exchange.environment == job.environment, exchange.origin?.collection == own { return exchange }
    }
    return nil
  }

  private func summaries(of job: SendEngine.Job, in store: HistoryStore) -> [ExchangeSummary] {
    if let id = job.request.id { return (try? store.exchanges(of: id, limit: 20)) ?? [] }
    let newest = job.origin.flatMap { try? store.newest(at: $0.address, in: $0.root) }
    return newest.map { [$0] } ?? []
  }
}

extension Exchange.Origin {
  /// The folder of its collection; where there is none, the workspace.
  fileprivate var collection: String {
    let folder = address.parent.path
    return CollectionStore.collection(around: folder.isEmpty ? root : root + "/" + folder) ?? root
  }
}
