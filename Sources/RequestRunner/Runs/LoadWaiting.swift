internal import Dispatch

/// How the thread of a load waits.
enum LoadWaiting {
  /// The time between two reports of the progress.
  static let step = Duration.seconds(1)
  private static let pausedStep = Duration.milliseconds(20)

  /// Returns when the thread looks again.
  ///
  /// - Parameters:
  ///   - tick: The time of the next report.
  ///   - due: When the next request or message is due; `nil` if none waits for its time.
  static func wakeTime(
    _ now: Duration, tick: Duration, due: Duration?, _ settings: LoadSettings, _ control: RunControl
  ) -> Duration {
    let last = settings.end + settings.patience
    if control.ending != nil || now >= settings.end { return now < last ? min(tick, last) : now + step }
    return min(tick, due ?? settings.end)
  }

  /// Waits for a signal, at most for `rest`.
  static func wait(_ rest: Duration, for signal: DispatchSemaphore, _ control: RunControl) {
    guard rest > .zero else { return }
    // While the clock is paused, nothing becomes due.
    let time = control.isPaused ? max(rest, pausedStep) : rest
    _ = signal.wait(timeout: .now() + .nanoseconds(Int(time / .nanoseconds(1))))
  }
}
