internal import Synchronization

/// What all promises of the program share.
public enum PromiseConfiguration {
  /// Likely mistakes in the use of promises.
  public enum LogEvent: Sendable {
    /// A promise or guarantee of this type was pending when its last resolver was released.
    case pendingPromiseDropped(type: String)
    /// The error that ended a chain with `cauterize`.
    case cauterized(any Error)
    /// `wait()` was called on the main thread or queue, which it blocks.
    case waitedOnMain
  }

  private static let handler = Mutex<(@Sendable (LogEvent) -> Void)?>(nil)

  /// Observes every event, on the thread where it happened, with no lock held. `nil` by default.
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
