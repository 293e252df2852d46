import FlyingFox
import FlyingSocks

/// A body generated while it is sent. Each piece is one chunk on the wire.
struct Pieces: AsyncBufferedSequence {
  typealias Element = UInt8

  /// Returns a piece by number, from 0. An empty piece ends the body.
  let make: @Sendable (Int) async throws -> [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(make: make) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let make: @Sendable (Int) async throws -> [UInt8]
    private var number = 0
    private var rest: ArraySlice<UInt8> = []

    init(make: @escaping @Sendable (Int) async throws -> [UInt8]) {
      self.make = make
    }

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      if rest.isEmpty {
        rest = try await make(number)[...]
        number += 1
      }
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}

extension HTTPResponse {
  /// - Parameter count: The size of the body; `nil` uses chunked encoding.
  static func pieces(
    type: String, status: HTTPStatusCode = .ok, count: Int? = nil,
    _ make: @escaping @Sendable (Int) async throws -> [UInt8]
  ) -> HTTPResponse {
    let pieces = Pieces(make: make)
    let body = count.map { HTTPBodySequence(from: pieces, count: $0, suggestedBufferSize: 1 << 16) }
    return HTTPResponse(
      statusCode: status, headers: [.contentType: type],
      body: body ?? HTTPBodySequence(from: pieces, suggestedBufferSize: 1 << 16))
  }
}
