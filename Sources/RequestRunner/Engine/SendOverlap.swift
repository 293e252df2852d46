internal import RequestClient
internal import RequestModel
internal import RequestRuns
internal import RequestScript

/// How a run sends its next request before the end of this one: as soon as the response is there, if nothing that is
/// still to come makes a difference to later requests. Nobody sees the response or the log before the end.
struct SendOverlap: Sendable {
  /// Waits for the end of the request before this one.
  let earlier: @Sendable () async -> Void
  /// Where the rest of the request runs: while the run waits for the next response, or on the thread that reads what
  /// the scripts say.
  let queue: TaskQueue
  /// Where its tests run.
  let lane: ScriptLane

  /// Larger bodies of several requests would take memory, and gain nothing.
  fileprivate static let largestBody = 256 << 10
}

/// What the scripts after a response may do, as far as their text shows.
enum ScriptEffects {
  case none, tests, any
}

extension RunContext {
  /// Lets the run go on, if later requests cannot tell.
  ///
  /// - Returns: `nil` if it waits for the end.
  func handOver() -> SendOverlap? {
    guard let overlap = job.overlap, laterEffects != .any, direction == RunDirection(), !hasChecks,
      captures.isEmpty, hasResponse, let received, received.body.count <= SendOverlap.largestBody
    else { return nil }
    if laterEffects == .tests { keepCookiesForScripts() }
    ResponseFetch.keepResponse(of: self)
    emit(.settled)
    return overlap
  }

  /// Waits until the scripts of the request before can no longer see what this request changes.
  func waitForEarlier() async { await job.overlap?.earlier() }
}
