import Foundation
import RequestClient
import TestSupport
import Testing

/// Bodies that contradict their heads.
@Suite(.timeLimit(.minutes(1)))
struct HostileBodyTests {
  let session = Session.plain()

  @Test func aBodyShorterThanItsLengthIsALostConnection() async throws {
    let response = try await session.reply("HTTP/1.1 200 OK\r\nX-Mark: 1\r\nContent-Length: 1000000\r\n\r\nhello")
    expect(response.error) { if case .connectionLost("127.0.0.1", bytesReceived: 5) = $0 { true } else { false } }
    #expect(response.data == Data("hello".utf8))
    #expect(response.head?.headers.first("X-Mark") == "1")
    try await session.expectAlive()
  }

  @Test func aHugeContentLengthReservesNoMemory() async throws {
    let response = try await session.reply("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\nhello")
    expect(response.error) { if case .connectionLost(_, bytesReceived: 5) = $0 { true } else { false } }
    #expect(response.data == Data("hello".utf8))
  }

  @Test func bytesAfterTheLengthAreNotTheNextResponse() async throws {
    let connections = Recorder<Void>()
    let server = try RawServer { client in
      connections.record(())
      try client.readHead()
      if connections.values.count == 1 {
        try client.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
      } else {
        try client.respond(body: "good")
      }
      client.waitForEnd()
    }
    #expect(await session.request(server.url).serializingString().response.value == "hello")
    #expect(await session.request(server.url).serializingString().response.value == "good")
  }

  @Test func anEndlessBodyIsCutOff() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
      while true { try client.send(chunk) }
    }
    let options = TransferOptions.with { $0.maxBodySize = 1_000_000 }
    let response = await session.request(server.url, options: options).serializingResponse().response
    expect(response.error) { if case .bodyTooLarge(limit: 1_000_000) = $0 { true } else { false } }
    #expect((900_000...1_000_000).contains(response.data?.count ?? 0))
    #expect(response.response?.status == .ok)
    let download = await session.download(server.url, options: options).serializingDownloadedFileURL().response
    expect(download.error) { if case .bodyTooLarge = $0 { true } else { false } }
    #expect(download.fileURL == nil)
    try await session.expectAlive()
  }

  @Test(arguments: [
    "zz\r\nhello\r\n0\r\n\r\n", "5\r\nhelloXX3\r\nabc\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n",
    "fffffffffffffffff\r\nhello\r\n", "\r\n\r\n",
  ])
  func invalidChunksAreAProtocolError(_ chunks: String) async throws {
    let response = try await session.reply(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Mark: 1\r\n\r\n\(chunks)")
    expect(response.error) { if case .protocolError(let detail) = $0 { !detail.isEmpty } else { false } }
    #expect(response.head?.headers.first("X-Mark") == "1")
    try await session.expectAlive()
  }

  @Test func aPrematureEndOfChunksIsALostConnection() async throws {
    let response = try await session.reply(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwor")
    expect(response.error) { if case .connectionLost(_, bytesReceived: 8) = $0 { true } else { false } }
    #expect(response.data == Data("hellowor".utf8))
  }

  @Test func trailersAreNoHeaders() async throws {
    let response = try await session.reply(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
        + "5;ext=1\r\nhello\r\n0\r\nX-Sum: 42\r\nContent-Length: 3\r\n\r\n")
    #expect(response.error == nil)
    #expect(response.data == Data("hello".utf8))
    #expect(response.head?.headers.first("X-Sum") == nil)
  }

  @Test func endlessTrailersAreCutOff() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
      while true { try client.send("X-More: 1\r\n") }
    }
    let response = await session.request(server.url, options: .with { $0.maxHeadSize = 10_000 })
      .serializingResponse().response
    expect(response.error) { if case .headTooLarge(limit: 10_000) = $0 { true } else { false } }
    #expect(response.data == Data("hello".utf8))
  }

  @Test func aBodyWithoutLengthEndsWithItsConnection() async throws {
    let response = try await session.reply("HTTP/1.0 200 OK\r\n\r\nhello")
    #expect(response.error == nil && response.data == Data("hello".utf8))
  }

  @Test func aResetInTheBodyKeepsTheReceivedBytes() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      client.waitForEnd()
    }
    let got = Gate()
    let request = session.request(server.url).downloadProgress { _ in got.open() }
    let task = request.serializingResponse()
    task.resume()
    await got.wait()
    request.cancel()
    let response = await task.response
    expect(response.error) { $0.isExplicitlyCancelled }
    #expect(response.data == Data("half".utf8) && response.response?.status == .ok)
    try await session.expectAlive()
  }

  @Test func aConnectionCutInTheHandshakeIsAnError() async throws {
    let server = try RawServer { client in
      _ = try client.readBytes(100)
    }
    let url = server.url.replacing("http:", with: "https:")
    let response = await session.request(url).serializingResponse().response
    expect(response.error) { if case .tls(.handshake, host: "127.0.0.1") = $0 { true } else { false } }
    #expect(response.head == nil)
    try await session.expectAlive()
  }

  @Test func aTLSServerThatSendsGarbageIsAnError() async throws {
    let server = try RawServer { client in
      _ = try client.readBytes(100)
      try client.send([22, 3, 3, 0, 4, 2, 0, 0, 0, 21, 3, 3, 0, 2, 2, 40])
      client.waitForEnd()
    }
    let response = await session.request(server.url.replacing("http:", with: "https:")).serializingResponse().response
    expect(response.error) { if case .tls(.handshake(let detail), _) = $0 { !detail.isEmpty } else { false } }
  }
}
