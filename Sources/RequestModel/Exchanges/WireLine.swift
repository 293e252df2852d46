/// One line of the wire log: a header line or a note of the transport as it was, or the size of a piece of a body.
public struct WireLine: Hashable, Sendable {
  /// Who wrote the line, and of which part.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What the transport says it does: connecting, negotiating, reusing.
    case note
    /// A line of a head, the request or status line among them.
    case sentHead, receivedHead
    /// A piece of a body; `text` is empty, the bytes are kept with the body.
    case sentBody, receivedBody
  }

  /// From the start of the exchange.
  public var time: Duration
  /// Who wrote it, and of which part.
  public var kind: Kind
  /// Without its line end.
  public var text: String
  /// Bytes on the wire, line end included.
  public var byteCount: Int

  /// A line as it stands.
  public init(time: Duration, kind: Kind, text: String, byteCount: Int) {
    self.time = time
    self.kind = kind
    self.text = text
    self.byteCount = byteCount
  }
}
