internal import Synchronization

/// What all promises of the program share.
public enum PromiseConfiguration {
  /// What is likely a mistake in the use of promises, or is not told in any other way.
  public enum LogEvent: Sendable {
    /// A promise or guarantee of this type was pending when the last that could resolve it went.
    case pendingPromiseDropped(type: String)
    /// The error that ended a chain with `cauterize`.
    case cauterized(any Error)
    /// `wait()` was called on the main thread or queue, which stands still meanwhile.
    case waitedOnMain
  }

  private static let handler = Mutex<(@Sendable (LogEvent) -> Void)?>(nil)

  /// Hears of every event, on the thread where it happened, with no lock held. By default nobody does.
  public static var logHandler: (@Sendable (LogEvent) -> Void)? {
    get { handler.withLock { $0 } }
    set {
      // The old one is freed with the lock let go, for a deinit may log.
      var other = newValue
      handler.withLock { swap(&$0, &other) }
    }
  }

  static func log(_ event: LogEvent) { logHandler?(event) }
}
