/// A message of a WebSocket, of either side.
package struct MockMessage: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case text, binary
    /// The end, with its code. The bytes are the reason.
    case close(Int)
  }

  package var kind: Kind
  package var bytes: [UInt8]
  /// How many seconds the server waits before it sends the message.
  package var delay: Double

  package init(_ kind: Kind, _ bytes: [UInt8], delay: Double = 0) {
    (self.kind, self.bytes, self.delay) = (kind, bytes, delay)
  }
}

/// The messages of a server on a WebSocket. A reply that has one is the response to a handshake.
package final class MockConversation: Sendable {
  package typealias Turn = (answers: [MockMessage], position: Int)

  /// The subprotocols that it speaks; `nil` accepts the first one that is offered.
  let subprotocols: [String]?
  /// Returns the answers to a message, and those of the start for `nil`. The position is 0 at first, then what the last
  /// turn returned.
  let turn: @Sendable (_ received: MockMessage?, _ position: Int) -> Turn

  package init(
    subprotocols: [String]? = nil, turn: @escaping @Sendable (_ received: MockMessage?, _ position: Int) -> Turn
  ) {
    (self.subprotocols, self.turn) = (subprotocols, turn)
  }

  /// Sends each message back.
  package static var echo: MockConversation {
    MockConversation { received, position in (received.map { [$0] } ?? [], position) }
  }
}

extension MockConversation: Equatable {
  /// Compares identities, as what is said depends on the client.
  package static func == (a: MockConversation, b: MockConversation) -> Bool { a === b }
}
