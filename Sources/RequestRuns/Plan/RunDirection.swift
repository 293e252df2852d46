/// What the scripts of a request say about the way of the run.
package struct RunDirection: Equatable, Sendable {
  /// The request after this one.
  package enum Next: Equatable, Sendable {
    /// The next of the plan.
    case inOrder
    /// The request of that id, path or name.
    case request(String)
    /// None: the iteration ends.
    case none
  }

  package var next = Next.inOrder
  /// Whether the request is not sent.
  package var skipsRequest = false
  /// Whether the run ends after this request.
  package var stopsRun = false

  /// Whether a hard check failed, which ends the iteration.
  package var failedHardCheck = false

  /// How often the request is sent again after it failed, and how long that waits; `nil` for what the run says.
  package var retries: Int?
  package var retryDelay: Duration?

  /// Whether its scripts were stopped with the run, before they had ended.
  package var isCutOff = false

  package init() {}
}
