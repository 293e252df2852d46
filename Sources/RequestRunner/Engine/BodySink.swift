package import Foundation

/// Receives a body of any size in chunks, while the exchange keeps its beginning.
package struct BodySink: Sendable {
  /// The part of the body that the exchange keeps.
  package var limit: BodyLimit
  /// Receives an unmasked chunk and returns whether to continue. What it throws is the failure of the exchange. Blocking
  /// it slows the server down.
  package var take: @Sendable (Data) throws(Failure) -> Bool
  /// Creates the file for the kept part of a large body.
  package var makeFile: @Sendable () -> AnonymousFile?

  package init(
    limit: BodyLimit, makeFile: @escaping @Sendable () -> AnonymousFile? = { AnonymousFile() },
    take: @escaping @Sendable (Data) throws(Failure) -> Bool
  ) {
    self.limit = limit
    self.makeFile = makeFile
    self.take = take
  }
}
