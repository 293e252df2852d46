package import Foundation

/// The part of a WebSocket that code needs besides the handshake.
package struct CodeSocket: Equatable, Sendable {
  package enum Message: Equatable, Sendable {
    case text(String)
    case binary(Data)
    /// A path, relative to the collection.
    case file(String, isBinary: Bool)
  }

  package var subprotocols: [String]
  package var messages: [Message]
  /// Whether the messages are events of Socket.IO, which no code here speaks.
  package var isSocketIO = false
  /// Whether the request has steps, of which code has none.
  package var hasSteps = false

  package init(subprotocols: [String] = [], messages: [Message] = []) {
    (self.subprotocols, self.messages) = (subprotocols, messages)
  }
}

extension CodeRequest {
  /// Whether a format that opens WebSockets alone, or none, has code for the protocol of the request.
  func isSpoken(forSockets: Bool) -> Bool { (socket != nil) == forSockets && socket?.isSocketIO != true }

  /// The note about a request whose protocol a format does not speak.
  func refusal(by format: String) -> InterchangeNote {
    if socket?.isSocketIO == true {
      let text = "Left out: Socket.IO, which the format \(format) does not speak — use a client of Socket.IO"
      return InterchangeNote(.dropped, [name], text)
    }
    let text =
      socket == nil
      ? "Left out: the format \(format) opens WebSockets alone"
      : "Left out: a WebSocket, which the format \(format) does not speak — use websocat, python-websockets or "
        + "javascript-websocket"
    return InterchangeNote(.dropped, [name], text)
  }
}
