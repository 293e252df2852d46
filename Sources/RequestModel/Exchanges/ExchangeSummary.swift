package import Foundation

/// A row of the history list: the facts of an exchange that need no body.
package struct ExchangeSummary: Hashable, Sendable {
  package var id: ExchangeID
  package var startedAt: Date
  package var method: String
  /// With variables replaced and secrets masked.
  package var url: String
  /// The request's name at the time; empty for a typed URL.
  package var name: String
  package var result: Result
  package var duration: Duration
  /// The size of the decompressed body, in bytes.
  package var bodySize: Int
  package var annotation = Annotation()
  /// The id of the stored request, if any.
  package var requestID: RequestID?
  /// The run that the row represents. The row's exchange is the last one of the run.
  package var run: RecordedRun?

  package enum Result: Hashable, Sendable {
    /// `Response.Head.noStatus` for an answer of a program.
    case status(Int)
    case failed(Failure.Kind)
    case cancelled
  }

  /// The status in up to three columns. An answer of a program has none.
  package static func label(ofStatus status: Int) -> String {
    status == Response.Head.noStatus ? "ok" : String(status)
  }

  package init(
    id: ExchangeID, startedAt: Date, method: String, url: String, name: String, result: Result, duration: Duration,
    bodySize: Int
  ) {
    self.id = id
    self.startedAt = startedAt
    self.method = method
    self.url = url
    self.name = name
    self.result = result
    self.duration = duration
    self.bodySize = bodySize
  }
}
