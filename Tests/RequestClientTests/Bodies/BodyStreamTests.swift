import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RequestClient

struct BodyStreamTests {
  @Test func aOneShotStreamOpenedTwiceFails() async throws {
    let body = HTTPBody.stream(BodyStream(AsyncStream(of: Data("once".utf8))))
    #expect(try await body.bytes() == Data("once".utf8))
    guard case .notReplayable = await body.failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func copiesOfAOneShotStreamShareItsOneTime() async throws {
    let stream = BodyStream(AsyncStream(of: Data("once".utf8)))
    _ = try await HTTPBody.stream(stream).bytes()
    guard case .notReplayable = await HTTPBody.stream(stream.withLength(4)).failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aStreamThatIsOpenedAgainGivesTheSameBytes() async throws {
    let body = HTTPBody.stream(BodyStream(opening: { AsyncStream(of: Data("again".utf8)) }))
    for _ in 0..<3 { #expect(try await body.bytes() == Data("again".utf8)) }
  }

  @Test func aPulledStreamEndsWithNilAndNotWithAnEmptyChunk() async throws {
    let rest = Mutex([Data(), Data("a".utf8), Data(), Data("b".utf8)])
    let body = HTTPBody.stream(BodyStream(length: 2) { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
    #expect(try await body.bytes() == Data("ab".utf8))
  }

  @Test(arguments: [(0, 5), (4, 5), (5, 4), (5, 0)])
  func aWrongLengthIsAnError(_ actual: Int, _ expected: Int) async {
    let body = HTTPBody.stream(BodyStream(AsyncStream(of: .sample(actual)), length: expected))
    guard case .wrongLength(expected, actual) = await body.failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func excessBytesAreDetectedBeforeTheLastBytesAreSent() async throws {
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let feed = try Feed(BodyStream(chunks, length: 6))
    source.yield(.sample(3))
    #expect(try await feed.next() == .sample(3))
    source.yield(.sample(3))
    source.yield(.sample(1))
    await #expect(throws: BodyFailure.self) { _ = try await feed.next() }
  }

  @Test func theProducersErrorFollowsItsBytes() async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    source.yield(.sample(3))
    source.finish(throwing: Trouble())
    let feed = try Feed(BodyStream(chunks))
    #expect(try await feed.next() == .sample(3))
    let failure = await #expect(throws: BodyFailure.self) { _ = try await feed.next() }
    #expect(failure?.underlyingError is Trouble)
  }

  @Test func anErrorWhenOpeningIsTheProducers() async {
    let body = HTTPBody.stream(BodyStream(opening: { () throws -> AsyncStream<Data> in throw Trouble() }))
    #expect(await body.failure()?.underlyingError is Trouble)
  }

  @Test func theProducerPausesWhileTheBufferIsFull() async throws {
    let chunk = Data(count: 100 << 10)
    let waiting = Mutex(0)
    let asked = Recorder<Int>()
    let stream = BodyStream {
      asked.record(
        waiting.withLock {
          $0 += 1; return $0
        })
      return asked.values.count > 200 ? nil : chunk
    }
    let feed = try Feed(stream)
    _ = await asked.values(count: 3)
    repeat { waiting.withLock { $0 -= 1 } } while try await !feed.next(bufferSize: chunk.count).isEmpty
    // Three of these chunks are above the limit of 256 KiB.
    #expect(asked.values.count == 201)
    #expect(asked.values.allSatisfy { $0 <= 3 })
  }

  @Test func theReaderIsCalledOnceForEachWait() async throws {
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let calls = Recorder<Int>()
    let reader = try HTTPBody.stream(BodyStream(chunks)).open { calls.record(1) }
    for round in 1...3 {
      #expect(try reader.chunk().0 == .wait)
      source.yield(.sample(round))
      #expect(await calls.values(count: round).count == round)
      #expect(try reader.chunk().1 == .sample(round))
    }
    #expect(try reader.chunk().0 == .wait)
    source.finish()
    #expect(await calls.values(count: 4).count == 4)
    #expect(try reader.chunk().0 == .end)
    #expect(try reader.chunk().0 == .end)
  }

  @Test func aReleasedReaderCancelsItsProducer() async throws {
    let gone = Gate()
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    source.onTermination = { if case .cancelled = $0 { gone.open() } }
    var reader: (any BodyReader)? = try HTTPBody.stream(BodyStream(chunks)).open {}
    #expect(try reader?.chunk().0 == .wait)
    reader = nil
    await gone.wait()
  }

  @Test func aProducerWaitingForRoomIsReleased() async throws {
    let started = Gate()
    let buffer = StreamBuffer {}
    let producer = Task {
      started.open()
      try await buffer.append(.sample(StreamBuffer.limit))
    }
    await started.wait()
    producer.cancel()
    await #expect(throws: CancellationError.self) { try await producer.value }
  }
}

private struct Trouble: Error {}

/// Reads a stream like a transport.
private final class Feed {
  private let reader: any BodyReader
  private let calls: AsyncStream<Void>

  init(_ stream: BodyStream) throws {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    calls = ready
    reader = try HTTPBody.stream(stream).open { signal.yield() }
  }

  /// The next bytes; empty at the end.
  func next(bufferSize: Int = 4096) async throws -> Data {
    while true {
      let (chunk, bytes) = try reader.chunk(bufferSize: bufferSize)
      if chunk != .wait { return bytes }
      for await _ in calls { break }
    }
  }
}
