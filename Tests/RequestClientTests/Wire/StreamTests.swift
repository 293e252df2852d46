import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamTests {
  let session = Session.plain()

  private enum Seen: Equatable { case chunk(String), end }

  private func seen(_ stream: DataStreamRequest.Stream<Data, RequestError>) -> Seen {
    stream.value.map { .chunk(String(decoding: $0, as: UTF8.self)) } ?? .end
  }

  @Test func chunksArriveInOrderAndThenTheEndOnce() async throws {
    let server = try ChunkServer("1", "22", "333", "4444", "5")
    let events = Recorder<Seen>()
    let request = session.streamRequest(server.url).responseStream { stream in
      events.record(seen(stream))
      server.came(stream.value)
    }
    #expect(
      await events.values(count: 6)
        == [.chunk("1"), .chunk("22"), .chunk("333"), .chunk("4444"), .chunk("5"), .end])
    #expect(request.core.state.withLock(\.data) == nil)
    #expect(request.downloadProgress.completed == 11)
  }

  @Test func theCompletionReportsTheResponse() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nX-Mark: 1\r\nContent-Length: 10\r\n\r\nhalf")
    }
    let events = Recorder<Seen>()
    let ends = Recorder<DataStreamRequest.Completion>()
    session.streamRequest(server.url).responseStream { stream in
      events.record(seen(stream))
      if let end = stream.completion { ends.record(end) }
    }
    let end = await ends.values(count: 1)[0]
    expect(end.error) { if case .connectionLost(_, bytesReceived: 4) = $0 { true } else { false } }
    #expect(end.head?.headers.first("X-Mark") == "1")
    #expect(end.timeline.hops.map(\.status) == [200])
    #expect(events.values == [.chunk("half"), .end])
  }

  @Test func eachHandlerSeesEverythingOnItsQueue() async throws {
    let server = try ChunkServer("a", "b", "c")
    let key = DispatchSpecificKey<String>()
    let queues = ["first", "second"].map { name in
      let queue = DispatchQueue(label: name)
      queue.setSpecific(key: key, value: name)
      return queue
    }
    let (first, second) = (Recorder<Seen>(), Recorder<Seen>())
    let names = Recorder<String?>()
    let request = session.streamRequest(server.url, shouldAutomaticallyResume: false)
    request.responseStream(on: queues[0]) { stream in
      names.record(DispatchQueue.getSpecific(key: key))
      first.record(seen(stream))
      server.came(stream.value)
    }
    request.responseStream(on: queues[1]) { second.record(seen($0)) }
    request.resume()
    let all: [Seen] = [.chunk("a"), .chunk("b"), .chunk("c"), .end]
    #expect(await first.values(count: 4) == all)
    #expect(await second.values(count: 4) == all)
    #expect(names.values == Array(repeating: "first", count: 4))
  }

  @Test func theTokenCancels() async throws {
    let server = try ChunkServer("a", "never")
    let events = Recorder<Seen>()
    let errors = Recorder<RequestError?>()
    let request = session.streamRequest(server.url).responseStream { stream in
      events.record(seen(stream))
      stream.cancel()
      if let end = stream.completion { errors.record(end.error) }
    }
    expect(await errors.values(count: 1)[0]) { $0.isExplicitlyCancelled }
    #expect(events.values == [.chunk("a"), .end])
    #expect(request.isCancelled)
  }

  @Test func anErrorThrownByAHandlerEndsTheStream() async throws {
    struct Enough: Error {}
    let server = try ChunkServer("a", "never")
    let errors = Recorder<RequestError?>()
    session.streamRequest(server.url).responseStream { stream in
      if let end = stream.completion { errors.record(end.error) } else { throw Enough() }
    }
    let error = await errors.values(count: 1)[0]
    expect(error) { if case .streamHandlerFailed(_ as Enough) = $0 { true } else { false } }
    #expect(error?.isExplicitlyCancelled == false)
  }

  @Test(arguments: [true, false])
  func aParsingErrorEndsTheStreamOnlyIfConfigured(_ cancels: Bool) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(body: "{\"n\":1}\nnot json\n{\"n\":2}\n")
    }
    let (values, failures) = (Recorder<Int>(), Recorder<RequestError>())
    let ends = Recorder<RequestError?>()
    session.streamRequest(server.url, automaticallyCancelOnStreamError: cancels)
      .responseStreamDecodable(of: Number.self) { stream in
        if let value = stream.value { values.record(value.n) }
        if let error = stream.error { failures.record(error) }
        if let end = stream.completion { ends.record(end.error) }
      }
    let end = await ends.values(count: 1)[0]
    expect(failures.values.first) { if case .streamSerializationFailed(is DecodingError) = $0 { true } else { false } }
    if cancels {
      expect(end) { if case .streamSerializationFailed = $0 { true } else { false } }
    } else {
      #expect(end == nil && values.values == [1, 2])
    }
  }

  @Test func parsersStartOverWithEachAttempt() async throws {
    let attempts = Recorder<Void>()
    let server = try RawServer { client in
      try client.readHead()
      attempts.record(())
      if attempts.values.count == 1 {
        try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none\nhalf of")
      } else {
        try client.respond(body: "one\ntwo\n")
      }
    }
    let lines = Recorder<String?>()
    let ends = Recorder<RequestError?>()
    session.streamRequest(server.url).retry { _, _, _ in .retry }.responseStreamLines { stream in
      if let end = stream.completion { ends.record(end.error) } else { lines.record(stream.value) }
    }
    #expect(await ends.values(count: 1)[0] == nil)
    #expect(lines.values == ["one", "one", "two"])
  }

  @Test func theHeadOfAStreamIsValidated() async throws {
    let url = try await TestServers.httpbin() + "/status/418"
    let ends = Recorder<RequestError?>()
    session.streamRequest(url).validate().responseStream { stream in
      if let end = stream.completion { ends.record(end.error) }
    }
    #expect(await ends.values(count: 1)[0]?.responseCode == 418)
  }

  @Test func leavingTheLoopEndsTheRequest() async throws {
    let ended = Gate()
    let server = try RawServer { client in
      defer { ended.open() }
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\n\r\n")
      try client.send(String(repeating: "line\n", count: 2000))
      client.waitForEnd()
    }
    let request = session.streamRequest(server.url)
    var count = 0
    for await stream in request.streamTask().streamingLines() {
      #expect(stream.value == "line")
      count += 1
      if count == 1000 { break }
    }
    await ended.wait()
    #expect(request.isCancelled)
    try await session.expectAlive()
  }

  @Test func aSlowHandlerSlowsTheServerDown() async throws {
    let size = 24 << 20
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let block = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<24 { try client.send(block) }
      client.waitForEnd()
    }
    let handled = Atomic(0)
    let most = Atomic(0)
    let (begun, goOn, ended) = (Gate(), Gate(), Gate())
    let request = session.streamRequest(server.url)
    request.responseStream(on: DispatchQueue(label: "slow")) { stream in
      begun.open()
      goOn.waitOnThread()
      guard let value = stream.value else { return ended.open() }
      most.max(request.downloadProgress.completed - handled.load(ordering: .relaxed), ordering: .relaxed)
      handled.add(value.count, ordering: .relaxed)
    }
    await begun.wait()
    // Meanwhile, other work continues, and the transport can fill all buffers.
    for _ in 0..<20 { try await session.expectAlive() }
    #expect(request.downloadProgress.completed < 2 << 20)
    goOn.open()
    await ended.wait()
    #expect(handled.load(ordering: .relaxed) == size)
    // Of all received bytes, those pending for the handler.
    #expect(most.load(ordering: .relaxed) < 2 << 20)
  }

  /// Each takes memory and time, of which a server could make the client use a lot.
  @Test func aServerOfManySmallChunksWaitsForTheHandler() async throws {
    let count = 100_000
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      try client.send(String(repeating: "1\r\nx\r\n", count: count) + "0\r\n\r\n")
      client.waitForEnd()
    }
    let handled = Atomic(0)
    let (begun, goOn, ended) = (Gate(), Gate(), Gate())
    let request = session.streamRequest(server.url)
    request.responseStream(on: DispatchQueue(label: "slow")) { stream in
      begun.open()
      goOn.waitOnThread()
      guard let value = stream.value else { return ended.open() }
      handled.add(value.count, ordering: .relaxed)
    }
    await begun.wait()
    for _ in 0..<20 { try await session.expectAlive() }
    #expect(request.downloadProgress.completed < 10_000)
    goOn.open()
    await ended.wait()
    #expect(handled.load(ordering: .relaxed) == count)
  }

  struct Number: Decodable { var n: Int }
}
