/// The effects of a request's scripts on the order of the run.
package struct RunDirection: Equatable, Sendable {
  /// The request after this one.
  package enum Next: Equatable, Sendable {
    /// The next one in the plan.
    case inOrder
    /// The request with that id, path or name.
    case request(String)
    /// No request: the iteration ends.
    case none
  }

  package var next = Next.inOrder
  package var skipsRequest = false
  /// Whether the run ends after this request.
  package var stopsRun = false

  /// Whether a hard check failed, which ends the iteration.
  package var failedHardCheck = false

  /// The number of retries after a failure, and the delay before each; `nil` uses the settings of the run.
  package var retries: Int?
  package var retryDelay: Duration?

  /// Whether its scripts were stopped together with the run before they ended.
  package var isCutOff = false

  package init() {}
}
