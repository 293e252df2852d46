/// A line of the wire log: a header line, a note of the transport, or the size of a body chunk.
public struct WireLine: Hashable, Sendable {
  /// The kind of line.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A message from the transport: connecting, negotiating, reusing.
    case note
    /// A request line, status line or header line.
    case sentHead, receivedHead
    /// A chunk of a body, with an empty `text`, or a message of a connection that is described by it.
    case sentBody, receivedBody
  }

  /// From the start of the exchange.
  public var time: Duration
  /// The kind of line.
  public var kind: Kind
  /// The text without its line ending.
  public var text: String
  /// Bytes on the wire, including the line ending.
  public var byteCount: Int

  /// Creates a line.
  public init(time: Duration, kind: Kind, text: String, byteCount: Int) {
    self.time = time
    self.kind = kind
    self.text = text
    self.byteCount = byteCount
  }
}
