package import Foundation
package import RequestModel
package import RequestStore

/// Takes a body of any size chunk by chunk, while the exchange keeps its beginning.
package struct BodySink: Sendable {
  /// How much the exchange keeps.
  package var limit: BodyLimit
  /// Takes the next chunk as the server sent it and returns whether more is wanted. The server waits meanwhile.
  package var take: @Sendable (Data) -> Bool
  /// Creates the file for what the exchange keeps of a large body.
  package var makeFile: @Sendable () -> AnonymousFile?

  package init(
    limit: BodyLimit, makeFile: @escaping @Sendable () -> AnonymousFile? = { AnonymousFile() },
    take: @escaping @Sendable (Data) -> Bool
  ) {
    self.limit = limit
    self.makeFile = makeFile
    self.take = take
  }
}
