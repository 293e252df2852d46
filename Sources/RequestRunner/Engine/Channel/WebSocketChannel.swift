internal import Foundation
internal import Synchronization

/// The channel of a WebSocket. Its handshake is sent as a request is, with the same route, credentials and cookies.
final class WebSocketChannel: ExchangeChannel {
  private let socket: WebSocketRequest
  private let prepared: PreparedRequest
  private let transfers: TransferControl
  private let report = Mutex<(@Sendable (ChannelArrival) -> Void)?>(nil)
  /// The URL of the handshake that opened the connection, after redirects.
  private let openedURL = Mutex<String?>(nil)
  /// `nil` without a wire log.
  private let frames: Mutex<FrameLog?>

  /// Shorter than the time in which a running exchange gives up a connection that is being closed.
  private static let closeTimeout = Duration.milliseconds(1800)

  init(_ request: AuthenticatedRequest, _ run: RunContext) throws(Failure) {
    prepared = request.prepared
    transfers = run.transfers
    frames = Mutex(prepared.keepsWireLog ? FrameLog() : nil)
    var settings = WebSocketOptions()
    settings.subprotocols = prepared.subprotocols
    settings.closeTimeout = Self.closeTimeout
    if let limit = prepared.options.maxBody { (settings.maxMessageSize, settings.maxRefusalSize) = (limit, limit) }
    let composed = try ClientRequest(
      prepared, session: run.client, mask: run.mask.current, redirector: request.redirector)
    socket = composed.authenticated(composed.createWebSocket(settings))
  }

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
    self.report.withLock { $0 = report }
    socket.onEvent { [self] in handleEvent($0) }
    transfers.begin(socket)
  }

  func perform(_ command: ChannelCommand) {
    switch command {
    case .send(let id, let message): send(message, id)
    // Messages can be received until one side closes: there is no end of one direction.
    case .finishSending: break
    case .close(let reason): close(reason)
    case .cancel: socket.cancel()
    }
  }

  /// Whether credentials may be sent on the open connection: it is not one to another server, to which a redirect led.
  var isTrusted: Bool {
    if prepared.options.keepsCredentialsAcrossOrigins { return true }
    return openedURL.withLock(\.self).map { Self.origin($0) == Self.origin(prepared.url) } ?? true
  }

  private static func origin(_ url: String) -> [String] {
    let text = (try? RequestURL(url))?.description ?? url
    let isSocket = text.lowercased().startsExactly(with: "ws")
    let address = WireAddress(isSocket ? "http" + text.dropFirst(2) : text)
    return [address.scheme, address.hostAndPort]
  }

  // MARK: Out

  private func send(_ message: ChannelMessage, _ id: SendID) {
    let completion: WebSocketSendCompletion = { [self] result in
      switch result {
      case .success(let details):
        frames.withLock { $0?.addMessage(message.type, message.content.count, details, isSent: true) }
        tell(.accepted(id))
      case .failure(let error): tell(.rejected(id, failure(error).sentence))
      }
    }
    switch message.type {
    case "ping": socket.ping(message.content, completion: completion)
    case "pong": socket.pong(message.content, completion: completion)
    case "binary": socket.send(.binary(message.content), completion: completion)
    default: socket.send(.text(String(decoding: message.content, as: UTF8.self)), completion: completion)
    }
  }

  /// Those who ask for it have checked the code.
  private func close(_ reason: CloseReason?) {
    do {
      try socket.close(code: WebSocketCloseCode(reason?.code ?? 1000), reason: reason?.text ?? "")
    } catch {
      socket.cancel()
    }
  }

  // MARK: In

  private func handleEvent(_ event: WebSocketEvent) {
    switch event {
    case .opened(let opening):
      openedURL.withLock { $0 = opening.hop?.url }
      tell(.opened(Response(opening.head).head))
    case .message(.text(let text), let details): receive(.text(text), details)
    case .message(.binary(let bytes), let details): receive(ChannelMessage("binary", bytes), details)
    case .ping(let payload, let details):
      receive(ChannelMessage("ping", payload), details)
      if !details.isAnswered { break }
      let pong = ChannelMessage("pong", payload)
      // The client's frames have a mask.
      var answer = details
      answer.wireSize += 4
      frames.withLock { $0?.addMessage(pong.type, payload.count, answer, isSent: true) }
      tell(.answered(pong))
    case .pong(let payload, let details): receive(ChannelMessage("pong", payload), details)
    case .closing(let close):
      let message = ChannelMessage("close", Data(close.text.utf8))
      tell(close.isFromServer ? .received(message) : .answered(message))
    // Frames are not asked for, and neither are reconnections.
    case .frame, .waiting: break
    case .ended(let end): finish(end)
    }
  }

  private func receive(_ message: ChannelMessage, _ details: WebSocketDetails) {
    frames.withLock { $0?.addMessage(message.type, message.content.count, details, isSent: false) }
    tell(.received(message))
  }

  private func finish(_ end: WebSocketEnd) {
    for var hop in end.timeline.noting(TransferRoute(prepared)).hops {
      if hop.status == 101, let frames = frames.withLock(\.self) { hop.wire = frames.merged(into: hop.wire) }
      tell(.hop(hop))
    }
    if let size = end.unfinishedSize {
      tell(.warned("\(Formatting.count(size, "byte")) of a message arrived whose end did not: it is left out"))
    }
    switch end.outcome {
    case .closed: tell(.ended(nil))
    case .refused(let body):
      guard let head = end.head else { return tell(.ended(Failure(.other, "No response received"))) }
      tell(.refused(with(Response(head)) { $0.body = body }))
      tell(.ended(nil))
    case .failed(let error):
      // Its body did not end in time.
      if case .webSocket(.refused) = error, let head = end.head { tell(.refused(Response(head))) }
      tell(.ended(failure(error)))
    }
    report.withLock { $0 = nil }
  }

  private func failure(_ error: RequestError) -> Failure { prepared.failure(error, of: .get) }

  private func tell(_ arrival: ChannelArrival) { report.withLock(\.self)?(arrival) }
}

extension WebSocketClose {
  /// `1000 bye`; empty without a code.
  fileprivate var text: String { code.map { CloseReason($0.rawValue, reason).description } ?? "" }
}
