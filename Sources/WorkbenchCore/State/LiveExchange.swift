package import BodyDocument
package import Foundation
package import RequestModel

/// One send, from the key press to the whole answer.
///
///     preparing ──► sending ──► receiving ──► ended
///         └────────────┴────────────┴───────────▲   (failure or cancel ends it from anywhere)
package struct LiveExchange: Equatable, Sendable {
  package enum Stage: Equatable, Sendable {
    /// Handed over; nothing has been heard yet.
    case preparing
    case sending(since: Date)
    case receiving(Response, since: Date, received: Int, expected: Int?)
    case ended(Exchange)
  }

  package var id: ExchangeID
  /// What was sent, where it was sent in this run: while it runs there is no exchange yet that has it.
  package var order: SendJob?
  package var stage: Stage
  /// How much of the body has gone out, where that takes time.
  package private(set) var upload: Upload?
  /// The body as rows, there as soon as its own link of the chain is done.
  package var body: BodyDocument? { didSet { takePicture() } }
  /// What is masked in the body. Empty for an exchange of history, which keeps only the mask.
  package private(set) var secrets = MaskedSecrets()
  /// The body with its secrets, while the user wants to see them.
  package var revealed: BodyDocument?
  /// The picture that the body is.
  package private(set) var picture: ShownPicture?
  /// What the body differs from, while that is shown in its place.
  package var comparison: Comparison?
  /// What a filter has left of the body, while one is in force.
  package var filtered: FilteredBody?
  package var sentBody: BodyDocument?
  /// Whether the body is held back by the user.
  package var isPaused = false

  package init(
    id: ExchangeID, order: SendJob? = nil, stage: Stage = .preparing, body: BodyDocument? = nil,
    sentBody: BodyDocument? = nil
  ) {
    self.id = id
    self.order = order
    self.stage = stage
    self.body = body
    self.sentBody = sentBody
    takePicture()
  }

  private mutating func takePicture() {
    if picture?.picture != body?.picture {
      picture = body.flatMap { body in body.picture.map { ShownPicture($0, of: body) } }
    }
  }

  /// What the body's tab shows: the body, or what a filter has left of it.
  package var shownBody: BodyDocument? {
    get { filtered?.document ?? unfilteredBody }
    set {
      if let newValue, filtered != nil {
        filtered?.document = newValue
      } else if revealed != nil {
        revealed = newValue
      } else {
        body = newValue
      }
    }
  }

  /// What a filter gets: the body with its secrets masked, unless the user sees them.
  package var unfilteredBody: BodyDocument? { revealed ?? body }

  package var isRunning: Bool { if case .ended = stage { false } else { true } }

  /// The whole exchange once it has ended.
  package var exchange: Exchange? { if case .ended(let exchange) = stage { exchange } else { nil } }

  package var request: SavedRequest? { exchange?.request ?? order?.request }
  package var origin: Exchange.Origin? { exchange?.origin ?? order?.origin }

  /// Status and headers as soon as they are there.
  package var answer: Response? {
    switch stage {
    case .preparing, .sending: nil
    case .receiving(let answer, _, _, _): answer
    case .ended(let exchange): exchange.outcome.answer
    }
  }

  package mutating func apply(_ event: ExchangeEvent) {
    switch (event, stage) {
    case (_, .ended): break
    case (.replaced(let request), _): order?.request = request
    case (.started(let date), _): stage = .sending(since: date)
    case (.head(let answer), .sending(let since)):
      stage = .receiving(answer, since: since, received: 0, expected: nil)
    case (.progress(let received, let expected), .receiving(let answer, let since, _, _)):
      stage = .receiving(answer, since: since, received: received, expected: expected)
    // Made meanwhile, and overtaken by the whole.
    case (.body(let document, _), _) where !document.isWhole && body?.isWhole ?? false: break
    case (.body(var document, let secrets), _):
      // What came so far may be looked at already.
      if let shown = body { document.takeView(of: shown) }
      body = document
      (self.secrets, revealed) = (secrets, nil)
    case (.ended(let exchange, let sent), _):
      stage = .ended(exchange)
      sentBody = sent
    case (.sent(let sent, let total), .sending): upload = Upload(sent: sent, total: total)
    case (.head, _), (.progress, _), (.refused, _), (.sent, _): break
    }
  }
}
