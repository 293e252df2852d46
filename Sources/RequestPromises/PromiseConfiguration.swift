internal import Synchronization

/// Settings of all promises in the process.
public enum PromiseConfiguration {
  /// Likely mistakes in the use of promises.
  public enum LogEvent: Sendable {
    /// A resolver was released while its promise or guarantee of this type was pending.
    case pendingPromiseDropped(type: String)
    /// An error was ignored by `cauterize`.
    case cauterized(any Error)
    /// `wait()` was called on the main thread or queue, which it blocks.
    case waitedOnMain
  }

  private static let handler = Mutex<(@Sendable (LogEvent) -> Void)?>(nil)

  /// Called for every event, on the thread where it happens. `nil` by default.
  public static var logHandler: (@Sendable (LogEvent) -> Void)? {
    get { handler.withLock { $0 } }
    set {
      // The old handler is released after the lock, because its deinit may log.
      var other = newValue
      handler.withLock { swap(&$0, &other) }
    }
  }

  static func log(_ event: LogEvent) { logHandler?(event) }
}
