/// A result of a run as history has it.
package struct RecordedResult: Equatable, Sendable {
  package var summary: ExchangeSummary
  /// The file of its request.
  package var address: Address?
  /// Why there is no complete response, if the exchange failed.
  package var failure: Failure?
  package var checks: [LogEvent.Check]

  package init(_ summary: ExchangeSummary, address: Address?, failure: Failure?, checks: [LogEvent.Check]) {
    (self.summary, self.address, self.failure, self.checks) = (summary, address, failure, checks)
  }
}
