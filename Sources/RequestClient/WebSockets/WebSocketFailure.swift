internal import Foundation

/// The reason a WebSocket failed.
public enum WebSocketFailure: Error, Hashable, Sendable {
  /// The server answered the handshake with another status than 101.
  case refused(status: Int)
  /// The response has status 101 but does not accept this handshake; the detail says why.
  case handshake(String)
  /// A handshake must be a GET without a body.
  case notGET
  /// The login needs several messages on a connection, which a handshake does not have.
  case unsupportedLogin(String)
  /// The server broke the protocol; the detail says how. The connection was closed with this code.
  case violation(WebSocketCloseCode, String)
  /// A received message exceeds `WebSocketOptions.maxMessageSize`. The connection was closed with 1009.
  case messageTooLarge(limit: Int)
  /// The connection ended without a close frame.
  case lost(host: String)
  /// No pong was received in time.
  case noPong(host: String, limit: Duration)
  /// The server closed the connection, which is an error only for a reconnection, for `messages()` and for sending.
  case closed(WebSocketClose)
  /// The connection is not open any more, so nothing can be sent.
  case notOpen
  /// The payload of a ping or pong exceeds 125 bytes, or the reason of a close frame 123.
  case controlTooLarge
  /// A close frame cannot carry this code.
  case invalidCloseCode(WebSocketCloseCode)
  /// A subprotocol is not a token, or is listed twice.
  case invalidSubprotocol(String)
  /// The connection cannot carry a WebSocket over HTTP/2 (RFC 8441); the detail says why, as a sentence.
  case http2(String)
  /// Memory for zlib could not be allocated.
  case outOfMemory
}

extension WebSocketFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .refused(let status): "The server refused the WebSocket with status \(status)"
    case .handshake(let detail): "The server's response does not open a WebSocket: \(detail)"
    case .notGET: "A WebSocket is opened with GET and without a body — change the method, remove the body"
    case .unsupportedLogin(let name): "A WebSocket cannot be opened with \(name) — use another kind of login"
    case .violation(_, let detail): "The server broke the WebSocket protocol: \(detail)"
    case .messageTooLarge(let limit): "A message is larger than \(limit) bytes — raise maxMessageSize"
    case .lost(let host): "\(host) ended the connection without a close frame"
    case .noPong(let host, let limit): "\(host) did not answer a ping within \(limit.inSeconds)"
    case .closed(let close): "The server closed the connection\(close.words)"
    case .notOpen: "The WebSocket is not open any more, so nothing can be sent"
    case .controlTooLarge: "A ping can carry 125 bytes and a close frame a reason of 123 bytes — shorten it"
    case .invalidCloseCode(let code):
      "A close frame cannot have the code \(code.rawValue) — use 1000, or one from 3000 to 4999"
    case .invalidSubprotocol(let name): "\"\(name)\" cannot be a subprotocol — use each name once, without spaces"
    case .http2(let detail): detail
    case .outOfMemory: "There is no memory to compress messages — turn off compression"
    }
  }
}

extension WebSocketClose {
  /// ` with 1001 going away: reason`
  fileprivate var words: String {
    let code = code.map { " with \($0)" } ?? ""
    return reason.isEmpty ? code : "\(code): \(reason)"
  }
}
