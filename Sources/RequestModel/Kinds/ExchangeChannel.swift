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

  package init(_ type: String, _ content: Data) { (self.type, self.content) = (type, content) }
}

/// Identifies a message to send in a running exchange.
package struct SendID: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}

/// A command from an exchange to its channel.
package enum ChannelCommand: Equatable, Sendable {
  /// Sends a message. The next one follows when this one is accepted.
  case send(SendID, ChannelMessage)
  /// Half-closes: no message follows, and messages can still be received.
  case finishSending
  /// Closes in the way of the protocol, with a close frame for example.
  case close
  /// Ends the connection now. May come before `open`, and more than once.
  case cancel
}

/// An event on a channel.
package enum ChannelArrival: Equatable, Sendable {
  /// The connection takes messages. Has the head of the response, if the protocol has one.
  case opened(Response.Head?)
  /// A message was handed to the network.
  case accepted(SendID)
  case received(ChannelMessage)
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
