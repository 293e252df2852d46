import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WireTests {
  let session = Session.plain()

  @Test func headersAreSentAsGivenAndNothingIsAdded() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let headers: HTTPHeaders = [
      HTTPHeader("X-B", "2"), HTTPHeader("x-a", "1"), HTTPHeader("X-B", "3"), HTTPHeader("X-Empty", ""),
    ]
    let response = await session.request(
      server.url + "/a?b=c", headers: headers, options: .with { $0.keepsWireLog = true }
    )
    .serializingResponse().response
    #expect(
      server.received.first?.lines == [
        "GET /a?b=c HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "X-B: 2", "x-a: 1", "X-B: 3", "X-Empty:",
      ])
    let hop = try #require(response.timeline.hops.first)
    #expect(hop.requestHeaders == [HTTPHeader("Host", "127.0.0.1:\(server.port)")] + headers)
    #expect(hop.wire.filter { $0.kind == .sentHead }.map(\.text).first == "GET /a?b=c HTTP/1.1")
  }

  @Test func aBodyIsSentWithItsLengthForAnyMethod() async throws {
    for method in [HTTPRequest.Method.post, .put, .patch, .get, .delete] {
      let server = try RawServer { client in
        try client.readHead()
        try client.readBody(5)
        try client.respond()
      }
      let response = await session.request(server.url, method: method, body: .data(Data("hello".utf8)))
        .serializingResponse().response
      #expect(response.error == nil)
      #expect(
        server.received.first?.lines == [
          "\(method.rawValue) / HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Content-Length: 5",
        ])
      #expect(server.received.last == "hello")
      #expect(response.timeline.hops.first?.sent.body == 5)
    }
  }

  @Test func aLargeBodyIsSentWithoutExpect() async throws {
    let size = 3_000_000
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(size)
      try client.respond(body: "thanks")
    }
    let response = await session.request(server.url, method: .post, body: .data(Data(count: size))).serializingString()
      .response
    #expect(response.value == "thanks")
    #expect(server.received.first?.contains("Expect") == false)
  }

  @Test func postWithoutBodyDeclaresItsLength() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    _ = await session.request(server.url, method: .post).serializingResponse().response
    #expect(server.received.first?.lines.last == "Content-Length: 0")
  }

  @Test func aCustomMethodReachesTheServer() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let method = try #require(HTTPRequest.Method("PURGE"))
    _ = await session.request(server.url, method: method).serializingResponse().response
    #expect(server.received.first?.hasPrefix("PURGE / ") == true)
  }

  @Test func headHasNoBodyAndDoesNotFail() async throws {
    let response = await session.request(try await TestServers.httpbin() + "/get", method: .head).serializingData()
      .response
    #expect(response.value == Data())
    #expect(response.response?.headerFields[.contentLength] != nil)
  }

  @Test func receivedHeadersKeepOrderCaseAndDuplicates() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(headers: ["Set-Cookie: a=1", "x-ODD: yes", "Set-Cookie: b=2", "X-Empty:"])
    }
    let head = try #require(await session.request(server.url).serializingResponse().response.head)
    #expect(
      head.headers == [
        HTTPHeader("Content-Length", "0"), HTTPHeader("Set-Cookie", "a=1"), HTTPHeader("x-ODD", "yes"),
        HTTPHeader("Set-Cookie", "b=2"),
        HTTPHeader("X-Empty", ""),
      ])
    #expect(head.response.headerFields[values: .setCookie] == ["a=1", "b=2"])
  }

  @Test(arguments: ["gzip", "deflate", "brotli"])
  func bodiesAreDecoded(_ encoding: String) async throws {
    let url = try await TestServers.httpbin() + "/" + encoding
    for headers: HTTPHeaders in [[], [HTTPHeader("Accept-Encoding", "gzip, deflate, br")]] {
      let response = await session.request(url, headers: headers).serializingString().response
      #expect(response.value?.contains("true") == true)
      let sent = response.response?.headerFields[.contentLength].flatMap(Int.init)
      #expect(response.timeline.hops[0].received.body == sent)
    }
  }

  @Test(arguments: [
    HTTPHeader("X-A", "one\r\nX-B: two"), HTTPHeader("X A", "1"), HTTPHeader("", "1"), HTTPHeader("X-Ä", "1"),
  ])
  func anImpossibleHeaderIsRefusedBeforeSending(_ header: HTTPHeader) async throws {
    let server = try RawServer { try $0.readHead() }
    let response = await session.request(server.url, headers: [header]).serializingResponse().response
    guard case .invalidHeader(header, _) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(server.received.isEmpty)
    #expect(response.timeline.hops.isEmpty)
  }

  @Test func defaultHeadersFillGapsOnly() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    _ = await Session().request(server.url, headers: [.userAgent("mine")]).serializingResponse().response
    let lines = try #require(server.received.first?.lines)
    #expect(lines.filter { $0.hasPrefix("User-Agent") } == ["User-Agent: mine"])
    #expect(lines.contains("Accept-Encoding: gzip, deflate, br, zstd"))
    #expect(lines.contains { $0.hasPrefix("Accept-Language: ") })
  }

  @Test func theUserAgentNamesProgramSystemAndLibrary() {
    let value = HTTPHeader.defaultUserAgent.value
    #expect(value.contains(" (Linux "))
    #expect(value.hasSuffix("RequestClient/\(ClientVersion.current)"))
    #expect(!value.hasPrefix("unknown"))
  }

  @Test func connectionsAreReusedAndThenHaveNoConnectPhases() async throws {
    let server = try RawServer { client in
      for _ in 0..<2 {
        try client.readHead()
        try client.respond()
      }
    }
    let first = await session.request(server.url).serializingResponse().response.timeline.hops[0]
    let second = await session.request(server.url).serializingResponse().response.timeline.hops[0]
    #expect(first.connection?.isReused == false)
    #expect(first.phases.connect != nil)
    #expect(second.connection?.isReused == true)
    #expect(second.connection?.local == first.connection?.local)
    #expect(second.phases.dns == nil && second.phases.connect == nil && second.phases.tls == nil)
    #expect(second.phases.wait != nil && second.phases.receive != nil)
  }

  @Test(arguments: [nil, "hello"])
  func theTimelineIsTheSameWithAWireLogAndWithout(body: String?) async throws {
    let url = try await TestServers.nginx().url + "/echo"
    func hop(_ options: TransferOptions) async throws -> Timeline.Hop {
      let headers: HTTPHeaders = [HTTPHeader("X-B", "2"), HTTPHeader("X-Empty", ""), HTTPHeader("x-a", "1")]
      let request = session.request(
        url, method: .post, headers: headers, body: body.map { .data(Data($0.utf8)) }, options: options)
      return try #require(await request.serializingResponse().response.timeline.hops.first)
    }
    let (plain, logged) = (try await hop(TransferOptions()), try await hop(.with { $0.keepsWireLog = true }))
    #expect(plain.wire.isEmpty && !logged.wire.isEmpty)
    #expect(plain.requestHeaders == logged.requestHeaders)
    #expect(plain.responseHeaders.map(\.name) == logged.responseHeaders.map(\.name))
    #expect(plain.sent == logged.sent && plain.received == logged.received)
    #expect(plain.phases.send != nil && plain.phases.wait != nil && plain.phases.receive != nil)
    #expect(plain.connection?.peer == logged.connection?.peer && logged.connection?.isReused == true)
  }

  @Test func manyAtOnceAllEnd() async throws {
    let url = try await TestServers.nginx().url + "/echo"
    let bodies = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<200 { group.addTask { await session.request(url).serializingString().response.value } }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(bodies == Array(repeating: "GET HTTP/1.1 [] [] []\n", count: 200))
    #expect(session.active.isEmpty)
  }
}
