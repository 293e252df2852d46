public import Foundation

// Sequences that throw, for loops that must not take a stream that was cut off for a complete one.
extension DataStreamTask {
  /// Chunks of bytes as received. Throws the error that ends the stream.
  public func chunks(automaticallyCancelling: Bool = true) -> ThrowingStreamOf<Data> {
    ThrowingStreamOf(streamingData(automaticallyCancelling: automaticallyCancelling))
  }

  /// Lines of text; see `DataStreamRequest.responseStreamLines`. Throws the error that ends the stream.
  ///
  /// - Parameter limit: In bytes; a longer line is an error.
  public func lines(limit: Int = 16 << 20, automaticallyCancelling: Bool = true) -> ThrowingStreamOf<String> {
    ThrowingStreamOf(streamingLines(limit: limit, automaticallyCancelling: automaticallyCancelling))
  }

  /// Decodable values; see `DataStreamRequest.responseStreamDecodable`. Throws the error that ends the stream, also that
  /// of a value that cannot be decoded.
  public func decodables<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, framing: StreamFraming = .lines, decoder: any DataDecoder = JSONDecoder(),
    automaticallyCancelling: Bool = true
  ) -> ThrowingStreamOf<Value> {
    ThrowingStreamOf(
      streamingDecodables(
        type, framing: framing, decoder: decoder, automaticallyCancelling: automaticallyCancelling))
  }
}

/// The values of a stream as an asynchronous sequence, to be iterated once. It ends without an error only where the
/// body is complete.
///
/// Leaving the loop, or never starting it, can cancel the request.
public struct ThrowingStreamOf<Element: Sendable>: AsyncSequence, Sendable {
  /// The error that ended the stream.
  public typealias Failure = RequestError
  typealias Event = DataStreamRequest.Stream<Element, RequestError>

  private let events: StreamOf<Event>

  init(_ events: StreamOf<Event>) { self.events = events }

  /// Call it once: two loops would share the values.
  public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    /// The error that ended the stream.
    public typealias Failure = RequestError

    fileprivate var events: StreamOf<Event>.Iterator
    fileprivate var isOver = false

    /// The next value, `nil` at the end of a complete body.
    ///
    /// - Throws: The error that ended the stream; `explicitlyCancelled` if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(RequestError) -> Element? {
      if isOver { return nil }
      switch await events.next(isolation: actor)?.event {
      case .stream(.success(let value)): return value
      case .stream(.failure(let error)): return try end(error)
      case .complete(let completion): return try end(completion.error)
      case nil: return try end(.explicitlyCancelled)
      }
    }

    private mutating func end(_ error: RequestError?) throws(RequestError) -> Element? {
      isOver = true
      if let error { throw error }
      return nil
    }
  }
}
