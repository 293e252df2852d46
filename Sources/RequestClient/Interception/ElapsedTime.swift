/// A clock of any kind, read as the time since it was taken up.
struct ElapsedTime: Sendable {
  /// Never less than before.
  let now: @Sendable () -> Duration
  /// Throws `CancellationError` where the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0, tolerance: nil) }
  }
}
