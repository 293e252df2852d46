import Foundation
import MockServer
import RequestModel
import TestSupport
import Testing

@Suite struct ServerTests {
  /// Echoes the request.
  private static let echo: MockServer.Handler = { request in
    MockReply(
      status: 200, headers: [Header("X-Target", request.target)],
      body: .bytes(Array("\(request.method) ".utf8) + request.body), source: "echo")
  }

  @Test func requestsShareAConnection() async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let all = try await exchange(
        port,
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\n\r\nPOST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"
          + "HEAD /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(
        all == "HTTP/1.1 200 OK\r\nX-Target: /a\r\nContent-Length: 4\r\n\r\nGET "
          + "HTTP/1.1 200 OK\r\nX-Target: /b\r\nContent-Length: 7\r\n\r\nPOST hi"
          + "HTTP/1.1 200 OK\r\nX-Target: /c\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func chunkedBodiesArriveWhole() async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let all = try await exchange(
        port,
        "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          + "3;a=b\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: x\r\n\r\n")
      #expect(all.hasSuffix("PUT abcd"))
    }
  }

  /// A body of three pieces, or one that fails at its second.
  private static func pieces(count: Int? = nil, fails: Bool = false) -> MockServer.Handler {
    let pieces = MockPieces(count: count) { number in
      if fails, number == 1 { throw CancellationError() }
      return number < 3 ? Array(repeating: UInt8(ascii: "a"), count: 5 + number * 6) : []
    }
    return { _ in MockReply(status: 200, body: .pieces(pieces), source: "pieces") }
  }

  @Test func piecesAreSentAsChunksAndTheConnectionIsKept() async throws {
    try await serving(Self.pieces()) { (port: UInt16) async throws in
      let all = try await exchange(
        port, "GET / HTTP/1.1\r\nHost: x\r\n\r\nHEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let a = { (count: Int) in String(repeating: "a", count: count) }
      #expect(
        all == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5\r\n\(a(5))\r\nb\r\n\(a(11))\r\n11\r\n\(a(17))\r\n0\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func piecesOfAKnownSizeAndThoseForHTTP10AreNoChunks() async throws {
    let body = String(repeating: "a", count: 33)
    try await serving(Self.pieces(count: 33)) { (port: UInt16) async throws in
      let all = try await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(all == "HTTP/1.1 200 OK\r\nContent-Length: 33\r\nConnection: close\r\n\r\n" + body)
    }
    try await serving(Self.pieces()) { (port: UInt16) async throws in
      let all = try await exchange(port, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(all == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body)
    }
  }

  @Test func aPieceThatFailsEndsTheConnectionWithinTheBody() async throws {
    try await serving(Self.pieces(fails: true)) { (port: UInt16) async throws in
      let all = try await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(all == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\naaaaa\r\n")
    }
  }

  @Test func expectationsOfContinueAreAnswered() async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let all = try await blocking {
        let connection = try RawClient(port: port)
        try connection.send(
          "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
        let first = String(decoding: try connection.receiveSome(), as: UTF8.self)
        try connection.send("hi")
        return first + String(decoding: try connection.receiveAll(), as: UTF8.self)
      }
      #expect(all.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"))
      #expect(all.hasSuffix("POST hi"))
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /\r\n\r\n", 400), ("G ET / HTTP/1.1\r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ("\u{16}\u{3}\u{1}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400), ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFF\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n", 417),
    ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 70_000))\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\n\(String(repeating: "a: b\r\n", count: 300))\r\n", 431),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n", 400),
    ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
  ]) func whatIsNoRequestIsRefusedWithAStatus(text: String, status: Int) async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let all = try await exchange(port, text)
      #expect(all.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func anIncompleteRequestIsRefused() async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      #expect(try await exchange(port, "GET / HT", finishes: true).hasPrefix("HTTP/1.1 400"))
      #expect(try await exchange(port, "", finishes: true) == "")
      let body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"
      #expect(try await exchange(port, body, finishes: true).hasPrefix("HTTP/1.1 400"))
    }
  }

  @Test func statusesWithoutABodySendNone() async throws {
    let handler: MockServer.Handler = { request in
      MockReply(status: Int(request.path.dropFirst()) ?? 200, body: .bytes([0x61]), source: "")
    }
    try await serving(handler) { (port: UInt16) async throws in
      let end = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      #expect(try await exchange(port, "GET /204 \(end)") == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
      #expect(try await exchange(port, "GET /304 \(end)") == "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")
      #expect(try await exchange(port, "GET /299 \(end)").hasSuffix("Content-Length: 1\r\nConnection: close\r\n\r\na"))
    }
  }

  @Test func failuresAreThoseOfTheExample() async throws {
    let handler: MockServer.Handler = { request in
      var reply = MockReply(status: 200, body: .bytes(Array("0123456789".utf8)), source: "")
      reply.failure = MockFailure(rawValue: String(request.path.dropFirst()))
      return reply
    }
    try await serving(handler) { (port: UInt16) async throws in
      #expect(
        try await exchange(port, "GET /truncate HTTP/1.1\r\nHost: x\r\n\r\n")
          == "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
      await #expect(throws: RawClient.Failure.self) {
        try await exchange(port, "GET /reset HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      #expect(try await exchange(port, "GET /timeout HTTP/1.1\r\nHost: x\r\n\r\n", finishes: true) == "")
    }
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST.:8787", true), ("127.0.0.1:80", true), ("[::1]:80", true), ("192.168.1.9", true),
    ("api.test:80", true), ("app.localhost", true), ("evil.test", false), ("127.0.0.1.evil.test", false),
    ("localhost.evil.test:80", false), ("evil.test@localhost", false), ("", false),
  ])
  func onlyItsOwnNamesAreAnsweredFor(_ host: String, _ isAllowed: Bool) async throws {
    let names = HostNames(listeningOn: "127.0.0.1", others: ["API.test"])
    try await serving(Self.echo, hosts: names) { (port: UInt16) async throws in
      let end = "HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
      let answer = try await exchange(port, "GET / \(end)")
      #expect(answer.hasPrefix(isAllowed ? "HTTP/1.1 200" : "HTTP/1.1 421"), "\(answer)")
      // The form for proxies names the host as well.
      guard !host.isEmpty, !host.contains("@") else { return }
      let rest = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let proxied = try await exchange(port, "GET http://\(host)/ \(rest)")
      #expect(proxied.hasPrefix(isAllowed ? "HTTP/1.1 200" : "HTTP/1.1 421"), "\(proxied)")
    }
  }

  @Test func aClientThatSendsNothingButLineEndsIsLeft() async throws {
    try await serving(Self.echo, patience: .init(head: 0.2)) { (port: UInt16) async throws in
      let isLeft = try await blocking {
        let connection = try RawClient(port: port)
        // Sending fails once the server has closed the connection.
        do { while true { try connection.send("\r\n\r\n") } } catch is RawClient.Failure { return true }
      }
      #expect(isLeft)
    }
  }

  @Test(arguments: [".env", ".git/config", "sub/.env", "link"])
  func hiddenFilesAreNoBodies(_ name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-\(UUID())").path
    for place in ["/.git", "/sub"] {
      try FileManager.default.createDirectory(atPath: folder + place, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in [".env", ".git/config", "sub/.env"] {
      try Data("TOKEN=hunter2".utf8).write(to: URL(fileURLWithPath: folder + "/" + file))
    }
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: ".env")
    let handler: MockServer.Handler = { _ in
      MockReply(status: 200, body: .file(folder + "/" + name, within: folder), source: "")
    }
    try await serving(handler) { (port: UInt16) async throws in
      let answer = try await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 500") && answer.contains("it is hidden") && !answer.contains("hunter2"))
    }
  }

  @Test func bodiesComeFromFiles() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let content = String(repeating: "0123456789", count: 100_000)
    try Data(content.utf8).write(to: URL(fileURLWithPath: folder + "/big"))
    let handler: MockServer.Handler = { request in
      MockReply(status: 200, body: .file(folder + request.path, within: folder), source: "")
    }
    try await serving(handler) { (port: UInt16) async throws in
      let end = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      let all = try await exchange(port, "GET /big \(end)")
      #expect(all.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n"))
      #expect(all.hasSuffix(content))
      #expect(try await exchange(port, "GET /none \(end)").hasPrefix("HTTP/1.1 500"))
    }
  }

  @Test func aThousandConnectionsAreServed() async throws {
    try await serving(Self.echo) { (port: UInt16) async throws in
      let count = try await blocking {
        let connections = try (0..<1000).map { _ in try Connection(port: port) }
        for connection in connections { try connection.raw.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        return try connections.count {
          try String(decoding: $0.raw.receiveSome(), as: UTF8.self).hasPrefix("HTTP/1.1 200")
        }
      }
      #expect(count == 1000)
    }
  }

  private final class Connection {
    let raw: RawClient

    init(port: UInt16, sending text: String = "") throws {
      raw = try RawClient(port: port)
      try raw.send(text)
    }
  }

  @Test func stoppingEndsConnectionsAndThePortIsItsOwn() async throws {
    let server = MockServer(handler: Self.echo)
    let port = try await server.start()
    let idle = try Connection(port: port, sending: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try Connection(port: port, sending: "GET")
    let error = await #expect(throws: MockServerError.self) {
      try await MockServer(port: port, handler: Self.echo).start()
    }
    #expect(
      error?.description
        == "The mock server cannot listen on 127.0.0.1:\(port): the port is in use — choose another, or 0 for a free one"
    )
    await server.stop()
    #expect(throws: RawClient.Failure.self) { try Connection(port: port) }
    withExtendedLifetime(idle) {}
  }

  @Test func logLinesCannotBeForged() async throws {
    let entry = MockLogEntry(
      MockRequest(method: "GET", target: "/\u{1B}[2J\n\u{202E}a"), MockReply(status: 200, source: "s"),
      duration: .milliseconds(12))
    #expect(entry.line(at: "10:00:00") == "10:00:00 GET /\u{FFFD}[2J\u{FFFD}\u{FFFD}a 200 12 ms s")
  }
}
