/// An event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` where the stream names none.
  public var event: String
  /// Its lines, joined by line feeds.
  public var data: String
  /// The last identifier that the stream gave, of this event or one before; empty where it gave none.
  public var id: String
  /// After what time the stream wants to be asked again once it broke off, where this event said so.
  public var retry: Duration?

  /// An event as it stands.
  public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
  }
}
