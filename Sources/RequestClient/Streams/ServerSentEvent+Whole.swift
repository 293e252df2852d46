package import Foundation

extension ServerSentEvent {
  /// The events of a whole stream. Those longer than 16 MB are left out.
  package static func all(in stream: Data) -> [ServerSentEvent] {
    var parser = ServerSentEventParser(limit: 16 << 20)
    return parser.parse(stream).compactMap { try? $0.get() }
  }
}
