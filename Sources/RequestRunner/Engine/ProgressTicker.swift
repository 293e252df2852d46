internal import Synchronization

/// Limits progress reports to one every 50 ms.
final class ProgressTicker: Sendable {
  private static let interval = Duration.milliseconds(50)
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  var isDue: Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, last.duration(to: now) < Self.interval { return false }
      last = now
      return true
    }
  }
}
