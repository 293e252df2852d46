package import Foundation

/// One send, from the key press to the complete response.
///
///     preparing ──► sending ──► receiving ──► ended
///         └────────────┴────────────┴───────────▲   (failure or cancel ends it from anywhere)
package struct LiveExchange: Equatable, Sendable {
  package enum Stage: Equatable, Sendable {
    /// Handed to the runner; not started yet.
    case preparing
    case sending(since: Date)
    case receiving(Response, since: Date, received: Int, expected: Int?)
    case ended(Exchange)
  }

  package var id: ExchangeID
  /// The job, if it was sent in this run.
  package var job: SendJob?
  package private(set) var stage: Stage
  /// The number of changes, a key for values derived from the exchange.
  package private(set) var revision = 0
  /// Upload progress of a large body.
  package private(set) var upload: Upload?
  /// How fast the body is sent or received.
  package private(set) var rate = TransferRate()
  /// The response body. It arrives before the exchange ends.
  package private(set) var body: BodyDocument?
  /// The secrets masked in the body. Empty for exchanges from history, which stores only masked bytes.
  package private(set) var secrets = MaskedSecrets()
  package private(set) var sentBody: BodyDocument?
  /// The messages of both directions so far.
  package private(set) var messages = Conversation()
  /// The results of checks and the output of scripts so far, until the exchange ends.
  private var results = ExchangeLog()
  /// How far an exchange is that takes messages.
  package private(set) var phase: ExchangePhase?
  /// The login that it waits for.
  package private(set) var login: Login?
  /// Whether the response is paused.
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
    if case .ended(let exchange) = stage { messages = Conversation(exchange.log.messages) }
  }

  package var isRunning: Bool { if case .ended = stage { false } else { true } }

  /// Whether it would be cut off by quitting: of a response that is complete, only the record is missing.
  var isUnderWay: Bool { isRunning && body?.isWhole != true }

  /// The complete exchange, once it has ended.
  package var exchange: Exchange? { if case .ended(let exchange) = stage { exchange } else { nil } }

  /// The log of the complete exchange; until then the results of checks and the output of scripts.
  package var log: ExchangeLog { exchange?.log ?? results }

  package var request: SavedRequest? { exchange?.request ?? job?.request }
  package var origin: Exchange.Origin? { exchange?.origin ?? job?.origin }

  /// Status and headers, once received.
  package var response: Response? {
    switch stage {
    case .preparing, .sending: nil
    case .receiving(let response, _, _, _): response
    case .ended(let exchange): exchange.response
    }
  }

  /// Measures how far the body is.
  mutating func measure(at now: Date) {
    switch stage {
    case .sending: if let upload, !upload.isDone { rate.note(upload.sent, at: now) }
    case .receiving(_, _, let received, _): rate.note(received, at: now)
    case .preparing, .ended: break
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
      rate = TransferRate()
    case (.progress(let received, let expected), .receiving(let response, let since, _, _)):
      stage = .receiving(response, since: since, received: received, expected: expected)
    // A late partial body.
    case (.body(let document, _), _) where !document.isWhole && body?.isWhole ?? false: break
    case (.body(let document, let secrets), _): (body, self.secrets) = (document, secrets)
    case (.ended(let exchange, let sent), _):
      stage = .ended(exchange)
      login = nil
      sentBody = sent
      messages = Conversation(exchange.log.messages)
      results = ExchangeLog()
    case (.results(let new), _): results.events += new
    case (.messages(let new), _): messages.append(contentsOf: new)
    case (.remasked(let masked), _): messages.mask(as: masked)
    case (.phase(let phase), _): self.phase = phase
    case (.sent(let sent, let total), .sending): upload = Upload(sent: sent, total: total)
    case (.login(let login), _): self.login = login
    case (.loginEnded, _): login = nil
    case (.head, _), (.progress, _), (.refused, _), (.prompts, _), (.sent, _), (.token, _): break
    }
  }
}
