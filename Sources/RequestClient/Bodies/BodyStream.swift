public import Foundation
internal import Synchronization

/// A body that is made while it is sent.
///
/// The producer runs in a task of its own, which is cancelled when the request no longer needs it. It is asked for more
/// only while less than 256 KiB wait to be sent, so that a slow server slows it down. Pieces may be of any size; an
/// empty one does not end the stream. What it throws fails the request with `BodyFailure.producerFailed`.
public struct BodyStream: Sendable {
  /// In bytes; `nil` sends the body chunked.
  ///
  /// A producer that gives fewer or more fails the request with `BodyFailure.wrongLength`. To be certain of that, the
  /// last piece goes out when the producer has ended.
  public let length: Int?

  private let source: Source

  /// A stream that can be sent once: `next` is called for each piece until it returns `nil`.
  ///
  /// - Parameter length: What all pieces together will have, in bytes.
  public init(length: Int? = nil, pulling next: @escaping @Sendable () async throws -> Data?) {
    self.init(length: length, isReplayable: false) { deliver in
      while let piece = try await next() { try await deliver(piece) }
    }
  }

  /// A stream that can be sent once: the elements of `pieces`, which must not be iterated elsewhere.
  ///
  /// - Parameter length: What all elements together will have, in bytes.
  public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int? = nil)
  where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
    self.init(length: length, isReplayable: false) { deliver in
      for try await piece in pieces { try await deliver(piece) }
    }
  }

  /// A stream that can be sent again, as retries and redirects need: `open` is called each time it is sent.
  ///
  /// - Parameter length: What the elements of each sequence together will have, in bytes.
  public init<Pieces: AsyncSequence>(
    length: Int? = nil, opening open: @escaping @Sendable () async throws -> Pieces
  ) where Pieces.Element == Data, Pieces: SendableMetatype, Pieces.AsyncIterator: SendableMetatype {
    self.init(length: length, isReplayable: true) { deliver in
      for try await piece in try await open() { try await deliver(piece) }
    }
  }

  private init(length: Int?, isReplayable: Bool, produce: @escaping Producer) {
    self.init(length: length, source: Source(isReplayable: isReplayable, produce: produce))
  }

  private init(length: Int?, source: Source) {
    precondition(length ?? 0 >= 0, "A stream cannot have a negative length")
    self.length = length
    self.source = source
  }

  /// Whether the stream can be sent more than once.
  public var isReplayable: Bool { source.isReplayable }

  /// The same stream, promised to have `length` bytes.
  public func withLength(_ length: Int?) -> BodyStream { BodyStream(length: length, source: source) }
}

extension BodyStream {
  /// Gives every piece to `deliver`, which returns when more is wanted and throws when no more is.
  typealias Producer = @Sendable (_ deliver: @Sendable (Data) async throws -> Void) async throws -> Void

  /// The producer, if it may be started (again).
  func start() throws(BodyFailure) -> Producer {
    let wasStarted = source.wasStarted.exchange(true, ordering: .relaxed)
    if wasStarted, !source.isReplayable { throw .notReplayable }
    return source.produce
  }

  /// What all copies of a stream share.
  private final class Source: Sendable {
    let isReplayable: Bool
    let produce: Producer
    let wasStarted = Atomic(false)

    init(isReplayable: Bool, produce: @escaping Producer) {
      self.isReplayable = isReplayable
      self.produce = produce
    }
  }
}

extension BodyStream: Hashable {
  /// Two streams are equal where one is a copy of the other, with the same length.
  public static func == (a: BodyStream, b: BodyStream) -> Bool { a.source === b.source && a.length == b.length }

  /// By what copies of a stream share.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}
