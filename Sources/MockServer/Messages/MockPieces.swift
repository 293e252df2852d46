/// A body that is made while it is sent. Each piece is one chunk on the wire.
package final class MockPieces: Sendable {
  /// In bytes; `nil` if it is not known before the end.
  let count: Int?
  /// Returns a piece by number, from 0. An empty one ends the body, and an error the connection.
  let make: @Sendable (Int) async throws -> [UInt8]

  package init(count: Int? = nil, _ make: @escaping @Sendable (Int) async throws -> [UInt8]) {
    (self.count, self.make) = (count, make)
  }
}

extension MockPieces: Equatable {
  /// A body that is still to be made equals only itself.
  package static func == (a: MockPieces, b: MockPieces) -> Bool { a === b }
}
