import Foundation
import RequestClient
import TestSupport
import Testing

/// An API key in a header of any name is sent only to its origin.
@Suite(.timeLimit(.minutes(1)))
struct SensitiveHeaderTests {
  let session = Session.plain()
  /// Responds to everything and records the heads.
  let other: RawServer
  /// Redirects `/to-other` and `/to-self`, and serves everything else.
  let server: RawServer

  init() throws {
    let other = try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.hasPrefix("POST"), !head.contains("Content-Length: 0") { try client.readBody(5) }
        let back = head.lines[0].split(separator: " ")[1].dropFirst()
        if back.hasPrefix("back-to-") {
          try client.respond("302 Found", headers: ["Location: http://127.0.0.1:\(back.dropFirst(8))/end"])
        } else {
          try client.respond(body: "other")
        }
      }
    }
    self.other = other
    server = try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.hasPrefix("POST") { try client.readBody(5) }
        switch head.lines[0].split(separator: " ")[1] {
        case "/to-other": try client.respond("307 Elsewhere", headers: ["Location: \(other.url)/end"])
        case "/to-self": try client.respond("307 Elsewhere", headers: ["Location: /end"])
        case let path where path.hasPrefix("/to-"):
          try client.respond("302 Found", headers: ["Location: \(other.url)/back-\(path.dropFirst())"])
        default: try client.respond(body: "end")
        }
      }
    }
  }

  private func message(_ path: String, _ method: HTTPMethod = .get) throws -> OutgoingRequest {
    OutgoingRequest(
      method: method, url: try RequestURL(server.url + path),
      headers: [HTTPHeader("X-API-Key", "secret"), HTTPHeader("X-Trace", "7"), HTTPHeader("x-api-KEY", "secret")],
      body: method == .post ? .data(Data("hello".utf8)) : nil, sensitiveHeaders: ["x-Api-key"])
  }

  private func carriesKey(_ head: String?) -> Bool { head?.lowercased().contains("x-api-key") ?? true }

  @Test(arguments: [HTTPMethod.get, .post])
  func aSensitiveHeaderIsDroppedOnTheWayToAnotherOrigin(_ method: HTTPMethod) async throws {
    let response = await session.request(try message("/to-other", method)).serializingString().response
    #expect(response.value == "other")
    #expect(carriesKey(server.received.first))
    #expect(!carriesKey(other.received.first))
    #expect(other.received.first?.contains("X-Trace: 7") == true)
    // RFC 9110, section 15.4.8: the body is sent again to any location.
    #expect(other.received.contains("hello") == (method == .post))
  }

  @Test func itStaysWithinItsOriginUnlessAllowed() async throws {
    _ = await session.request(try message("/to-self")).serializingString().response
    #expect(server.received.map(carriesKey) == [true, true])
    var kept = try message("/to-other")
    kept.options = .with { $0.keepsCredentialsAcrossOrigins = true }
    _ = await session.request(kept).serializingString().response
    #expect(other.received.map(carriesKey) == [true])
  }

  @Test func aRedirectBackDoesNotRestoreTheHeader() async throws {
    let response = await session.request(try message("/to-\(server.port)")).serializingString().response
    #expect(response.timeline.hops.map(\.status) == [302, 302, 200])
    #expect(response.timeline.hops.map { carriesKey("\($0.requestHeaders)") } == [true, false, false])
    #expect(server.received.map(carriesKey) == [true, false])
  }

  @Test(arguments: ["download", "stream", "retry"])
  func everyKindOfRequestAndEveryAttemptDropsIt(_ kind: String) async throws {
    let message = try message("/to-other")
    switch kind {
    case "download":
      let response = await session.download(message).serializingData().response
      try FileManager.default.removeItem(at: try #require(response.fileURL))
    case "stream":
      for await _ in session.streamRequest(message).streamTask().streamingData() {}
    default:
      let attempts = Recorder<Int>()
      _ = await session.request(message)
        .validate { _, _, _ in
          attempts.record(0)
          return attempts.values.count < 2 ? .failure(RefreshFailed()) : .success(())
        }
        .retry { _, _, _ in .retry }.serializingString().response
    }
    #expect(other.received.map(carriesKey) == (kind == "retry" ? [false, false] : [false]))
    #expect(server.received.map(carriesKey) == (kind == "retry" ? [true, true] : [true]))
  }

  @Test func aSessionNamesTheHeadersOfAllItsRequests() async throws {
    let session = Session.plain {
      $0.defaultHeaders = [HTTPHeader("X-API-Key", "secret")]
      $0.sensitiveHeaders = ["X-API-Key"]
    }
    _ = await session.request(server.url + "/to-other").serializingString().response
    // An adapter may create a new message.
    let url = try RequestURL(server.url + "/to-other")
    _ = await session.request("http://stub.invalid")
      .adapt { _, _ in OutgoingRequest(url: url, headers: [HTTPHeader("X-API-Key", "secret")]) }
      .serializingString().response
    #expect(server.received.map(carriesKey) == [true, true])
    #expect(other.received.map(carriesKey) == [false, false])
  }

  @Test func aMessageFromARedirectorKeepsTheSensitiveHeaders() async throws {
    let redirector = Redirector.modify { next, _ in
      // Headers it adds are sent, and removed by the next redirect.
      next.url.path == "/end" ? next : OutgoingRequest(url: next.url, headers: [HTTPHeader("X-API-Key", "mine")])
    }
    let response = await session.request(try message("/to-\(server.port)"), redirector: redirector).serializingString()
      .response
    #expect(response.timeline.hops.map { carriesKey("\($0.requestHeaders)") } == [true, true, false])
  }

  @Test func headersSetByAnAuthenticatorOrASignatureAreSensitive() async throws {
    let interceptor = AuthenticationInterceptor(authenticator: KeyAuthenticator(), credential: Token(text: "secret"))
    let response = await session.request(server.url + "/to-other", interceptor: interceptor).serializingString()
      .response
    #expect(response.request?.sensitiveHeaders == ["x-api-key"])
    #expect(server.received.map(carriesKey) == [true])
    #expect(other.received.map(carriesKey) == [false])

    var signed = OutgoingRequest(url: try RequestURL(server.url + "/to-other"))
    var signature = AWSSignature(accessKey: "key", secretKey: "secret", region: "here", service: "s3")
    signature.sessionToken = "token"
    signature.sign(&signed, at: Date())
    _ = await session.request(signed).serializingString().response
    #expect(server.received.last?.contains("X-Amz-Security-Token: token") == true)
    #expect(other.received.last?.contains("X-Amz-Security-Token") == false)
  }

  @Test func anInterruptedDownloadResumesAtTheOriginOfItsHeaders() async throws {
    let other = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\nhello")
    }
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("302 Found", headers: ["Location: \(other.url)/file"])
    }
    let key = HTTPHeaders([HTTPHeader("X-API-Key", "secret")])
    let broken = await session.download(server.url + "/file", headers: key).serializingData().response
    let data = try #require(broken.resumeData)
    let record = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(record["url"] as? String == server.url + "/file")
    _ = await session.download(resumingWith: data, headers: key, sensitiveHeaders: ["X-API-Key"]).serializingData()
      .response
    #expect(server.received.map(carriesKey) == [true, true])
    #expect(server.received.last?.contains("Range: bytes=5-") == true)
    #expect(other.received.count == 2)
    #expect(!carriesKey(other.received.last))
    try FileManager.default.removeItem(atPath: try #require(record["file"] as? String))
  }

  @Test func descriptionsHideSensitiveValues() async throws {
    let message = try message("/end")
    #expect(
      "\(message)" == "GET \(server.url)/end [X-API-Key: (hidden), X-Trace: 7, x-api-KEY: (hidden)]")
    var dumped = ""
    dump(RequestEvent.didCreateTask(message), to: &dumped)
    #expect(!dumped.contains("secret") && !String(reflecting: RequestEvent.didCreateTask(message)).contains("secret"))
    let response = await session.request(message).serializingString().response
    #expect(response.debugDescription.contains("X-API-Key: (hidden)"))
    #expect(!response.debugDescription.contains("secret"))
  }
}

/// Sends its token in a custom header.
private struct KeyAuthenticator: Authenticator {
  func apply(_ credential: Token, to request: inout OutgoingRequest) {
    request.headers.update(name: "X-API-Key", value: credential.text)
  }

  func refresh(_ credential: Token, for session: Session) async throws -> Token { credential }

  func didRequest(
    _ request: OutgoingRequest, with response: HTTPResponse, failDueToAuthenticationError error: RequestError
  ) -> Bool { false }

  func isRequest(_ request: OutgoingRequest, authenticatedWith credential: Token) -> Bool { true }
}
