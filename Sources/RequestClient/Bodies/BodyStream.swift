internal import DequeModule
public import Foundation
internal import Synchronization

/// A body produced while it is sent.
///
/// The producer runs in its own task, which is cancelled when the request no longer needs it. It is suspended while 256
/// KiB or more are waiting to be sent. Chunks may have any size; an empty chunk does not end the stream. An error it
/// throws fails the request with `BodyFailure.producerFailed`.
public struct BodyStream: Hashable, Sendable {
  /// Length in bytes; if `nil`, the body is sent chunked.
  ///
  /// A producer that yields fewer or more bytes fails the request with `BodyFailure.wrongLength`. The last chunk is
  /// withheld until the producer ends.
  public let length: Int?

  private let source: Source

  /// Creates a one-shot stream: `next` is called for each chunk until it returns `nil`.
  ///
  /// - Parameters:
  ///   - length: Total number of bytes, if known.
  ///   - next: An error of it fails the request with `RequestError.bodyFailed`.
  public init(length: Int? = nil, pulling next: @escaping @Sendable () async throws -> Data?) {
    self.init(length: length, isReplayable: false) { deliver in
      while let chunk = try await next() { try await deliver(chunk) }
    }
  }

  /// Creates a one-shot stream of the elements of `chunks`, which must not be iterated elsewhere.
  ///
  /// - Parameter length: Total number of bytes, if known.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil)
  where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
    self.init(length: length, isReplayable: false) { deliver in
      for try await chunk in chunks { try await deliver(chunk) }
    }
  }

  /// Creates a replayable stream, as retries and redirects need: `open` is called each time it is sent.
  ///
  /// - Parameter length: Total number of bytes of each sequence, if known.
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

  /// Returns the stream with another declared length.
  package func withLength(_ length: Int?) -> BodyStream { BodyStream(length: length, source: source) }
}

extension BodyStream {
  /// Passes every chunk to `deliver`, which returns when there is room for more and throws if no more is needed.
  typealias Producer = @Sendable (_ deliver: @Sendable (Data) async throws -> Void) async throws -> Void

  /// Returns the producer if it may be started, possibly again.
  func start() throws(BodyFailure) -> Producer {
    let wasStarted = source.wasStarted.exchange(true, ordering: .relaxed)
    if wasStarted, !source.isReplayable { throw .notReplayable }
    return source.produce
  }

  /// State shared by all copies of a stream.
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

/// Reads from a producer, whose task lives as long as the reader.
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
    // The chunk that completes the length is withheld until the producer ends.
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

/// Chunks that were produced but not read yet. The producer waits while the buffer is full; the reader never waits.
final class StreamBuffer: Sendable {
  /// Number of buffered bytes at which the producer is suspended.
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
    /// The reader is gone.
    var isClosed = false
    var producer: CheckedContinuation<Void, Never>?
    var hasRoom: Bool { byteCount < StreamBuffer.limit || isClosed }
  }

  private let state = Mutex(State())
  private let whenReady: @Sendable () -> Void

  init(whenReady: @escaping @Sendable () -> Void) { self.whenReady = whenReady }

  /// Appends a chunk and returns when there is room for more.
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

  /// Changes the state and notifies the reader if it is waiting.
  private func change(_ body: (inout State) -> Void) {
    let isWaiting = state.withLock { state in
      body(&state)
      defer { state.isReaderWaiting = false }
      return state.isReaderWaiting && !state.isClosed
    }
    if isWaiting { whenReady() }
  }

  /// Returns the oldest chunk, or the reason for its absence.
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

  /// Releases the producer when the reader is gone.
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
