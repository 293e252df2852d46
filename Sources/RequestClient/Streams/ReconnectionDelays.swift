/// The delays between the connections of a stream of events: set by the server, and doubled after each failed attempt.
package struct ReconnectionDelays: Sendable {
  private var first: Duration
  private let maximum: Duration
  /// Failed attempts since the last connection.
  private var failures = 0

  /// Limits for the server's delay: without the first, `retry: 0` would reconnect without a pause.
  private static let serverDelays = Duration.milliseconds(100)...Duration.seconds(24 * 3600)

  /// - Parameters:
  ///   - first: The delay after a connection, unless the server sets it.
  ///   - maximum: The maximum delay after failed attempts.
  package init(first: Duration = .seconds(3), maximum: Duration = .seconds(60)) {
    (self.first, self.maximum) = (first, maximum)
  }

  /// Sets the delay that the server wants.
  package mutating func adopt(_ time: Duration) {
    first = min(max(time, Self.serverDelays.lowerBound), Self.serverDelays.upperBound)
  }

  /// Begins again with the first delay, because a connection was opened.
  package mutating func reset() { failures = 0 }

  /// Returns the delay before the next connection.
  package mutating func next() -> Duration {
    defer { failures += 1 }
    // At least a millisecond, also if the caller set none.
    let first = max(first, .milliseconds(1))
    return first >= maximum ? first : min(first * (1 << min(failures, 20)), maximum)
  }
}
