/// A body that is generated while it is sent. Each piece is one chunk on the wire.
package final class MockPieces: Sendable {
  /// The size in bytes; `nil` if unknown in advance.
  let count: Int?
  /// Returns a piece by its number, from 0. An empty piece ends the body; an error ends the connection.
  let make: @Sendable (Int) async throws -> [UInt8]

  package init(count: Int? = nil, _ make: @escaping @Sendable (Int) async throws -> [UInt8]) {
    (self.count, self.make) = (count, make)
  }
}

extension MockPieces: Equatable {
  /// Compares identities, as the pieces are not generated yet.
  package static func == (a: MockPieces, b: MockPieces) -> Bool { a === b }
}
