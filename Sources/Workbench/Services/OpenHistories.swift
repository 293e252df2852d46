import Dispatch
import Glibc
import Synchronization

/// Closes the stores at the end of the program, so that the last program leaves a history in one file.
enum OpenHistories {
  private static let stores = Mutex<[HistoryStore]>([])
  private static let isRegistered: Void = { _ = atexit { OpenHistories.closeAll() } }()

  /// The longest wait, in seconds. Everything recorded is in the log, which the next program writes into the database.
  private static let patience = 2.0

  /// - Returns: The store, which is closed when the program exits.
  static func closing(_ store: HistoryStore) -> HistoryStore {
    _ = isRegistered
    stores.withLock { $0.append(store) }
    return store
  }

  private static func closeAll() {
    let all = stores.replace(by: [])
    guard !all.isEmpty else { return }
    let isClosed = DispatchSemaphore(value: 0)
    DispatchQueue(label: "workbench.history.close").async {
      // If a store cannot be closed, its log stays.
      for store in all { try? store.close() }
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + patience)
  }
}
