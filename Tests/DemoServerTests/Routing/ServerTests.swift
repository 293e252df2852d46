import DemoServer
import TestSupport
import Testing

@Suite struct ServerTests {
  @Test func aPortInUseIsAnError() async throws {
    try await serving { client in
      let second = DemoServer(port: client.port)
      let error = await #expect(throws: MockServerError.self) { try await second.start() }
      #expect(
        error?.description
          == "The demo server cannot listen on 127.0.0.1:\(client.port): the port is in use — choose another, or 0 for a free one"
      )
    }
  }

  @Test func startingTwiceKeepsThePort() async throws {
    let server = DemoServer()
    let port = try await server.start()
    #expect(try await server.start() == port)
    await server.stop()
  }

  @Test func aStoppedServerRefusesConnectionsAndCanStartAgain() async throws {
    let (server, port) = try await startOnAReservedPort()
    await server.stop()
    #expect(throws: RawClient.Failure.self) { _ = try RawClient(port: port) }
    let again = try await server.start()
    #expect(try await Client(port: again).get("/ip").status == 200)
    await server.stop()
  }

  /// Starts a server on a port outside the ephemeral range, which no other test gets when it is released.
  private func startOnAReservedPort() async throws -> (DemoServer, UInt16) {
    for _ in 1..<20 {
      let server = DemoServer(port: .random(in: 20_000..<30_000))
      if let port = try? await server.start() { return (server, port) }
    }
    let server = DemoServer(port: .random(in: 20_000..<30_000))
    return (server, try await server.start())
  }

  @Test func stoppingAbortsAResponseInProgress() async throws {
    let server = DemoServer()
    let port = try await server.start()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    async let rest = blocking {
      let connection = try RawClient(port: port)
      try connection.send(Array("GET /drip?duration=10&delay=0&numbytes=2 HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      var received: [UInt8] = []
      while received.last != UInt8(ascii: "*") { received += try connection.receiveSome() }
      begin.finish()
      return try connection.receiveAll()
    }
    for await _ in begun {}
    await server.stop()
    #expect(try await rest.isEmpty)
  }

  @Test func aHeadResponseHasTheHeadersOfGetAndNoBody() async throws {
    try await serving { client in
      let get = try await client.get("/json")
      let head = try await client.send("HEAD", "/json")
      #expect(head.status == 200)
      #expect(head["Content-Length"] == "\(get.body.count)")
      #expect(head.raw.isEmpty)
    }
  }

  @Test func aHeadResponseOfAStreamHasNoLength() async throws {
    try await serving { client in
      let head = try await client.send("HEAD", "/stream/3")
      #expect(head.status == 200 && head["Content-Length"] == nil && head["Transfer-Encoding"] == "chunked")
      #expect(head.raw.isEmpty)
    }
  }

  @Test func aConnectionIsReusedForTheNextRequest() async throws {
    try await serving { client in
      let body = String(repeating: "x", count: 5000)
      let first = "POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      let chunked = "POST /get HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      let last = "GET /ip HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let text = String(decoding: try await client.exchange(Array((first + chunked + last).utf8)), as: UTF8.self)
      #expect(text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["200", "405", "200"])
    }
  }
}
