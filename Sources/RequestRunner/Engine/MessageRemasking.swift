internal import Dispatch
internal import Synchronization

/// Reports the messages of an open conversation or stream again once a handler has set a secret, which earlier ones may
/// have.
final class MessageRemasking: Sendable {
  private struct State {
    /// The version of the mask that all reported messages have; `nil` if unknown.
    var version: Int?
    var isDue = false
    var hasEnded = false
    /// In seconds. Further secrets are collected meanwhile.
    var pause = MessageRemasking.shortestPause
  }

  private let state = Mutex(State())

  private static let queue = DispatchQueue(label: "workbench.remasking")
  private static let shortestPause = 0.1
  /// How many times as long as the work the pause is.
  private static let pauseFactor = 9.0

  /// Ends before the exchange does, which has all messages.
  func end() { state.withLock { $0.hasEnded = true } }

  func handlersWereCalled(_ run: RunContext) {
    guard run.job.remasksMessages else { return }
    let pause = state.withLock { state -> Double? in
      guard !state.hasEnded, !state.isDue, state.version != run.mask.version else { return nil }
      state.isDue = true
      return state.pause
    }
    guard let pause else { return }
    Self.queue.asyncAfter(deadline: .now() + pause) { [weak run] in
      if let run { run.remasking.report(run) }
    }
  }

  private func report(_ run: RunContext) {
    let start = ContinuousClock.now
    // A mask that is newer than its version has more secrets.
    let version = run.mask.version
    let mask = run.mask.current
    state.withLock { ($0.isDue, $0.version) = (false, version) }
    let messages = run.record.logged.messages.map(mask.masked)
    let duration = start.duration(to: .now) / .seconds(1)
    state.withLock { state in
      state.pause = max(Self.shortestPause, Self.pauseFactor * duration)
      if !state.hasEnded, !messages.isEmpty { run.emit(.remasked(messages)) }
    }
  }
}
