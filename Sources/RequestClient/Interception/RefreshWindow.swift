/// How often an `AuthenticationInterceptor` may fetch a new credential before it takes the server for broken.
public struct RefreshWindow: Hashable, Sendable {
  /// Looked back from each refresh.
  public var interval: Duration
  /// Refreshes within the interval; the next one is an error. With 0 the first one is.
  public var maximumAttempts: Int

  /// Five in 30 seconds, where nothing else is said.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}
