public import Foundation

/// A WebSocket (RFC 6455) with permessage-deflate (RFC 7692).
///
/// ```swift
/// let socket = session.webSocket("wss://example.com/chat")
/// try await socket.send("hello")
/// for try await message in socket.messages() { … }
/// ```
/// Its handshake is a request like any other: with redirects, challenges, cookies, interceptors and a timeline. The first
/// handler, sequence or `send` starts it. Each handler gets every event in order, then exactly one `.ended`. Events wait
/// for the first handler; later ones miss what was before them. Receiving pauses while handlers are behind, or while
/// there is none; pings are not answered meanwhile.
///
/// `cancel()` ends the connection at once, without a close frame.
public final class WebSocketRequest: Request {
  /// Internal state of the request.
  public let core: RequestCore
  let hub: WebSocketHub

  init(_ core: RequestCore, _ hub: WebSocketHub) { (self.core, self.hub) = (core, hub) }

  /// Receives the events.
  public typealias Handler = @Sendable (WebSocketEvent) -> Void

  /// Whether messages can be sent and received now.
  public var isOpen: Bool { hub.isOpen }

  /// The last accepted handshake; `nil` before it.
  public var opening: WebSocketOpening? { hub.opening }
}

// Receiving.
extension WebSocketRequest {
  /// Receives all events.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func onEvent(on queue: DispatchQueue? = nil, perform handler: @escaping Handler) -> Self {
    listen { event, credit in
      RequestCore.deliver(on: queue) { withExtendedLifetime(credit) { handler(event) } }
    }
    return self
  }

  /// All events. Leaving the loop cancels the request.
  public func events() -> StreamOf<WebSocketEvent> {
    StreamOf(onLeaving: leave) { continuation, credits in
      listen { event, credit in
        credits.add(credit)
        continuation.yield(event)
        if case .ended = event { continuation.finish() }
      }
    }
  }

  /// The received messages, until the connection is closed with code 1000 or none. Leaving the loop cancels the request.
  public func messages() -> WebSocketMessages { WebSocketMessages(events()) }

  private var leave: @Sendable () -> Void {
    let core = core
    return { core.stop(because: .explicitlyCancelled) }
  }

  private func listen(_ handler: @escaping WebSocketHub.Listener) {
    hub.add(handler, core)
    core.append(.stream { [hub] core in hub.end(handler, core) })
  }

  /// Accepts status 101 only, so that an authenticator or retrier sees another one as an error.
  @discardableResult
  public func validate() -> Self { validate(statusCode: [101]) }
}

// Sending. Messages wait until the connection is open; they are sent in order.
extension WebSocketRequest {
  /// Sends a message. Returns when there is room for it, at most `WebSocketOptions.maxWaitingSize` bytes being unsent.
  ///
  /// - Throws: Why it cannot be sent any more; `explicitlyCancelled` if the task was cancelled.
  public func send(_ message: WebSocketMessage) async throws(RequestError) {
    try await hub.send(.message(message), of: core)
  }

  /// Sends a text message; see `send(_:)`.
  public func send(_ text: String) async throws(RequestError) { try await send(.text(text)) }

  /// Sends a binary message; see `send(_:)`.
  public func send(_ data: Data) async throws(RequestError) { try await send(.binary(data)) }

  /// Sends a message without waiting.
  ///
  /// - Parameter completion: Called once: when the last byte was handed to the network, or when that is impossible. On a
  ///   thread of the library; must be quick.
  public func send(_ message: WebSocketMessage, completion: @escaping WebSocketSendCompletion) {
    hub.send(.message(message), of: core, completion)
  }

  /// Sends a ping; the pong is an event. See `send(_:)`.
  ///
  /// - Parameter payload: At most 125 bytes.
  /// - Throws: `WebSocketFailure.controlTooLarge` for a longer payload, else as for `send(_:)`.
  public func ping(_ payload: Data = Data()) async throws(RequestError) {
    try await hub.send(.ping(payload), of: core)
  }

  /// Sends a ping without waiting; see `send(_:completion:)`.
  public func ping(_ payload: Data, completion: @escaping WebSocketSendCompletion) {
    hub.send(.ping(payload), of: core, completion)
  }

  /// Sends a pong that answers no ping, without waiting; see `send(_:completion:)`.
  public func pong(_ payload: Data, completion: @escaping WebSocketSendCompletion) {
    hub.send(.pong(payload), of: core, completion)
  }

  /// Sends a close frame after all messages, and ends the connection when the server has answered or after
  /// `WebSocketOptions.closeTimeout`. Cancels a request that is not open. Does nothing after the end.
  ///
  /// - Parameters:
  ///   - code: `nil` for a frame without a code.
  ///   - reason: At most 123 bytes of UTF-8; needs a code.
  /// - Throws: `WebSocketFailure.invalidCloseCode` or `controlTooLarge`; nothing is sent then.
  public func close(code: WebSocketCloseCode? = .normal, reason: String = "") throws(RequestError) {
    try hub.close(code, reason, of: core)
  }
}

/// Reports how a message was sent, or why it cannot be sent.
public typealias WebSocketSendCompletion = @Sendable (Result<WebSocketDetails, RequestError>) -> Void

/// The messages of a WebSocket as an asynchronous sequence, to be iterated once.
public struct WebSocketMessages: AsyncSequence, Sendable {
  /// A message.
  public typealias Element = WebSocketMessage
  /// The error that ended the connection.
  public typealias Failure = RequestError

  private let events: StreamOf<WebSocketEvent>

  init(_ events: StreamOf<WebSocketEvent>) { self.events = events }

  /// Call it once: two loops would share the messages.
  public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    /// A message.
    public typealias Element = WebSocketMessage
    /// The error that ended the connection.
    public typealias Failure = RequestError

    fileprivate var events: StreamOf<WebSocketEvent>.Iterator
    fileprivate var isOver = false

    /// The next message, `nil` after a close frame with code 1000 or none, or one of the client.
    ///
    /// - Throws: The error that ended the connection, also `WebSocketFailure.closed` and `refused`;
    ///   `explicitlyCancelled` if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(RequestError) -> WebSocketMessage? {
      while !isOver {
        switch await events.next(isolation: actor) {
        case .message(let message, _): return message
        case .ended(let end): try finish(end)
        case nil: try finish(nil)
        default: break
        }
      }
      return nil
    }

    private mutating func finish(_ end: WebSocketEnd?) throws(RequestError) {
      isOver = true
      guard let end else { throw .explicitlyCancelled }
      if let error = end.error { throw error }
      if let close = end.close, close.isFromServer, close.code ?? .normal != .normal {
        throw .webSocket(.closed(close))
      }
    }
  }
}
