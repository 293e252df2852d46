package import Foundation
package import RequestModel
internal import Synchronization

/// What happens during a send, in order. Secrets are masked in everything but raw bodies.
package enum RunEvent: Sendable {
  /// The request needs files or variables that the user has not allowed. Nothing was sent; `.ended` follows.
  case refused([OutsideSource])
  /// The request uses variables that have no value. Nothing was sent; `.ended` follows.
  case missingVariables([String])
  /// The user must type values first. Nothing was sent; `.ended` follows.
  case prompts([PromptQuestion])
  /// Bytes of a large body sent so far: at most every 50 ms, and at the end.
  case sent(Int, of: Int?)
  case head(Response)
  /// Bytes received so far, at most every 50 ms.
  case progress(received: Int, expected: Int?)
  case partialBody(PartialBody)
  /// The whole body, or as much of it as came. `rawBody` is what the server sent.
  case body(Response, rawBody: Data)
  /// A message of the connection, the result of a check, or a console line.
  case logged(LogEvent)
  /// A problem that does not concern the exchange.
  case warning(String)
  /// Always the last event. `unrecorded` is the reason why history could not keep the exchange.
  case ended(Exchange, unrecorded: String?)
}

/// The body so far, while more is coming.
///
/// The next one follows when this one was released, after a pause in proportion to the time that took.
package final class PartialBody: Sendable {
  package let response: Response
  /// What the server sent.
  package let rawBody: Data
  private let staleness: @Sendable () -> Bool
  private let released: @Sendable () -> Void

  init(
    _ response: Response, rawBody: Data, isStale: @escaping @Sendable () -> Bool,
    released: @escaping @Sendable () -> Void
  ) {
    self.response = response
    self.rawBody = rawBody
    staleness = isStale
    self.released = released
  }

  deinit { released() }

  /// Whether the whole body has arrived meanwhile.
  package var isStale: Bool { staleness() }
}
