package import Foundation

extension ServerSentEvent {
  /// The events of a whole stream. Those longer than the limit are left out.
  package static func all(in stream: Data, limit: Int = 16 << 20) -> [ServerSentEvent] {
    var parser = ServerSentEventParser(limit: limit)
    return parser.parse(stream).compactMap { try? $0.get() }
  }
}
