public import Foundation

/// An event of a WebSocket; `ended` is the last.
public enum WebSocketEvent: Sendable {
  /// The server accepted the handshake. Happens again after a reconnection.
  case opened(WebSocketOpening)
  /// A message was received.
  case message(WebSocketMessage, WebSocketDetails)
  /// A ping was received. The details say whether it is answered.
  case ping(Data, WebSocketDetails)
  /// A pong was received.
  case pong(Data, WebSocketDetails)
  /// A frame was sent or received, before the event of its message. Only with `WebSocketOptions.reportsFrames`.
  case frame(WebSocketFrame)
  /// A close frame was sent or received for the first time.
  case closing(WebSocketClose)
  /// The connection ended with this error; it reconnects after the delay. See `WebSocketOptions.reconnection`.
  case waiting(Duration, RequestError)
  /// Nothing follows.
  case ended(WebSocketEnd)
}

/// An accepted handshake.
public struct WebSocketOpening: Sendable {
  /// The head of the response, with status 101.
  public let head: ResponseHead
  /// The subprotocol that the server chose; `nil` if it chose none.
  public let subprotocol: String?
  /// The parameters of permessage-deflate; `nil` if messages are not compressed.
  public let compression: WebSocketCompression?
  /// The handshake as the timeline has it while the connection is open; `nil` if the transport reports none.
  public let hop: Timeline.Hop?
}

/// How a WebSocket ended.
public struct WebSocketEnd: Sendable {
  /// The ways in which a WebSocket ends.
  public enum Outcome: Sendable {
    /// A close frame was received or sent.
    case closed(WebSocketClose)
    /// The server answered the handshake with an ordinary response: its head is `WebSocketEnd.head`, its body, decoded
    /// and up to `WebSocketOptions.maxRefusalSize`, is here.
    case refused(Data)
    /// The connection failed, was lost, or was cancelled.
    case failed(RequestError)
  }

  /// The last handshake that was sent.
  public let request: OutgoingRequest?
  /// The head of the response; `nil` if there was none.
  public let head: ResponseHead?
  /// Every hop of every attempt.
  public let timeline: Timeline
  /// The way in which it ended.
  public let outcome: Outcome
  /// Bytes received, as sent on the wire, of a message whose end did not arrive; `nil` if there was none. It is not
  /// reported as a message.
  public let unfinishedSize: Int?

  /// The status of the response; `nil` if there was none.
  public var statusCode: Int? { head?.status }

  /// The close frame, if the connection was closed with one.
  public var close: WebSocketClose? {
    if case .closed(let close) = outcome { close } else { nil }
  }

  /// The error: of a failed connection, `WebSocketFailure.refused` for a refused handshake; `nil` after a close frame.
  public var error: RequestError? {
    switch outcome {
    case .closed: nil
    case .refused: .webSocket(.refused(status: head?.status ?? 0))
    case .failed(let error): error
    }
  }
}
