import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
  let session = Session.plain()
  let nginx: Nginx
  let folder = ScratchFolder()

  init() async throws { nginx = try await TestServers.nginx() }

  /// Some bytes in no particular order.
  private func bytes(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }) }

  /// Responds to each attempt with its status and records the bodies, which are `size` long.
  private func server(_ size: Int, _ statuses: String..., bodies: Recorder<[UInt8]>) throws -> RawServer {
    let statuses = statuses
    return try RawServer { client in
      for status in statuses {
        try client.readHead()
        bodies.record(try client.readBytes(size))
        try client.respond(status)
      }
    }
  }

  @Test func bytesAreSentWithTheirLength() async throws {
    let response = await session.upload(Data(count: 5_000_000), to: nginx.url + "/upload").serializingString().response
    #expect(response.value == "5000000\n")
    let headers = try #require(response.timeline.hops.first?.requestHeaders)
    #expect(headers.first("Content-Length") == "5000000")
    #expect(headers.first("Transfer-Encoding") == nil)
  }

  @Test func aFileArrivesByteForByte() async throws {
    let content = bytes(3_000_000)
    let file = try folder.write(content, "big.bin")
    let bodies = Recorder<[UInt8]>()
    let server = try server(content.count, "200 OK", bodies: bodies)
    let response = await session.upload(file, to: server.url).serializingResponse().response
    #expect(response.error == nil)
    #expect(server.received.first?.lines.contains("Content-Length: 3000000") == true)
    #expect(bodies.values.map { Data($0) } == [content])
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aMissingFileIsAnErrorThatNamesIt() async throws {
    let response = await session.upload(folder.url("nothing.bin"), to: nginx.url + "/upload").serializingResponse()
      .response
    expect(response.error) {
      if case .bodyFailed(.unreadableFile(path: folder.url("nothing.bin").path, _)) = $0 { true } else { false }
    }
    try await session.expectAlive()
  }

  enum Ending: CaseIterable { case success, failure, cancel }

  @Test(arguments: Ending.allCases)
  func aFileFlaggedForRemovalIsRemovedHoweverTheRequestEnds(_ ending: Ending) async throws {
    let file = try folder.write("to be removed", "upload.txt")
    let (begun, removed) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      begun.open()
      if ending == .failure { return }
      if ending == .cancel { return client.waitForEnd() }
      try client.readBody(13)
      try client.respond()
    }
    let request = session.upload(file, to: server.url, shouldRemove: true)
    request.core.whenFinished { _ in removed.open() }
    let task = request.serializingResponse()
    task.resume()
    await begun.wait()
    if ending == .cancel { request.cancel() }
    #expect((await task.response.error == nil) == (ending == .success))
    await removed.wait()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aStreamIsSentInChunks() async throws {
    let chunks = (0..<200).map { "chunk \($0) " }
    let source = AsyncStream { continuation in
      for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
      continuation.finish()
    }
    let response = await session.upload(
      BodyStream(source), to: try await TestServers.httpbin() + "/post", headers: [.contentType("text/plain")]
    ).serializingDecodable(Echo.self).response
    #expect(response.value?.data == chunks.joined())
    let headers = try #require(response.timeline.hops.first?.requestHeaders)
    #expect(headers.first("Transfer-Encoding") == "chunked")
    #expect(headers.first("Content-Length") == nil)
  }

  @Test func aStreamOfKnownLengthIsSentWithIt() async throws {
    let content = bytes(300_000)
    let bodies = Recorder<[UInt8]>()
    let server = try server(content.count, "200 OK", bodies: bodies)
    let stream = replayable(content, length: content.count)
    #expect(await session.upload(stream, to: server.url).serializingResponse().response.error == nil)
    #expect(server.received.first?.lines.contains("Content-Length: 300000") == true)
    #expect(bodies.values.map { Data($0) } == [content])
  }

  @Test func aStreamIsSentOverHTTP2() async throws {
    let options = TransferOptions.with {
      $0.serverTrust = .authorities(file: URL(filePath: nginx.certificateAuthority))
    }
    let response = await session.upload(replayable(bytes(300_000)), to: nginx.tlsURL + "/upload", options: options)
      .serializingString().response
    #expect(response.value == "300000\n")
    #expect(response.head?.httpVersion == "HTTP/2")
  }

  @Test(arguments: [90, 110])
  func aStreamOfAnotherLengthThanPromisedIsAnError(_ actual: Int) async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let stream = replayable(bytes(actual), length: 100)
    let response = await session.upload(stream, to: server.url).serializingResponse().response
    expect(response.error) {
      if case .bodyFailed(.wrongLength(expected: 100, actual: actual)) = $0 { true } else { false }
    }
    try await session.expectAlive()
  }

  @Test func anErrorThrownByAProducerFailsTheRequest() async throws {
    struct Dry: Error {}
    let ended = Gate()
    let server = try RawServer { client in
      defer { ended.open() }
      try client.readHead()
      client.waitForEnd()
    }
    let chunks = Recorder<Int>()
    let stream = BodyStream {
      chunks.record(1)
      if chunks.values.count > 2 { throw Dry() }
      return Data("chunk".utf8)
    }
    let response = await session.upload(stream, to: server.url).serializingResponse().response
    expect(response.error) { if case .bodyFailed(.producerFailed(_ as Dry)) = $0 { true } else { false } }
    #expect(response.error?.underlyingError is Dry)
    // The server must not accept a partial body as complete.
    await ended.wait()
  }

  @Test func aReplayableStreamIsSentAgainByARetry() async throws {
    let content = bytes(50_000)
    let bodies = Recorder<[UInt8]>()
    let server = try server(content.count, "503 Busy", "200 OK", bodies: bodies)
    let request = session.upload(replayable(content, length: content.count), to: server.url).validate()
      .retry { _, _, _ in .retry }
    #expect(await request.serializingResponse().response.error == nil)
    #expect(bodies.values.map { Data($0) } == [content, content])
    #expect(request.retryCount == 1)
  }

  @Test func aOneShotStreamIsNotSentEmptyByARetry() async throws {
    let bodies = Recorder<[UInt8]>()
    let server = try server(5, "503 Busy", "200 OK", bodies: bodies)
    let sent = Recorder<Void>()
    let stream = BodyStream(length: 5) {
      sent.record(())
      return sent.values.count == 1 ? Data("hello".utf8) : nil
    }
    let request = session.upload(stream, to: server.url).validate()
      .retry { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let response = await request.serializingResponse().response
    expect(response.error) { if case .bodyFailed(.notReplayable) = $0 { true } else { false } }
    #expect(bodies.values.count == 1)
    try await session.expectAlive()
  }

  private func replayable(_ content: Data, length: Int? = nil) -> BodyStream {
    BodyStream(length: length) {
      AsyncStream { continuation in
        var rest = content
        while !rest.isEmpty {
          continuation.yield(Data(rest.prefix(7001)))
          rest = rest.dropFirst(7001)
        }
        continuation.finish()
      }
    }
  }

  struct Echo: Decodable { var data: String }
}
