import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HeaderWireTests {
  let session = Session.plain()

  @Test func orderAndDuplicatesHoldBothWays() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(headers: ["Set-Cookie: a=1", "x-z: 1", "Set-Cookie: b=2; Path=/", "X-Z: 2"])
    }
    let headers: HTTPHeaders = [
      HTTPHeader("X-A", "1"), HTTPHeader("Z", "z"), HTTPHeader("x-a", "2"), HTTPHeader("A", "a"),
    ]
    let response = await session.request(server.url, headers: headers).serializingResponse().response
    #expect(server.received.first?.lines.dropFirst(2) == ["X-A: 1", "Z: z", "x-a: 2", "A: a"])
    #expect(response.head?.headers.values(for: "set-cookie") == ["a=1", "b=2; Path=/"])
    #expect(response.response?.headerFields[values: .setCookie] == ["a=1", "b=2; Path=/"])
    #expect(response.head?.headers.map(\.name) == ["Content-Length", "Set-Cookie", "x-z", "Set-Cookie", "X-Z"])
  }

  @Test(arguments: ["PURGE", "QUERY", "get", "M-SEARCH", "X"])
  func anyMethodReachesTheServer(_ name: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(body: "done")
    }
    let method = try #require(HTTPMethod(rawValue: name))
    let response = await session.request(server.url, method: method).serializingString().response
    #expect(response.value == "done")
    #expect(server.received.first?.hasPrefix("\(name) / HTTP/1.1") == true)
  }

  @Test(arguments: ["", " ", "\t "])
  func anEmptyValueIsSent(_ value: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    _ = await session.request(server.url, headers: [HTTPHeader("X-Nothing", value)]).serializingResponse().response
    #expect(server.received.first?.lines.last?.trimmingCharacters(in: .whitespaces) == "X-Nothing:")
  }

  @Test(arguments: [
    (HTTPHeader("X-A", "one\r\nX-B: two"), HTTPHeader.Problem.valueCharacter),
    (HTTPHeader("X-A", "nul\u{0}"), .valueCharacter),
    (HTTPHeader("X-A", "\u{1B}[2J"), .valueCharacter), (HTTPHeader("X-A", "line\n"), .valueCharacter),
    (HTTPHeader("X-A", "\u{7F}"), .valueCharacter), (HTTPHeader("X\r\nY", "v"), .nameCharacter),
    (HTTPHeader("X Y", "v"), .nameCharacter), (HTTPHeader("X:", "v"), .nameCharacter),
    (HTTPHeader("Ü", "v"), .nameCharacter),
    (HTTPHeader("", "v"), .emptyName),
  ])
  func controlCharactersAreRefusedBeforeAnythingIsSent(_ header: HTTPHeader, _ problem: HTTPHeader.Problem) async throws
  {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let response = await session.request(server.url, headers: [header]).serializingResponse().response
    expect(response.error) { if case .invalidHeader(header, problem) = $0 { true } else { false } }
    #expect(response.timeline.hops.isEmpty)
    #expect(server.received.isEmpty)
  }

  @Test func anAdapterOrRedirectorMayNotAddContradictoryFraming() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("302 Found", headers: ["Location: /next"])
      client.waitForEnd()
    }
    let bad = HTTPHeader("X-A", "one\r\nX-B: two")
    let adapted = await session.request(server.url).adapt { message, _ in
      var message = message
      message.headers.append(bad)
      return message
    }.serializingResponse().response
    expect(adapted.error) { if case .invalidHeader(bad, _) = $0 { true } else { false } }
    let redirected = await session.request(
      server.url,
      redirector: .modify { next, _ in
        var next = next
        next.headers.append(bad)
        return next
      }
    ).serializingResponse().response
    expect(redirected.error) { if case .invalidHeader(bad, _) = $0 { true } else { false } }
    #expect(server.received.count == 1)
  }

  @Test(arguments: ["http://127.0.0.1:1/a\r\nb", "http://127.0.0.1:1/\u{0}", "http://127.0.0.1:1/\u{7F}"])
  func controlCharactersInURLsAreRefused(_ url: String) async {
    let response = await session.request(url).serializingResponse().response
    expect(response.error) { if case .invalidURL(url, .controlCharacter) = $0 { true } else { false } }
  }

  @Test func textBeyondASCIIArrivesAsUTF8() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(headers: ["X-Name: Jürgen 😀"])
    }
    let response = await session.request(server.url, headers: [HTTPHeader("X-Name", "naïve €")])
      .serializingResponse().response
    #expect(server.received.first?.lines.last == "X-Name: naïve €")
    #expect(response.head?.headers.first("X-Name") == "Jürgen 😀")
  }
}
