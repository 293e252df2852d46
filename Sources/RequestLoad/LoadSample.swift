/// One request of a load run.
package struct LoadSample: Equatable, Sendable {
  /// The index of the request in the plan.
  package var request: Int
  /// The intended start, relative to the beginning of the run.
  package var intended: Duration
  /// The actual start.
  package var started: Duration
  package var ended: Duration
  /// The size of the response's body.
  package var bytes: Int
  package var outcome: Outcome
  /// Whether its latency was measured. A request that could not be sent has none.
  package var isMeasured = true

  package enum Outcome: Equatable, Sendable {
    case succeeded
    /// The request failed. The reason is one that others can share: `status 500`.
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

  /// A request that was due but not sent. It waited at least until the end.
  package init(unsent request: Int, intended: Duration, end: Duration) {
    self.init(request: request, intended: intended, started: end, ended: end, .unsent)
  }

  /// The latency from the intended start: a request that had to wait for its turn was slow for its user.
  package var latency: Duration { ended - intended }
}
