package import BodyDocument
package import Foundation
package import RequestModel

/// One send, from the key press to the whole response.
///
///     preparing ──► sending ──► receiving ──► ended
///         └────────────┴────────────┴───────────▲   (failure or cancel ends it from anywhere)
package struct LiveExchange: Equatable, Sendable {
  package enum Stage: Equatable, Sendable {
    /// Handed over; nothing has been heard of it yet.
    case preparing
    case sending(since: Date)
    case receiving(Response, since: Date, received: Int, expected: Int?)
    case ended(Exchange)
  }

  package var id: ExchangeID
  /// What was sent, if it was sent in this run.
  package var job: SendJob?
  package private(set) var stage: Stage
  /// Counts the changes, so that what is worked out of an exchange is worked out again after one.
  package private(set) var revision = 0
  /// How much of the body was sent, if that takes time.
  package private(set) var upload: Upload?
  /// The body as rows; it arrives before the exchange ends.
  package private(set) var body: BodyDocument?
  /// What is masked in the body. Empty for an exchange of history, which keeps only the mask.
  package private(set) var secrets = MaskedSecrets()
  package private(set) var sentBody: BodyDocument?
  /// Whether the user has paused the response.
  package var isPaused = false

  package init(
    id: ExchangeID, job: SendJob? = nil, stage: Stage = .preparing, body: BodyDocument? = nil,
    sentBody: BodyDocument? = nil
  ) {
    self.id = id
    self.job = job
    self.stage = stage
    self.body = body
    self.sentBody = sentBody
  }

  package var isRunning: Bool { if case .ended = stage { false } else { true } }

  /// The whole exchange, once it has ended.
  package var exchange: Exchange? { if case .ended(let exchange) = stage { exchange } else { nil } }

  package var request: SavedRequest? { exchange?.request ?? job?.request }
  package var origin: Exchange.Origin? { exchange?.origin ?? job?.origin }

  /// Status and headers, as soon as they arrive.
  package var response: Response? {
    switch stage {
    case .preparing, .sending: nil
    case .receiving(let response, _, _, _): response
    case .ended(let exchange): exchange.response
    }
  }

  package mutating func apply(_ event: ExchangeEvent) {
    revision += 1
    switch (event, stage) {
    case (_, .ended): break
    case (.replaced(let request), _): job?.request = request
    case (.started(let date), _): stage = .sending(since: date)
    case (.head(let response), .sending(let since)):
      stage = .receiving(response, since: since, received: 0, expected: nil)
    case (.progress(let received, let expected), .receiving(let response, let since, _, _)):
      stage = .receiving(response, since: since, received: received, expected: expected)
    // A part that was overtaken by the whole.
    case (.body(let document, _), _) where !document.isWhole && body?.isWhole ?? false: break
    case (.body(let document, let secrets), _): (body, self.secrets) = (document, secrets)
    case (.ended(let exchange, let sent), _):
      stage = .ended(exchange)
      sentBody = sent
    case (.sent(let sent, let total), .sending): upload = Upload(sent: sent, total: total)
    case (.head, _), (.progress, _), (.refused, _), (.sent, _): break
    }
  }
}
