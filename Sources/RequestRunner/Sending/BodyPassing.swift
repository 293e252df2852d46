package import Foundation
package import RequestStore

/// Where a body of any size goes piece by piece, while the exchange keeps its beginning.
package struct BodyPassing: Sendable {
  /// How much the exchange keeps.
  package var limit: BodyLimit
  /// Takes the next piece as the server sent it, and says whether more is wanted. The server waits meanwhile.
  package var take: @Sendable (Data) -> Bool

  package init(limit: BodyLimit, take: @escaping @Sendable (Data) -> Bool) {
    self.limit = limit
    self.take = take
  }
}
