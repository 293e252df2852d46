package import Foundation

/// A part of a stream of events or lines.
package enum StreamItem: Hashable, Sendable {
  case event(ServerSentEvent)
  /// The text of a comment in an event stream.
  case comment(String)
  /// A line of JSON lines, or a record of a JSON sequence.
  case line(Data)
  /// A part that was longer than its limit and is left out.
  case tooLong(FrameTooLong)
}

/// Reads the parts of a body whose media type is that of a stream of events or lines, while it arrives.
package struct StreamItemReader: Sendable {
  private var events: EventStreamParser?
  private var lines: FramedParser<PassthroughStreamSerializer>?

  private static let limit = 16 << 20

  /// - Parameters:
  ///   - contentType: The value of the header.
  ///   - lastEventID: The last event ID of an earlier connection.
  /// - Returns: `nil` for another media type.
  package init?(contentType: String?, lastEventID: String = "") {
    guard let format = StreamFormat(contentType: contentType) else { return nil }
    switch format {
    case .events: events = EventStreamParser(limit: Self.limit, lastID: lastEventID)
    case .records: lines = Self.framed(.jsonSequence(limit: Self.limit))
    case .lines: lines = Self.framed(.lines(limit: Self.limit))
    }
  }

  private static func framed(_ framing: StreamFraming) -> FramedParser<PassthroughStreamSerializer> {
    FramedParser(PassthroughStreamSerializer(), framing: framing)
  }

  /// The event ID to resume from, or empty; `nil` for other streams.
  package var lastEventID: String? { events?.lastID }
  /// The last reconnection time set by the stream.
  package var reconnectionTime: Duration? { events?.reconnectionTime }

  /// Returns the parts completed by `chunk`.
  package mutating func read(_ chunk: Data) -> [StreamItem] {
    // In place: a copy of a parser would copy the part that it has begun.
    events?.parse(chunk) ?? lines?.parse(chunk).compactMap(Self.item) ?? []
  }

  /// Returns the parts completed by the end of the body: the last line may have no line ending.
  package mutating func end() -> [StreamItem] { lines?.end().compactMap(Self.item) ?? [] }

  private static func item(_ result: Result<Data, any Error>) -> StreamItem? {
    switch result {
    case .success(let line): .line(line.trimmingLineEnd)
    // The serializer passes all bytes on.
    case .failure(let error): (error as? FrameTooLong).map(StreamItem.tooLong)
    }
  }
}

extension Data {
  /// Without white space at the end, such as the line feed after a record of a JSON sequence.
  fileprivate var trimmingLineEnd: Data { Data(trimmingSuffix { $0 <= 0x20 }) }
}
