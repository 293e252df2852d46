import Foundation
import RequestClient
import TestSupport
import Testing

/// Heads that no honest server sends.
@Suite(.timeLimit(.minutes(1)))
struct HostileHeadTests {
  let session = Session.plain()

  private func expectProtocolError(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let response = try await session.reply(text)
    expect(response.error, sourceLocation: sourceLocation) {
      if case .protocolError(let detail) = $0 { !detail.isEmpty } else { false }
    }
    try await session.expectAlive(sourceLocation: sourceLocation)
  }

  @Test func aLineOfTenMegabytesIsCutOff() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nX-Long: ")
      let block = String(repeating: "a", count: 100_000)
      for _ in 0..<100 { try client.send(block) }
      try client.send("\r\n\r\n")
    }
    for limit in [1000, 256 << 10, 100 << 20] {
      let response = await session.request(server.url, options: .with { $0.maxHeadSize = limit })
        .serializingResponse().response
      // libcurl accepts no line beyond 100 KiB, whatever the limit.
      expect(response.error) {
        if case .headTooLarge(let told) = $0 { told == min(limit, 100 << 10) } else { false }
      }
    }
    try await session.expectAlive()
  }

  @Test func aLongHeadWithinTheLimitIsAccepted() async throws {
    let value = String(repeating: "v", count: 90_000)
    let response = try await session.reply("HTTP/1.1 200 OK\r\nX-Long: \(value)\r\nContent-Length: 0\r\n\r\n")
    #expect(response.error == nil)
    #expect(response.head?.headers.first("X-Long") == value)
  }

  @Test func aFloodOfInterimResponsesIsCutOff() async throws {
    let server = try RawServer { client in
      try client.readHead()
      while true { try client.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n") }
    }
    let response = await session.request(server.url, options: .with { $0.maxHeadSize = 20_000 })
      .serializingResponse().response
    expect(response.error) { if case .headTooLarge(limit: 20_000) = $0 { true } else { false } }
    try await session.expectAlive()
  }

  @Test func interimResponsesAreNotFinal() async throws {
    let heads = Recorder<Int>()
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n")
      try client.respond(body: "ok")
    }
    let response = await session.request(server.url, options: .with { $0.keepsWireLog = true })
      .onHTTPResponse { heads.record($0.status.code) }.serializingString().response
    #expect(response.value == "ok")
    #expect(heads.values == [200])
    #expect(response.head?.headers.first("Link") == nil)
    #expect(response.timeline.hops.first?.wire.contains { $0.text.contains("103 Early Hints") } == true)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nX-Nul: a\u{0}b\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 5, 3\r\n\r\nhello",
    "HTTP/1.1 banana\r\n\r\n",
    "HTTP/3.7 200 OK\r\n\r\n",
    "hello, this is HTTP/0.9",
    "\u{0}\u{0}\u{0}\u{0}\r\n\r\n",
  ])
  func invalidLengthsAreAProtocolError(_ text: String) async throws { try await expectProtocolError(text) }

  @Test func theSameLengthTwiceIsOne() async throws {
    let response = try await session.reply("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello")
    #expect(response.data == Data("hello".utf8))
  }

  @Test func anInvalidLengthWithoutABodyIsHarmless() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 204 No Content\r\nContent-Length: -5\r\n\r\n")
    }
    let request = session.request(server.url)
    _ = await request.serializingResponse().response
    #expect((request.downloadProgress.total ?? 0) >= 0)
    try await session.expectAlive()
  }

  @Test(arguments: ["", "HT", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nX: 1\r\n"])
  func aConnectionCutInTheHeadIsLost(_ text: String) async throws {
    let response = try await session.reply(text)
    expect(response.error) {
      switch $0 {
      case .connectionLost(_, bytesReceived: 0), .protocolError: true
      default: false
      }
    }
    #expect(response.head == nil && response.data == nil)
    try await session.expectAlive()
  }

  @Test func invalidHeaderLinesAreSkipped() async throws {
    let response = try await session.reply(
      "HTTP/1.1 200 OK\r\nno colon here\r\n: no name\r\nX-Folded: one\r\n two\r\nX Y: z\r\nContent-Length: 2\r\n\r\nok")
    if response.error == nil {
      #expect(response.data == Data("ok".utf8))
      #expect(response.head?.headers.first("X-Folded") == "one two")
    }
    try await session.expectAlive()
  }

  @Test func manyHeadersAreTaken() async throws {
    let lines = (0..<5000).map { "X-\($0): \($0)\r\n" }.joined()
    let response = try await session.reply("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
    #expect(response.head?.headers.count == 5001)
  }
}
