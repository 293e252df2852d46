/// The place of a message in a response that is a stream of events or lines. Its body has the same content.
package struct StreamPart: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// A server-sent event.
    case event
    /// A line of JSON lines, or a record of a JSON sequence.
    case line
    /// A comment in a stream of events, which servers send to keep the connection open.
    case comment
  }

  package var kind: Kind
  /// The type of an event, `message` by default; empty for others.
  package var event: String
  /// The last event ID; may be empty.
  package var id: String

  package init(_ kind: Kind, event: String = "", id: String = "") {
    (self.kind, self.event, self.id) = (kind, event, id)
  }
}

extension LogEvent.Message {
  /// A received part of a response body.
  package init(_ part: StreamPart, _ content: LogEvent.Body) {
    self.init(.received, type: part.kind == .comment ? "comment" : "text", content)
    self.part = part
  }

  /// The memory that it takes, in bytes. A server may repeat a long ID with each event.
  package var memorySize: Int {
    body.content.count + (part.map { $0.event.utf8.count + $0.id.utf8.count } ?? 0) + 200
  }
}
