/// The events of an exchange that is being sent, since its previous part.
package struct SendingPart: Equatable, Sendable {
  package var exchange: ExchangeID
  /// Counts the parts. The first one, 0, replaces all that history has.
  package var number: Int
  /// Masked, with their contents.
  package var events: [LogEvent]
  /// The size of the messages in earlier parts, in bytes.
  package var earlierSize: Int

  package init(of exchange: ExchangeID, number: Int, events: [LogEvent], earlierSize: Int = 0) {
    (self.exchange, self.number, self.events, self.earlierSize) = (exchange, number, events, earlierSize)
  }
}
