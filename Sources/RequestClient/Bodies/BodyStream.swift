internal import DequeModule
public import Foundation
internal import Synchronization

/// A body that is made while it is sent.
///
/// The producer runs in a task of its own, which is cancelled when the request no longer needs it. It is asked for more
/// only while less than 256 KiB wait to be sent, so that a slow server slows it down. Chunks may be of any size; an
/// empty one does not end the stream. What it throws fails the request with `BodyFailure.producerFailed`.
public struct BodyStream: Hashable, Sendable {
  /// In bytes; `nil` sends the body chunked.
  ///
  /// A producer that gives fewer or more fails the request with `BodyFailure.wrongLength`. To be certain of that, the
  /// last chunk is sent when the producer has ended.
  public let length: Int?

  private let source: Source

  /// A stream that can be sent once: `next` is called for each chunk until it returns `nil`.
  ///
  /// - Parameter length: What all chunks together will have, in bytes.
  public init(length: Int? = nil, pulling next: @escaping @Sendable () async throws -> Data?) {
    self.init(length: length, isReplayable: false) { deliver in
      while let chunk = try await next() { try await deliver(chunk) }
    }
  }

  /// A stream that can be sent once: the elements of `chunks`, which must not be iterated elsewhere.
  ///
  /// - Parameter length: What all elements together will have, in bytes.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil)
  where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
    self.init(length: length, isReplayable: false) { deliver in
      for try await chunk in chunks { try await deliver(chunk) }
    }
  }

  /// A stream that can be sent again, as retries and redirects need: `open` is called each time it is sent.
  ///
  /// - Parameter length: What the elements of each sequence together will have, in bytes.
  public init<Chunks: AsyncSequence>(
    length: Int? = nil, opening open: @escaping @Sendable () async throws -> Chunks
  ) where Chunks.Element == Data, Chunks: SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
    self.init(length: length, isReplayable: true) { deliver in
      for try await chunk in try await open() { try await deliver(chunk) }
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
  package func withLength(_ length: Int?) -> BodyStream { BodyStream(length: length, source: source) }
}

extension BodyStream {
  /// Gives every chunk to `deliver`, which returns when more is wanted and throws when no more is.
  typealias Producer = @Sendable (_ deliver: @Sendable (Data) async throws -> Void) async throws -> Void

  /// The producer, if it may be started (again).
  func start() throws(BodyFailure) -> Producer {
    let wasStarted = source.wasStarted.exchange(true, ordering: .relaxed)
    if wasStarted, !source.isReplayable { throw .notReplayable }
    return source.produce
  }

  /// What all copies of a stream share.
  private final class Source: Hashable, Sendable {
    let isReplayable: Bool
    let produce: Producer
    let wasStarted = Atomic(false)

    init(isReplayable: Bool, produce: @escaping Producer) {
      self.isReplayable = isReplayable
      self.produce = produce
    }

    static func == (a: Source, b: Source) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

/// The bytes of a producer that runs in a task of its own, for as long as the reader lives.
final class StreamReader: BodyReader {
  let length: Int?
  private let chunks: StreamBuffer
  private let producer: Task<Void, Never>
  private var chunk = Data()
  private var position = 0
  private var received = 0

  init(_ produce: @escaping BodyStream.Producer, length: Int?, whenReady: @escaping @Sendable () -> Void) {
    let chunks = StreamBuffer(whenReady: whenReady)
    self.length = length
    self.chunks = chunks
    producer = Task {
      do {
        try await produce { try await chunks.append($0) }
        chunks.end(.success(()))
      } catch {
        chunks.end(.failure(error))
      }
    }
  }

  deinit {
    producer.cancel()
    chunks.close()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyChunk {
    // The chunk that completes the length waits for the end, which tells that it was the last.
    while position == chunk.count || received == length {
      switch chunks.next() {
      case .chunk(let next): try accept(next)
      case .end:
        if let length, received < length { throw .wrongLength(expected: length, actual: received) }
        return position == chunk.count ? .end : copy(into: buffer)
      case .failure(let error): throw .producerFailed(error)
      case .wait: return .wait
      }
    }
    return copy(into: buffer)
  }

  private func accept(_ next: Data) throws(BodyFailure) {
    received += next.count
    if let length, received > length { throw .wrongLength(expected: length, actual: received) }
    (chunk, position) = (next, 0)
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> BodyChunk {
    let count = chunk.copyBytes(from: position, into: buffer)
    position += count
    if position == chunk.count { (chunk, position) = (Data(), 0) }
    return .bytes(count)
  }
}

/// Chunks produced and not read yet. The producer waits while the buffer is full; the reader never waits.
final class StreamBuffer: Sendable {
  /// In bytes: as long as this much is here, no more is asked for.
  static let limit = 256 << 10

  enum Next {
    case chunk(Data)
    case end
    case failure(any Error)
    /// `whenReady` will be called.
    case wait
  }

  private struct State {
    var chunks: Deque<Data> = []
    var byteCount = 0
    var outcome: Result<Void, any Error>?
    var isReaderWaiting = false
    /// No reader is there any more.
    var isClosed = false
    var producer: CheckedContinuation<Void, Never>?
    var hasRoom: Bool { byteCount < StreamBuffer.limit || isClosed }
  }

  private let state = Mutex(State())
  private let whenReady: @Sendable () -> Void

  init(whenReady: @escaping @Sendable () -> Void) { self.whenReady = whenReady }

  /// Takes a chunk and returns when more is wanted.
  func append(_ chunk: Data) async throws {
    try Task.checkCancellation()
    if chunk.isEmpty { return }
    change { state in
      state.chunks.append(chunk)
      state.byteCount += chunk.count
    }
    await withTaskCancellationHandler {
      await room()
    } onCancel: {
      close()
    }
    try Task.checkCancellation()
  }

  private func room() async {
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLock { state in
        if !state.hasRoom { state.producer = continuation }
        return state.hasRoom
      }
      if hasRoom { continuation.resume() }
    }
  }

  func end(_ outcome: Result<Void, any Error>) { change { $0.outcome = outcome } }

  /// Changes what the reader sees, and calls it if it waits for that.
  private func change(_ body: (inout State) -> Void) {
    let isWaiting = state.withLock { state in
      body(&state)
      defer { state.isReaderWaiting = false }
      return state.isReaderWaiting && !state.isClosed
    }
    if isWaiting { whenReady() }
  }

  /// The oldest chunk, or why there is none.
  func next() -> Next {
    let (next, producer) = state.withLock { state in (Self.next(&state), Self.producerToWake(&state)) }
    producer?.resume()
    return next
  }

  private static func next(_ state: inout State) -> Next {
    if let chunk = state.chunks.popFirst() {
      state.byteCount -= chunk.count
      return .chunk(chunk)
    }
    switch state.outcome {
    case .success: return .end
    case .failure(let error): return .failure(error)
    case nil:
      state.isReaderWaiting = true
      return .wait
    }
  }

  /// Releases the producer: there is no reader any more.
  func close() {
    let producer = state.withLock { state in
      state.isClosed = true
      return Self.producerToWake(&state)
    }
    producer?.resume()
  }

  private static func producerToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    guard state.hasRoom else { return nil }
    defer { state.producer = nil }
    return state.producer
  }
}
