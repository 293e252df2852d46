extension MockReply {
  /// An answer whose body is made while it is sent; an empty piece ends it.
  ///
  /// - Parameter count: The size of the body; `nil` uses chunked encoding.
  static func pieces(
    type: String, status: Int = 200, count: Int? = nil, _ make: @escaping @Sendable (Int) async throws -> [UInt8]
  ) -> MockReply {
    demo(status, [Header("Content-Type", type)], .pieces(MockPieces(count: count, make)))
  }
}
