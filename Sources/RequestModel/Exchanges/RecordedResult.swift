/// A result of a run as history has it.
package struct RecordedResult: Equatable, Sendable {
  package var summary: ExchangeSummary
  /// The file of its request.
  package var origin: Exchange.Origin?
  /// Why the response is missing or incomplete, if the exchange failed.
  package var failure: Failure?
  package var checks: [LogEvent.Check]

  package init(_ summary: ExchangeSummary, origin: Exchange.Origin?, failure: Failure?, checks: [LogEvent.Check]) {
    (self.summary, self.origin, self.failure, self.checks) = (summary, origin, failure, checks)
  }

  /// The path of that file in its workspace.
  package var address: Address? { origin?.address }
}
