package import Foundation

/// The connection of an exchange that takes input while it runs, such as a WebSocket. Made by a request kind.
package protocol ExchangeChannel: Sendable {
  /// Connects and sends the request. Reports events in order, one after another, and ends with exactly one `.ended`.
  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void)

  /// Starts a command and returns at once.
  func perform(_ command: ChannelCommand)
}

/// The request for which a kind creates a channel.
package struct ChannelRequest: Sendable {
  package let request: SavedRequest
  /// With its variables replaced and its credentials added.
  package let message: OutgoingMessage

  package init(_ request: SavedRequest, _ message: OutgoingMessage) {
    (self.request, self.message) = (request, message)
  }
}

/// A message in either direction.
package struct ChannelMessage: Equatable, Sendable {
  /// The protocol's name for it, such as `text`, `binary` or `ping`.
  package var type: String
  package var content: Data
  /// How the content is made when the message is sent; `nil` sends it as it is.
  package var template: MessageTemplate?

  package init(_ type: String, _ content: Data) { (self.type, self.content) = (type, content) }
}

/// Identifies a message to send in a running exchange.
package struct SendID: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}

/// The code and the reason with which a connection is closed.
package struct CloseReason: Equatable, Sendable {
  package var code: Int
  package var text: String

  package init(_ code: Int, _ text: String = "") { (self.code, self.text) = (code, text) }

  /// Reads `1000 bye`.
  package init?(_ written: String) {
    let parts = written.trimmingWhitespace.split(separator: " ", maxSplits: 1)
    guard let code = parts.first.flatMap({ Int($0) }) else { return nil }
    self.init(code, parts.count > 1 ? String(parts[1]).trimmingWhitespace : "")
  }

  /// Reads `1000 bye`, or `bye` alone, which ends with code 1000. A text that begins with a digit needs a whole code.
  package init?(typed: String) {
    if let reason = CloseReason(typed) {
      self = reason
    } else {
      let text = typed.trimmingWhitespace
      guard let first = text.first, !first.isNumber else { return nil }
      self.init(1000, text)
    }
  }

  /// The code and the text, as the messages of an exchange have them.
  package var description: String { text.isEmpty ? String(code) : "\(code) \(text)" }

  /// Why an endpoint may not send it (RFC 6455, 7.4); `nil` if it may.
  package var problem: String? {
    guard
      [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014].contains(code)
        || 3000...4999 ~= code
    else { return "\(code) is not a code to close with — use 1000, or one from 3000 to 4999" }
    return text.utf8.count > 123 ? "A reason has at most 123 bytes, and this one has \(text.utf8.count)" : nil
  }
}

/// A command from an exchange to its channel.
package enum ChannelCommand: Equatable, Sendable {
  /// Sends a message. The next one follows when this one is accepted.
  case send(SendID, ChannelMessage)
  /// Half-closes: no message follows, and messages can still be received.
  case finishSending
  /// Closes in the way of the protocol, with a close frame for example.
  case close(CloseReason?)
  /// Ends the connection now. May come before `open`, and more than once.
  case cancel
}

/// An event on a channel.
package enum ChannelArrival: Equatable, Sendable {
  /// The connection takes messages. The head of the response has status 101, or one of success: an exchange is known as a
  /// conversation by it. Without a head it is not shown as one.
  case opened(Response.Head?)
  /// A message was handed to the network.
  case accepted(SendID)
  /// A message cannot be sent, with the reason as a sentence.
  case rejected(SendID, String)
  case received(ChannelMessage)
  /// A message that the connection sent by itself, such as a pong.
  case answered(ChannelMessage)
  case hop(Timeline.Hop)
  /// A warning about the connection, as a sentence.
  case warned(String)
  /// The server responded without opening the connection.
  case refused(Response)
  case ended(Failure?)
}

/// How far an exchange with a channel is.
package enum ExchangePhase: Equatable, Sendable {
  /// The request is not ready to be sent, or the connection is not open. Messages wait.
  case connecting
  case open
  /// Sends nothing more, and receives.
  case halfClosed
  case closing
  case ended
}
