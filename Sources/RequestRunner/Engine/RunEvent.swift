/// An event of a run. Secrets are masked.
package enum RunEvent: Sendable {
  /// The request needs sources that the user has not allowed. Nothing was sent; `.ended` follows.
  case refused(PermissionRequest)
  /// The request uses variables without a value. Nothing was sent; `.ended` follows.
  case missingVariables([String])
  /// The user must type values first. Nothing was sent; `.ended` follows.
  case prompts([PromptQuestion])
  /// The user has to log in. The run waits for it.
  case login(Login)
  /// The login has ended, successfully or not.
  case loginEnded
  case token(TokenState)
  /// Bytes of a large body sent so far, at most every 50 ms and at the end.
  case sent(Int, of: Int?)
  case head(Response)
  /// Bytes received so far, at most every 50 ms.
  case progress(received: Int, expected: Int?)
  case partialBody(PartialBody)
  /// The body, or the part of it that arrived.
  case body(Response)
  /// The phase of an exchange that accepts messages. Other exchanges do not report it.
  case phase(ExchangePhase)
  /// A message was not sent, with the reason as a sentence. Sent messages are logged.
  case unsent(SendID, String)
  /// A message in either direction, a check result or a console line.
  case logged(LogEvent)
  /// All messages so far, masked with a secret that a handler of messages has set since. Only for jobs that ask for it.
  case remasked([LogEvent])
  /// A problem unrelated to the exchange, such as cookies that cannot be saved.
  case warning(String)
  /// A note on the work that the run waits for.
  case note(String)
  /// Always the last event. `unrecorded` is the reason why history could not store the exchange.
  case ended(Exchange, unrecorded: String?)
}

/// The part of a body that has arrived so far.
///
/// The next partial body follows after this one is released.
package final class PartialBody: Sendable {
  package let response: Response
  private let staleness: @Sendable () -> Bool
  private let released: @Sendable () -> Void

  init(_ response: Response, isStale: @escaping @Sendable () -> Bool, released: @escaping @Sendable () -> Void) {
    self.response = response
    staleness = isStale
    self.released = released
  }

  deinit { released() }

  /// Whether the complete body has arrived meanwhile.
  package var isStale: Bool { staleness() }
}
