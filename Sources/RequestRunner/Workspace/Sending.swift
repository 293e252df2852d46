internal import RequestModel

/// How far a request is that was sent.
enum Sending: Sendable {
  case ended(Exchange)
  /// The response is there, and later requests depend on nothing that follows: these events.
  case settled(Run, RunEvents)

  /// Waits for the end.
  ///
  /// - Parameter observe: Receives the events until then. Returning `false` cancels the run.
  func end(_ observe: (RunEvent) -> Bool) async -> Exchange {
    switch self {
    case .ended(let exchange): return exchange
    case .settled(let run, let events):
      for await event in events {
        if !observe(event) { run.cancel() }
        if case .ended(let exchange, _) = event { return exchange }
      }
      preconditionFailure("Every run ends with an exchange")
    }
  }
}
