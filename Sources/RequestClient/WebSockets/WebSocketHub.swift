internal import DequeModule
internal import Foundation
internal import Synchronization

/// Connects a WebSocket's request, its connections and its handlers.
///
/// ```
/// transport ── bytes ──► receiver ──► serial executor ──► handlers
///     ▲                     │ pong, close
///     └──────── outbox ◄────┴──── frames ◄──── waiting messages ◄──── send
/// ```
/// A new hop has a new connection; waiting messages and handlers stay.
final class WebSocketHub: BodySink {
  /// The credit must be retained until the event has been used.
  typealias Listener = @Sendable (WebSocketEvent, StreamCredit?) -> Void

  struct State {
    var listeners: [Listener] = []
    /// Events before the first handler, which gets them.
    var early: [Delivery] = []
    var connection: WebSocketConnection?
    var opening: WebSocketOpening?
    /// Whether messages can be sent and received.
    var isOpen = false
    /// Whether a handshake of this attempt was accepted.
    var wasOpened = false
    /// The handshake on the wire, reported before its head.
    var hop: Timeline.Hop?
    /// The body of a response that refuses the handshake.
    var refusal: ReceivedBody?
    var refusalSize = 0
    var waiting = Deque<WebSocketItem>()
    var lastID = 0
    /// Whether a thread is moving waiting messages to the outbox.
    var isPumping = false
    var sentClose: WebSocketClose?
    var receivedClose: WebSocketClose?
    /// Whether handlers know of the first close frame.
    var isCloseReported = false
    var failure: WebSocketFailure?
    /// Bytes of a message that was not complete when the connection ended.
    var unfinishedSize: Int?
    /// Whether `close` was called.
    var isClosing = false
    /// Why nothing can be sent any more.
    var end: RequestError?
    /// When a ping was sent that was not answered.
    var pingedAt: ContinuousClock.Instant?
    var unsentPongs = 0
    /// Bytes of events that were not handled yet.
    var undelivered = 0
    var isFull = false
    /// Failed attempts since the last connection.
    var failures = 0
  }

  /// Events that are handled together. The credit must be retained until then.
  struct Delivery {
    let events: [WebSocketEvent]
    let credit: StreamCredit?
  }

  let settings: WebSocketOptions
  let state = Mutex(State())

  init(_ settings: WebSocketOptions) { self.settings = settings }

  var isFull: Bool { state.withLock { $0.isFull } }
  var isOpen: Bool { state.withLock { $0.isOpen } }
  var opening: WebSocketOpening? { state.withLock { $0.opening } }

  func add(_ listener: @escaping Listener, _ request: RequestCore) {
    state.withLock { $0.listeners.append(listener) }
    request.enqueue { _ in self.deliver(Delivery(events: [], credit: nil)) }
  }

  /// Calls the handlers with events, in order, on the request's serial executor.
  func deliver(_ events: [WebSocketEvent], _ credit: StreamCredit?, _ request: RequestCore) {
    if events.isEmpty { return }
    let delivery = Delivery(events: events, credit: credit)
    request.enqueue { _ in self.deliver(delivery) }
  }

  private func deliver(_ delivery: Delivery) {
    let (listeners, early) = state.withLock { state -> ([Listener], [Delivery]) in
      if state.listeners.isEmpty {
        state.early.append(delivery)
        return ([], [])
      }
      defer { state.early = [] }
      return (state.listeners, state.early)
    }
    for delivery in early + [delivery] {
      for event in delivery.events {
        if case .closing = event { state.withLock { $0.isCloseReported = true } }
        for listener in listeners { listener(event, delivery.credit) }
      }
    }
  }
}

// Opening.
extension WebSocketHub {
  /// Adds the headers of a handshake to those of a message, for a new connection.
  ///
  /// - Returns: The output that the transport writes after the handshake.
  func connect(
    _ headers: inout HTTPHeaders, of request: RequestCore, start: ContinuousClock.Instant
  ) throws(WebSocketFailure) -> Upgrade {
    let handshake = try WebSocketHandshake(&headers, settings)
    let outbox = WebSocketOutbox { [weak request] completions in
      request?.enqueue { _ in for run in completions { run(nil) } }
    } onRoom: { [weak self, weak request] in
      guard let self, let request else { return }
      request.enqueue { self.pump($0) }
    }
    let connection = WebSocketConnection(handshake, outbox, settings, start: start)
    state.withLock { state in
      state.connection = connection
      (state.isOpen, state.wasOpened, state.hop) = (false, false, nil)
      (state.refusal, state.refusalSize) = (nil, 0)
      (state.sentClose, state.receivedClose, state.failure, state.pingedAt) = (nil, nil, nil, nil)
      (state.isCloseReported, state.unfinishedSize) = (false, nil)
    }
    return Upgrade(output: outbox, idleTimeout: settings.idleTimeout)
  }

  /// The transport got the head of an accepted handshake.
  func note(_ hop: Timeline.Hop) { state.withLock { $0.hop = hop } }

  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError) {
    guard head.status == 101 else {
      return beginRefusal(head, request)
    }
    guard let connection = state.withLock({ $0.connection }) else { return }
    let opening: WebSocketOpening
    do {
      let agreement = try connection.handshake.accept(head)
      try connection.open(agreement.compression)
      opening = WebSocketOpening(
        head: head, subprotocol: agreement.subprotocol, compression: agreement.compression,
        hop: state.withLock { $0.hop })
    } catch {
      state.withLock { $0.failure = error }
      throw .webSocket(error)
    }
    state.withLock { state in
      state.opening = opening
      (state.isOpen, state.wasOpened, state.failures) = (true, true, 0)
    }
    deliver([.opened(opening)], nil, request)
    startPinging(connection, request)
    request.enqueue { self.pump($0) }
  }
}

// Receiving.
extension WebSocketHub {
  func receive(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) {
    guard let connection = state.withLock({ $0.wasOpened ? $0.connection : nil }) else { return keep(chunk, request) }
    let (arrivals, violation) = connection.receive(chunk)
    var batch = Batch()
    for arrival in arrivals {
      // Nothing counts after the first close frame.
      if state.withLock({ $0.receivedClose != nil }) { break }
      handle(arrival, connection, request, &batch)
    }
    deliver(batch.events, credit(for: batch.size, request), request)
    if let violation, note(violation) {
      // After the handlers of the messages before it, which may answer them.
      request.enqueue { self.close(because: violation, connection, $0) }
    }
  }

  /// Events of one chunk, and the memory that they need.
  struct Batch {
    var events: [WebSocketEvent] = []
    var size = 0

    mutating func add(_ event: WebSocketEvent, _ byteCount: Int = 0) {
      events.append(event)
      size += byteCount + 64
    }
  }

  private func handle(
    _ arrival: WebSocketReceiver.Arrival, _ connection: WebSocketConnection, _ request: RequestCore,
    _ batch: inout Batch
  ) {
    switch arrival {
    case .message(let message, let details): batch.add(.message(message, details), message.byteCount)
    case .frame(let frame): batch.add(.frame(frame))
    case .ping(let payload, var details):
      var pong = Batch()
      details.isAnswered = answer(payload, connection, &pong)
      batch.add(.ping(payload, details), payload.count)
      for event in pong.events { batch.add(event) }
    case .pong(let payload, let details):
      state.withLock { $0.pingedAt = nil }
      batch.add(.pong(payload, details), payload.count)
    case .close(let code, let reason): receivedClose(code, reason, connection, request, &batch)
    }
  }

  /// Answers a ping, unless the server sends pings without reading the answers: the last ones are enough (RFC 6455, section
  /// 5.5.3).
  ///
  /// - Returns: Whether the pong is sent, as far as the connection lasts.
  private func answer(_ ping: Data, _ connection: WebSocketConnection, _ batch: inout Batch) -> Bool {
    let mayAnswer = state.withLock { state in
      if state.unsentPongs == Self.pongLimit { return false }
      state.unsentPongs += 1
      return true
    }
    if !mayAnswer { return false }
    return write(WebSocketFrameWriter.Frame(.pong, ArraySlice(ping)), connection, &batch) { [weak self] _ in
      self?.state.withLock { $0.unsentPongs -= 1 }
    }
  }

  private static let pongLimit = 100

  private func receivedClose(
    _ code: WebSocketCloseCode?, _ reason: String, _ connection: WebSocketConnection, _ request: RequestCore,
    _ batch: inout Batch
  ) {
    let close = WebSocketClose(code: code, reason: reason, isFromServer: true)
    let isFirst = state.withLock { state in
      state.receivedClose = close
      state.isOpen = false
      defer { if state.sentClose == nil { state.sentClose = close } }
      return state.sentClose == nil
    }
    if isFirst {
      batch.add(.closing(close))
      write(WebSocketFrameWriter.close(code, ""), connection, &batch)
    }
    endSoon(connection, request)
  }

  /// - Returns: Whether the server broke the protocol before its close frame.
  private func note(_ violation: WebSocketReceiver.Violation) -> Bool {
    state.withLock { state in
      if state.receivedClose != nil { return false }
      state.failure =
        violation.code == .messageTooBig
        ? .messageTooLarge(limit: settings.maxMessageSize) : .violation(violation.code, violation.detail)
      return true
    }
  }

  /// Closes the connection because the server broke the protocol.
  private func close(
    because violation: WebSocketReceiver.Violation, _ connection: WebSocketConnection, _ request: RequestCore
  ) {
    let close = WebSocketClose(code: violation.code, isFromServer: false, isClean: false)
    let isFirst = state.withLock { state in
      guard state.connection === connection else { return false }
      state.isOpen = false
      defer { if state.sentClose == nil { state.sentClose = close } }
      return state.sentClose == nil
    }
    if isFirst {
      // Before the frame, whose answer may end the connection at once.
      deliver([.closing(close)], nil, request)
      var batch = Batch()
      write(WebSocketFrameWriter.close(violation.code, ""), connection, &batch)
      deliver(batch.events, nil, request)
    }
    endSoon(connection, request)
  }

  /// - Returns: Whether the frame is taken.
  @discardableResult
  private func write(
    _ frame: WebSocketFrameWriter.Frame, _ connection: WebSocketConnection, _ batch: inout Batch,
    _ completion: WebSocketOutbox.Completion? = nil
  ) -> Bool {
    let isTaken = connection.outbox.append([frame], completion)
    if !isTaken { completion?(.webSocket(.notOpen)) }
    if isTaken, settings.reportsFrames { batch.add(.frame(frame.description(at: connection.time))) }
    return isTaken
  }

  /// Waits for the server to end the connection, as it should do first (RFC 6455, section 7.1.1). Then ends it when
  /// everything is written, and at last anyway.
  ///
  /// In HTTP/2 the server waits for the end of the stream, which may come as soon as both have closed (RFC 8441, section 5).
  func endSoon(_ connection: WebSocketConnection, _ request: RequestCore) {
    let hasClosed = state.withLock {
      $0.receivedClose != nil && $0.opening?.head.httpVersion.hasPrefix("HTTP/2") == true
    }
    if hasClosed { connection.outbox.end() }
    let isPatient = OnceFlag()
    connection.schedule(after: settings.closeTimeout) { [weak self, weak request] in
      if isPatient.set() {
        connection.outbox.end()
        return true
      }
      if let self, let request, state.withLock({ $0.connection === connection }) { request.endTransfer() }
      return false
    }
  }

  /// The body of a refusal follows, which may never end.
  private func beginRefusal(_ head: ResponseHead, _ request: RequestCore) {
    let connection = state.withLock { state in
      state.refusal = ReceivedBody()
      return state.connection
    }
    connection?.schedule(after: settings.refusalTimeout) { [weak self, weak request, weak connection] in
      guard let self, let request, let connection else { return false }
      let isWaiting = state.withLock { state in
        guard state.connection === connection else { return false }
        state.failure = .refused(status: head.status)
        return true
      }
      if isWaiting { request.endTransfer() }
      return false
    }
  }

  /// Keeps the body of a refusal.
  private func keep(_ chunk: UnsafeRawBufferPointer, _ request: RequestCore) {
    let memoryLimit = request.state.withLock { $0.options.value.bodyMemoryLimit }
    state.withLock { state in
      let kept = UnsafeRawBufferPointer(rebasing: chunk.prefix(settings.maxRefusalSize - state.refusalSize))
      state.refusalSize += kept.count
      if !kept.isEmpty { state.refusal?.append(kept, expected: nil, memoryLimit: memoryLimit) }
    }
  }

  private func credit(for size: Int, _ request: RequestCore) -> StreamCredit? {
    if size == 0 { return nil }
    state.withLock { state in
      state.undelivered += size
      state.isFull = state.undelivered >= settings.maxWaitingSize
    }
    return StreamCredit(byteCount: size, source: self, request: request)
  }
}

extension WebSocketHub: CreditSource {
  func handled(_ byteCount: Int) -> Bool {
    state.withLock { state in
      state.undelivered -= byteCount
      guard state.isFull, state.undelivered <= settings.maxWaitingSize / 2 else { return false }
      state.isFull = false
      return true
    }
  }
}

// Pings.
extension WebSocketHub {
  private func startPinging(_ connection: WebSocketConnection, _ request: RequestCore) {
    guard let interval = settings.pingInterval else { return }
    connection.schedule(after: interval) { [weak self, weak request] in
      guard let self, let request, self.isOpen else { return false }
      let isFirst = state.withLock { state in
        defer { if state.pingedAt == nil { state.pingedAt = .now } }
        return state.pingedAt == nil
      }
      send(.ping(Data()), of: request) { _ in }
      if isFirst { self.awaitPong(connection, request) }
      return true
    }
  }

  private func awaitPong(_ connection: WebSocketConnection, _ request: RequestCore) {
    connection.schedule(after: settings.pongTimeout) { [weak self, weak request] in
      guard let self, let request else { return false }
      // The pong may be among what is not read while handlers are behind.
      if isFull { return true }
      let failure = WebSocketFailure.noPong(host: request.host, limit: settings.pongTimeout)
      let isLate = state.withLock { state in
        guard state.connection === connection, state.pingedAt != nil else { return false }
        state.failure = failure
        return true
      }
      if isLate { request.endTransfer() }
      return false
    }
  }
}
