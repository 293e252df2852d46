import Foundation
import RequestClient
import TestSupport
import Testing

/// Bodies of responses that are followed by another one.
@Suite(.timeLimit(.minutes(1)))
struct DroppedBodyTests {
  private let session = Session.plain()

  private struct Outcome {
    var body: String?
    var hops: [Timeline.Hop]
  }

  /// Sends a part of a body that is far longer than its limit, and closes the connection.
  private static func flood(_ client: RawConnection) throws {
    let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    for _ in 0..<8 { try client.send(chunk) }
  }

  /// Floods `/start` unless the message has credentials, and responds to all others.
  private func server(_ status: String) throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.contains(" /start "), !head.contains("Authorization") {
          let headers = "Location: /end\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 1000000000\r\n\r\n"
          try client.send("HTTP/1.1 \(status)\r\n" + headers)
          return try Self.flood(client)
        }
        try client.respond(body: "done")
      }
    }
  }

  private func outcome(_ kind: String, _ url: String) async throws -> Outcome {
    switch kind {
    case "data":
      let response = await session.request(url).authenticate(username: "a", password: "b").serializingString().response
      return Outcome(body: response.value, hops: response.timeline.hops)
    case "download":
      let response = await session.download(url).authenticate(username: "a", password: "b").serializingData().response
      if let file = response.fileURL { try FileManager.default.removeItem(at: file) }
      return Outcome(
        body: response.value.map { String(decoding: $0, as: UTF8.self) }, hops: response.timeline.hops)
    default:
      let (chunks, ends) = (Recorder<Data>(), Recorder<DataStreamRequest.Completion>())
      session.streamRequest(url).authenticate(username: "a", password: "b").responseStream { stream in
        if let chunk = stream.value { chunks.record(chunk) }
        if let end = stream.completion { ends.record(end) }
      }
      let end = await ends.values(count: 1)[0]
      return Outcome(body: String(decoding: Data(chunks.values.joined()), as: UTF8.self), hops: end.timeline.hops)
    }
  }

  @Test(arguments: ["302 Found", "401 Unauthorized"], ["data", "download", "stream"])
  func anEndlessBodyIsNotReadBeforeTheNextHop(_ status: String, _ kind: String) async throws {
    let server = try server(status)
    let outcome = try await outcome(kind, server.url + "/start")
    #expect(outcome.body == "done")
    #expect(outcome.hops.map(\.status) == [Int(status.prefix(3)), 200])
    #expect(outcome.hops.map(\.failure) == [nil, nil])
    #expect(outcome.hops.allSatisfy { $0.received.body < 1 << 20 })
  }

  /// Responds to `/start` with a body of 3 of 1000 bytes, or with one that is not gzip, and to all others with 200.
  private func breaking(_ status: String, _ kind: String) throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead()
        let headers = ["Location: /end", #"WWW-Authenticate: Basic realm="r""#]
        if !head.contains(" /start ") || head.contains("Authorization") {
          try client.respond(body: "done")
        } else if kind == "gzip" {
          try client.respond(status, headers: headers + ["Content-Encoding: gzip"], body: "this is not gzip at all")
        } else {
          let lines = ["HTTP/1.1 \(status)", "Content-Length: 1000"] + headers
          return try client.send(lines.joined(separator: "\r\n") + "\r\n\r\nabc")
        }
      }
    }
  }

  @Test(arguments: ["302 Found", "401 Unauthorized"], ["cut", "gzip"])
  func aBrokenBodyDoesNotEndTheRequest(_ status: String, _ problem: String) async throws {
    let server = try breaking(status, problem)
    for kind in ["data", "download", "stream"] {
      let outcome = try await outcome(kind, server.url + "/start")
      #expect(outcome.body == "done")
      #expect(outcome.hops.map(\.status) == [Int(status.prefix(3)), 200])
      #expect(outcome.hops.map { $0.failure == nil } == [false, true])
    }
  }

  @Test func theWireLogTellsThatABrokenBodyIsNotNeeded() async throws {
    let server = try breaking("302 Found", "cut")
    let response = await session.request(server.url + "/start", options: .with { $0.keepsWireLog = true })
      .serializingString().response
    #expect(response.error == nil && response.value == "done")
    let last = response.timeline.hops.first?.wire.last
    #expect(last?.kind == .note && last?.text.hasPrefix("The body is not needed") == true)
  }

  @Test func aBrokenBodyOfARedirectThatMayBeFinalIsAnError() async throws {
    let server = try breaking("302 Found", "cut")
    let limited = await session.request(server.url + "/start", options: .with { $0.maxRedirects = 0 })
      .serializingData().response
    expect(limited.error) { if case .connectionLost = $0 { true } else { false } }
    for redirector in [Redirector.doNotFollow, Redirector.modify { next, _ in next }] {
      let response = await session.request(server.url + "/start", redirector: redirector).serializingData().response
      expect(response.error) { if case .connectionLost = $0 { true } else { false } }
    }
  }

  @Test(arguments: ["302 Found", "401 Unauthorized"])
  func aTricklingBodyDoesNotHoldBackTheNextHop(_ status: String) async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.contains(" /start "), !head.contains("Authorization") {
          let headers = "Location: /end\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 100000\r\n\r\n"
          try client.send("HTTP/1.1 \(status)\r\n" + headers)
          // Ends when the client closes the connection.
          while true {
            try client.send("a")
            Thread.sleep(forTimeInterval: 0.1)
          }
        }
        try client.respond(body: "done")
      }
    }
    let outcome = try await outcome("data", server.url + "/start")
    #expect(outcome.body == "done")
    #expect(outcome.hops.map(\.status) == [Int(status.prefix(3)), 200])
    #expect(outcome.hops.map(\.failure) == [nil, nil])
    #expect(outcome.hops[0].received.body < 200)
  }

  @Test func anEndlessPartOfAnotherVersionIsNotReadBeforeTheDownloadStartsAgain() async throws {
    let connections = Recorder<Void>()
    let server = try RawServer { client in
      try client.readHead()
      switch connections.recordNumbered(()) {
      case 0: try client.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n01234")
      case 1:
        let headers = "ETag: \"two\"\r\nContent-Range: bytes 5-9999999999/10000000000\r\nContent-Length: 9999999995"
        try client.send("HTTP/1.1 206 Partial Content\r\n\(headers)\r\n\r\n")
        try Self.flood(client)
      default: try client.respond(body: "new")
      }
    }
    let part = await session.download(server.url).serializingDownloadedFileURL().response
    let data = try #require(part.resumeData)
    let whole = await session.download(resumingWith: data).serializingData().response
    #expect(whole.value == Data("new".utf8))
    #expect(whole.timeline.hops.map(\.status) == [206, 200])
    #expect(whole.timeline.hops.allSatisfy { $0.failure == nil && $0.received.body < 1 << 20 })
    try FileManager.default.removeItem(at: try #require(whole.fileURL))
  }

  /// Redirects with a body that is longer than the limit.
  private func redirecting() throws -> (server: RawServer, body: String) {
    let body = String(repeating: "moved ", count: 50_000)
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond("302 Found", headers: ["Location: /end"], body: body)
      }
    }
    return (server, body)
  }

  @Test func aRedirectThatIsDeclinedHasItsWholeBody() async throws {
    let (server, body) = try redirecting()
    let declining = Redirector.modify { _, _ in nil }
    let response = await session.request(server.url, redirector: declining).serializingString().response
    #expect(response.error == nil && response.value == body)
    let download = await session.download(server.url, redirector: declining).serializingData().response
    #expect(download.error == nil && download.value == Data(body.utf8))
    try FileManager.default.removeItem(at: try #require(download.fileURL))
  }

  @Test func theLastRedirectOfTooManyHasItsWholeBody() async throws {
    let (server, body) = try redirecting()
    let response = await session.request(server.url, options: .with { $0.maxRedirects = 1 }).serializingData().response
    expect(response.error) { if case .tooManyRedirects(limit: 1) = $0 { true } else { false } }
    #expect(response.data == Data(body.utf8))
    #expect(response.timeline.hops.map(\.status) == [302, 302])
  }
}
