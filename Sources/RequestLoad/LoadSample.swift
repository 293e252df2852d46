/// One request of a load run.
package struct LoadSample: Equatable, Sendable {
  /// Which request of the plan.
  package var request: Int
  /// When it was meant to start, since the beginning of the run.
  package var intended: Duration
  /// When it was started.
  package var started: Duration
  package var ended: Duration
  /// Of the response's body.
  package var bytes: Int
  package var outcome: Outcome
  /// Whether it took part in what is measured: what could not be sent has no latency.
  package var isMeasured = true

  package enum Outcome: Equatable, Sendable {
    case succeeded
    /// For a reason that others have as well: `status 500`.
    case failed(String)
    /// The run was interrupted.
    case cancelled
    /// It was held back until the end.
    case unsent
  }

  package init(
    request: Int, intended: Duration, started: Duration, ended: Duration, bytes: Int = 0,
    _ outcome: Outcome = .succeeded
  ) {
    self.request = request
    self.intended = intended
    self.started = started
    self.ended = ended
    self.bytes = bytes
    self.outcome = outcome
  }

  /// A request that was due and not sent. It waited at least until the end.
  package init(unsent request: Int, intended: Duration, end: Duration) {
    self.init(request: request, intended: intended, started: end, ended: end, .unsent)
  }

  /// From the intended start: a request that had to wait for its turn was slow for its user.
  package var latency: Duration { ended - intended }
}
