package import Foundation
package import RequestStore

/// Takes a body of any size chunk by chunk, while the exchange keeps its beginning.
package struct BodySink: Sendable {
  /// How much the exchange keeps.
  package var limit: BodyLimit
  /// Takes the next chunk as the server sent it and returns whether more is wanted. The server waits meanwhile.
  package var take: @Sendable (Data) -> Bool

  package init(limit: BodyLimit, take: @escaping @Sendable (Data) -> Bool) {
    self.limit = limit
    self.take = take
  }
}
