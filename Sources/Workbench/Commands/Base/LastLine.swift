import Synchronization

/// The last line of progress, for the thread that shows it.
final class LastLine: Sendable {
  private let line = Mutex<String?>(nil)

  var text: String? {
    get { line.withLock { $0 } }
    set { line.withLock { $0 = newValue } }
  }
}
