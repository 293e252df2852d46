import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectBodyTests {
  let session = Session.plain()
  let folder = ScratchFolder()

  /// Receives `hello` twice and redirects the first time.
  private func server(_ status: Int) throws -> RawServer {
    try RawServer { client in
      try client.readHead()
      try client.readBody(5)
      try client.respond("\(status) Elsewhere", headers: ["Location: /end"])
      try client.readHead()
      try client.respond(body: try client.readBody(5))
    }
  }

  @Test(arguments: [307, 308], ["data", "file", "stream", "chunks"])
  func aBodyFollowsTheRedirect(_ status: Int, _ kind: String) async throws {
    let body: HTTPBody =
      switch kind {
      case "data": .data(Data("hello".utf8))
      case "file": .file(try folder.write("hello", "body.txt"))
      case "stream":
        .stream(
          BodyStream(length: 5) {
            AsyncStream {
              $0.yield(Data("hello".utf8)); $0.finish()
            }
          })
      default:
        .stream(
          BodyStream(length: 5) {
            AsyncStream {
              $0.yield(Data("hel".utf8)); $0.yield(Data("lo".utf8)); $0.finish()
            }
          })
      }
    let server = try server(status)
    let response = await session.request(server.url, method: .put, body: body).serializingString().response
    #expect(response.error == nil)
    #expect(response.value == "hello")
    #expect(server.received.filter { $0 == "hello" }.count == 2)
    #expect(server.received[2].hasPrefix("PUT /end"))
  }

  @Test func aOneShotStreamCannotFollowARedirect() async throws {
    let server = try server(307)
    let stream = BodyStream(
      AsyncStream {
        $0.yield(Data("hello".utf8)); $0.finish()
      }, length: 5)
    let response = await session.upload(stream, to: server.url).serializingResponse().response
    expect(response.error) { if case .bodyFailed(.notReplayable) = $0 { true } else { false } }
    #expect(response.timeline.hops.map(\.status) == [307, nil])
    try await session.expectAlive()
  }

  @Test func aOneShotStreamAllowsARedirectThatDropsTheBody() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(5)
      try client.respond("303 See Other", headers: ["Location: /end"])
      try client.respond(body: try client.readHead().lines[0])
    }
    let stream = BodyStream(
      AsyncStream {
        $0.yield(Data("hello".utf8)); $0.finish()
      }, length: 5)
    let response = await session.upload(stream, to: server.url).serializingString().response
    #expect(response.value == "GET /end HTTP/1.1")
  }

  @Test(arguments: [
    "gopher://localhost/", "javascript:alert(1)", "data:text/plain,x", "ftp://localhost/x", "mailto:a@b.c",
  ])
  func anotherSchemeIsRefused(_ location: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("302 Found", headers: ["Location: \(location)"], body: "moved")
    }
    let response = await session.request(server.url).serializingData().response
    expect(response.error) { if case .redirectRefused(location: location, _) = $0 { true } else { false } }
    #expect(response.response?.status == .found)
    #expect(response.data == Data("moved".utf8))
    try await session.expectAlive()
  }

  @Test(arguments: ["", "/", "?", "#there", "http://[::1", "http://exa mple.com/", "//"])
  func anUnreachableAddressEndsTheProbe(_ location: String) async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond("302 Found", headers: ["Location: \(location)"], body: "moved")
      }
    }
    let response = await session.request(server.url + "/").serializingData().response
    expect(response.error) {
      switch $0 {
      case .tooManyRedirects, .redirectRefused: true
      default: false
      }
    }
    #expect(response.response?.status == .found)
    #expect(server.received.count <= 21)
    try await session.expectAlive()
  }

  @Test func aLoopOverTwoAddressesEndsAtTheLimit() async throws {
    let server = try RawServer { client in
      while true {
        let isA = try client.readHead().contains(" /a ")
        try client.respond("302 Found", headers: ["Location: \(isA ? "/b" : "/a")"])
      }
    }
    let options = TransferOptions(maxRedirects: 3)
    let response = await session.request(server.url + "/a", options: options).serializingData().response
    expect(response.error) { if case .tooManyRedirects(limit: 3) = $0 { true } else { false } }
    #expect(server.received.count == 4)
  }

  @Test func twentyRedirectsAreFollowedAndNoMore() async throws {
    let server = try RawServer { client in
      for number in 1... {
        try client.readHead()
        try client.respond("302 Found", headers: ["Location: /\(number)"])
      }
    }
    let response = await session.request(server.url + "/0").serializingData().response
    expect(response.error) { if case .tooManyRedirects(limit: 20) = $0 { true } else { false } }
    #expect(server.received.count == 21)
    #expect(response.timeline.hops.count == 21)
  }

  @Test func aPasswordInALocationIsSentOnlyToThatServer() async throws {
    let server = try RawServer { client in
      try client.respond(body: try client.readHead())
    }
    let location = server.url.replacing("http://", with: "http://user:passwd@") + "/private"
    let first = try RawServer { client in
      try client.readHead()
      try client.respond("302 Found", headers: ["Location: \(location)"])
    }
    let response = await session.request(first.url).serializingString().response
    #expect(response.value?.contains("Authorization: Basic ") == true)
    #expect(response.request?.url.user == nil)
  }
}
