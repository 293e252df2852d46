import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
  let session = Session.plain()

  /// Responds to `/start` with a redirect and to everything else with the received head, on any number of connections.
  private func server(_ status: Int, to location: String, bodySize: Int = 0) throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.hasSuffix("Content-Length: \(bodySize)") { try client.readBody(bodySize) }
        if head.contains(" /start ") {
          try client.respond("\(status) Elsewhere", headers: ["Location: \(location)"], body: "moved")
        } else {
          try client.respond(body: String(head.lines[0]))
        }
      }
    }
  }

  @Test(arguments: [
    (301, HTTPRequest.Method.post, "GET"), (302, .post, "GET"), (303, .post, "GET"), (303, .put, "GET"),
    (303, .head, "HEAD"), (307, .post, "POST"), (308, .put, "PUT"), (301, .put, "PUT"), (302, .delete, "DELETE"),
  ])
  func methodAndBodyFollowTheStatus(_ status: Int, _ method: HTTPRequest.Method, _ expected: String) async throws {
    let body = method == .head ? nil : HTTPBody.data(Data("hello".utf8))
    let server = try server(status, to: "/end", bodySize: 5)
    let response = await session.request(server.url + "/start", method: method, body: body)
      .serializingResponse().response
    #expect(response.error == nil)
    #expect(response.timeline.hops.map(\.status) == [status, 200])
    #expect(response.timeline.hops.last?.method == expected)
    let keepsBody = body != nil && expected == method.rawValue
    #expect((server.received.last == "hello") == keepsBody)
    #expect(response.request?.body == (keepsBody ? body : nil))
  }

  @Test(arguments: [
    (RedirectMethod.get, 301, HTTPRequest.Method.delete, "GET"), (.get, 302, .put, "GET"), (.get, 303, .patch, "GET"),
    (.get, 302, .head, "HEAD"), (.get, 307, .put, "PUT"), (.same, 301, .delete, "DELETE"), (.same, 303, .post, "POST"),
    (.same, 308, .put, "PUT"), (.unchanged, 302, .post, "POST"), (.unchanged, 303, .put, "PUT"),
  ])
  func theMethodAfterARedirectCanBeChosen(
    _ choice: RedirectMethod, _ status: Int, _ method: HTTPRequest.Method, _ expected: String
  ) async throws {
    let body = method == .head ? nil : HTTPBody.data(Data("hello".utf8))
    let server = try server(status, to: "/end", bodySize: 5)
    let response = await session.request(
      server.url + "/start", method: method, body: body, options: .with { $0.redirectMethod = choice }
    ).serializingResponse().response
    #expect(response.timeline.hops.map(\.status) == [status, 200])
    #expect(response.timeline.hops.last?.method == expected)
    #expect((server.received.last == "hello") == (status > 303 || choice == .unchanged))
  }

  @Test func relativeLocationsAndFragmentsAreResolved() async throws {
    let server = try server(302, to: "../other/./x?y=1")
    let response = await session.request(server.url + "/start#part").serializingString().response
    #expect(response.value == "GET /other/x?y=1 HTTP/1.1")
    #expect(response.request?.url.description == server.url + "/other/x?y=1#part")
  }

  @Test func everyHopOfAChainIsInTheTimeline() async throws {
    let response = await session.request(
      try await TestServers.httpbin() + "/redirect/3", options: .with { $0.keepsWireLog = true }
    ).serializingString().response
    #expect(response.response?.status == .ok)
    #expect(response.timeline.hops.map(\.status) == [302, 302, 302, 200])
    let paths = response.timeline.hops.map { $0.url.split(separator: "/").dropFirst(2).joined(separator: "/") }
    #expect(paths == ["redirect/3", "relative-redirect/2", "relative-redirect/1", "get"])
    #expect(response.timeline.hops.allSatisfy { !$0.wire.isEmpty })
    let starts = response.timeline.hops.map(\.start)
    #expect(starts == starts.sorted())
  }

  @Test func anUnfollowedRedirectIsTheResponse() async throws {
    let server = try server(302, to: "/end")
    let response = await session.request(server.url + "/start", redirector: .doNotFollow).serializingString().response
    #expect(response.response?.status == .found)
    #expect(response.value == "moved")
    #expect(response.timeline.hops.count == 1)
  }

  @Test func aRedirectorMayChangeTheNextMessageOrDeclineIt() async throws {
    let server = try server(302, to: "/end")
    let changing = Redirector.modify { next, response in
      var next = next
      next.headers.append(HTTPHeader("X-From", String(response.status.code)))
      return next
    }
    _ = await session.request(server.url + "/start", redirector: changing).serializingString().response
    #expect(server.received.last?.contains("X-From: 302") == true)

    let heads = Recorder<Int>()
    let declined = await session.request(server.url + "/start", redirector: .modify { _, _ in nil })
      .onHTTPResponse { heads.record($0.status.code) }.serializingString().response
    #expect(declined.value == "moved")
    #expect(heads.values == [302])
  }

  @Test func onlyTheFinalHeadIsReported() async throws {
    let server = try server(302, to: "/end")
    let heads = Recorder<Int>()
    _ = await session.request(server.url + "/start").onHTTPResponse { heads.record($0.status.code) }
      .serializingString().response
    #expect(heads.values == [200])
  }

  @Test func credentialsStayWithinTheirOrigin() async throws {
    let nginx = try await TestServers.nginx()
    let headers: HTTPHeaders = [
      HTTPHeader("Authorization", "secret"), HTTPHeader("Cookie", "a=1"), HTTPHeader("X-Trace", "7"),
    ]
    let stripped = await session.request(nginx.url + "/redirect-to-other", headers: headers).serializingString()
      .response
    #expect(stripped.value == "GET HTTP/1.1 [] [] [7]\n")
    #expect(stripped.timeline.hops[0].requestHeaders.first("Authorization") == "secret")

    let same = await session.request(nginx.url + "/redirect-to-self", headers: headers).serializingString().response
    #expect(same.value == "GET HTTP/1.1 [secret] [a=1] [7]\n")

    let options = TransferOptions.with { $0.keepsCredentialsAcrossOrigins = true }
    let kept = await session.request(nginx.url + "/redirect-to-other", headers: headers, options: options)
      .serializingString().response
    #expect(kept.value == "GET HTTP/1.1 [secret] [a=1] [7]\n")
  }

  @Test func tooManyRedirectsAreAnError() async throws {
    let options = TransferOptions.with { $0.maxRedirects = 2 }
    let url = try await TestServers.httpbin() + "/redirect/3"
    let response = await session.request(url, options: options).serializingString().response
    guard case .tooManyRedirects(limit: 2) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.timeline.hops.count == 3)
    #expect(response.response?.status == .found)
  }

  @Test func aLoopEndsAtTheLimit() async throws {
    let server = try server(302, to: "/start")
    let response = await session.request(server.url + "/start").serializingString().response
    expect(response.error) { if case .tooManyRedirects(limit: 20) = $0 { true } else { false } }
    #expect(server.received.count == 21)
  }

  /// An endpoint that sends its clients back to itself until it is ready.
  @Test func aRedirectToItselfIsFollowedUntilItIsReady() async throws {
    let requests = Recorder<Void>()
    let server = try RawServer { client in
      while true {
        try client.readHead()
        if requests.recordNumbered(()) < 5 {
          try client.respond("303 See Other", headers: ["Location: /job"])
        } else {
          try client.respond(body: "ready")
        }
      }
    }
    let response = await session.request(server.url + "/job").serializingString().response
    #expect(response.value == "ready")
    #expect(response.timeline.hops.map(\.status) == [303, 303, 303, 303, 303, 200])
  }

  @Test func aFailedHopDoesNotKeepThePreviousResponse() async throws {
    let port = try RawServer.freePort()
    let server = try server(302, to: "http://127.0.0.1:\(port)/")
    let response = await session.request(server.url + "/start").serializingString().response
    guard case .refused(host: "127.0.0.1", port: port) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.head == nil && response.data == nil)
    #expect(response.timeline.hops.map(\.status) == [302, nil])
  }

  @Test func aRedirectToAnotherSchemeIsRefused() async throws {
    let server = try server(302, to: "file:///etc/passwd")
    let response = await session.request(server.url + "/start").serializingString().response
    guard case .redirectRefused(location: "file:///etc/passwd", .unsupportedScheme("file")) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
  }
}
