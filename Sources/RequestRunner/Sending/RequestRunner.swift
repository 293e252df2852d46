package import Foundation
package import RequestClient
package import RequestModel
internal import Synchronization

/// Sends stored requests and records every exchange.
package struct RequestRunner: Sendable {
  let session: Session
  private let cookies: WorkspaceCookies?
  private let record: @Sendable (Exchange) throws -> Void

  /// - Parameters:
  ///   - cookies: Keeps the session's cookies on disk.
  ///   - record: Keeps a finished exchange; what it throws reaches the observer and stops nothing.
  package init(
    session: Session, cookies: WorkspaceCookies? = nil, record: @escaping @Sendable (Exchange) throws -> Void
  ) {
    self.session = session
    self.cookies = cookies
    self.record = record
  }

  /// Sends a request; `observer` hears each link of the chain as soon as it is done, `.ended` last and always.
  ///
  /// It returns at once. Nothing is sent where the request cannot be prepared; that is recorded too, unless the user has to
  /// be asked first.
  @discardableResult
  package func send(_ order: Order, observer: @escaping @Sendable (Progress) -> Void) -> Sending {
    let order = withFileCredentials(order)
    var assembly = assembly(of: order)
    do {
      let prepared = try assembly.prepare()
      syncCookies(observer)
      return try start(prepared, order, observer)
    } catch {
      let mask = assembly.mask
      let exchange = order.exchange(outcome: .failed(mask.masked(error), partial: nil))
      if assembly.refused.isEmpty {
        observer(.ended(exchange, unrecorded: keep(exchange, mask)))
      } else {
        observer(.refused(assembly.refused))
        observer(.ended(exchange, unrecorded: nil))
      }
      return Sending(request: nil)
    }
  }

  private func assembly(of order: Order) -> RequestAssembly {
    RequestAssembly(
      order.request, folders: order.surroundings.folders, scope: order.surroundings.scope,
      dynamic: DynamicVariables(now: order.startedAt), baseFolder: order.surroundings.baseFolder,
      access: order.surroundings.access, secretValue: order.surroundings.secretValue)
  }

  /// An order out of history lacks the credentials that were written in the request. The file has them, where it says
  /// otherwise the same as when it was sent.
  private func withFileCredentials(_ order: Order) -> Order {
    guard KeptRequest.isMasked(order.request), let request = order.surroundings.fileRequest() else { return order }
    var original = order
    original.request = request
    var assembly = assembly(of: original)
    _ = try? assembly.prepare()  // What cannot be prepared is said when it is sent.
    return KeptRequest(mask: assembly.mask).masking(request) == order.request ? original : order
  }

  private func start(
    _ prepared: PreparedRequest, _ order: Order, _ observer: @escaping @Sendable (Progress) -> Void
  ) throws(Failure) -> Sending {
    if let passing = order.passing { return try pass(prepared, order, passing, observer) }
    let mask = prepared.mask
    let body = LiveMask(mask)
    let context = try StoredRequest(prepared, session: session)
    let ticker = ProgressTicker()
    let clock = ContinuousClock.now
    // The chain. Its first link decides the answer and how long it took; the others build on what it found.
    let found = FoundExchange()
    let request = context.createRequest()
    let isOver = Flag()
    let beginnings = PartialBodyPublisher(of: request, isOver) { head, rawBody in
      let answer = body.masked(head, rawBody, isWhole: false)
      observer(.beginning(answer, rawBody: rawBody, isStale: { isOver.isSet }))
    }
    if prepared.isLarge { request.reportSending(to: observer) }
    request
      .onResponseHead { head in
        body.begin()
        observer(.head(mask.maskedHead(Response(head))))
        beginnings.begin(head)
      }
      .downloadProgress { progress in
        if ticker.isDue { observer(.progress(received: progress.completed, expected: progress.total)) }
        if order.tellsBeginnings, progress.completed != progress.total { beginnings.grew() }
      }
      .response(responseSerializer: context.responseSerializer) { response in
        isOver.set()
        let exchange = order.exchange(response, prepared, body, duration: clock.duration(to: .now))
        found.set(exchange)
        if let answer = exchange.outcome.answer { observer(.answer(answer, rawBody: response.readableBody)) }
      }
      .response { _ in
        guard let exchange = found.value else { return }
        syncCookies(observer)
        observer(.ended(exchange, unrecorded: keep(exchange, mask)))
      }
    request.resume()
    return Sending(request: request)
  }

  func syncCookies(_ observer: @Sendable (Progress) -> Void) {
    if let problem = cookies?.sync(at: Date()) { observer(.warning(problem)) }
  }

  func keep(_ exchange: Exchange, _ mask: SecretMask) -> String? {
    var kept = exchange
    kept.request = KeptRequest(mask: mask).masking(exchange.request)
    do {
      try record(kept)
      return nil
    } catch {
      return String(describing: error)
    }
  }
}

extension RequestRunner {
  /// One request to send.
  package struct Order: Sendable {
    package var id: ExchangeID
    package var request: SavedRequest
    package var origin: Exchange.Origin?
    package var environment: String?
    package var surroundings: Surroundings
    package var startedAt: Date
    /// Whether the body is told of while it comes.
    package var tellsBeginnings: Bool
    /// Where the body goes instead of being kept whole.
    package var passing: BodyPassing?

    package init(
      id: ExchangeID = ExchangeID(), request: SavedRequest, origin: Exchange.Origin? = nil, environment: String? = nil,
      surroundings: Surroundings, startedAt: Date = Date(), tellsBeginnings: Bool = false,
      passing: BodyPassing? = nil
    ) {
      self.passing = passing
      self.tellsBeginnings = tellsBeginnings
      self.id = id
      self.request = request
      self.origin = origin
      self.environment = environment
      self.surroundings = surroundings
      self.startedAt = startedAt
    }
  }

  /// What surrounds a request and decides what its templates mean.
  package struct Surroundings: Sendable {
    package var folders: [FolderSettings]
    package var scope: VariableScope
    /// The folder of the request's own file, absolute.
    package var baseFolder: String
    package var access: ReadAccess
    package var secretValue: @Sendable (Variable) -> String?
    /// Reads the request's own file, which has the credentials that history did not keep; `nil` where there is none.
    package var fileRequest: @Sendable () -> SavedRequest? = { nil }

    /// - Parameter access: By default the files of `baseFolder`.
    package init(
      folders: [FolderSettings] = [], scope: VariableScope = VariableScope(), baseFolder: String,
      access: ReadAccess? = nil, secretValue: @escaping @Sendable (Variable) -> String? = { _ in nil }
    ) {
      self.folders = folders
      self.scope = scope
      self.baseFolder = baseFolder
      self.access = access ?? .folder(baseFolder)
      self.secretValue = secretValue
    }
  }

  /// How one send goes on. Secrets are masked in all of it but `rawBody`.
  package enum Progress: Sendable {
    /// Nothing was sent: the request reads what the user has not allowed. `.ended` follows.
    case refused([OutsideSource])
    case head(Response)
    /// How much of a large body has gone out; at most every 50 ms, and for the whole.
    case sent(Int, of: Int?)
    /// At most every 50 ms.
    case progress(received: Int, expected: Int?)
    /// As much of the body as has come, now and then, on a thread of its own: `isStale` says when nobody needs it any more.
    /// `rawBody` is what the server sent, for those who pass it on.
    case beginning(Response, rawBody: Data, isStale: @Sendable () -> Bool)
    /// The body is whole, or as much of it as came.
    case answer(Response, rawBody: Data)
    /// Something went wrong that does not concern the exchange.
    case warning(String)
    /// The last one, always. `unrecorded` says why history could not keep it.
    case ended(Exchange, unrecorded: String?)
  }

  /// A send under way.
  package struct Sending: Sendable {
    let request: (any Request)?

    package var isOver: Bool {
      switch request?.state {
      case nil, .cancelled, .finished: true
      case .initialized, .resumed, .suspended: false
      }
    }

    /// Ends it; the observer still hears `.ended`. Does nothing after the end.
    package func cancel() { request?.cancel() }

    /// Holds the body back, or lets it come again.
    package func pause(_ isPaused: Bool) { if isPaused { request?.suspend() } else { request?.resume() } }
  }
}

extension RequestRunner.Order {
  fileprivate func exchange(outcome: Outcome) -> Exchange {
    Exchange(
      id: id, request: request, origin: origin, environment: environment, startedAt: startedAt, outcome: outcome,
      duration: .zero)
  }

  func exchange(
    _ response: ClientResponse<Data>, _ prepared: PreparedRequest, _ body: LiveMask, duration: Duration
  ) -> Exchange {
    let mask = body.mask
    var exchange = exchange(outcome: Self.outcome(response, prepared, body))
    exchange.timeline = mask.masked(Timeline(response.timeline))
    exchange.duration = duration
    // What was really sent, where the transport got that far.
    var sent = prepared.sent
    if let hop = response.timeline.hops.first, !hop.requestHeaders.isEmpty {
      (sent.method, sent.url, sent.headers) = (hop.method, hop.url, hop.requestHeaders.map { Header($0) })
      exchange.sent = mask.masked(sent)
    }
    return exchange
  }

  private static func outcome(
    _ response: ClientResponse<Data>, _ prepared: PreparedRequest, _ body: LiveMask
  ) -> Outcome {
    // A body that cannot be decoded is another one than what was told of it.
    if response.error != nil { body.begin() }
    let answer = response.head.map { body.masked($0, response.readableBody, isWhole: true) }
    switch (response.error, answer) {
    case (nil, let answer?): return .answered(answer)
    case (let error?, _):
      return error.isExplicitlyCancelled
        ? .cancelled(partial: answer)
        : .failed(body.mask.masked(prepared.named(error.failure(of: response.request?.method))), partial: answer)
    case (nil, nil): return .failed(Failure(.other, "The server sent no answer"), partial: nil)
    }
  }
}

extension DataResponse<Data, RequestError> {
  /// The body; where nothing of it could be decoded, its bytes as received.
  fileprivate var readableBody: Data { data ?? encodedData ?? Data() }
}

extension Response {
  init(_ head: ResponseHead) {
    self.init(
      status: head.status, reason: head.reason, httpVersion: head.httpVersion,
      headers: head.headers.map { Header($0) })
  }
}

/// What the first link of a chain found, for the links after it.
private final class FoundExchange: Sendable {
  private let exchange = Mutex<Exchange?>(nil)

  var value: Exchange? { exchange.withLock(\.self) }
  func set(_ exchange: Exchange) { self.exchange.withLock { $0 = exchange } }
}

extension DataRequest {
  fileprivate func reportSending(to observer: @escaping @Sendable (RequestRunner.Progress) -> Void) {
    let ticker = ProgressTicker()
    uploadProgress { progress in
      if ticker.isDue || progress.completed == progress.total {
        observer(.sent(progress.completed, of: progress.total))
      }
    }
  }
}

/// Lets one report through every 50 ms: a fast stream must not flood the screen.
final class ProgressTicker: Sendable {
  private static let interval = Duration.milliseconds(50)
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  var isDue: Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, last.duration(to: now) < Self.interval { return false }
      last = now
      return true
    }
  }
}
