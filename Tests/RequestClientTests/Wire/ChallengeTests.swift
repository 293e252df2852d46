import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChallengeTests {
  let session = Session.plain()

  private struct Authentication: Decodable { var authenticated: Bool }

  private func sent(_ response: ClientResponse<Data?>) -> [String?] {
    response.timeline.hops.map { $0.requestHeaders.first("Authorization") }
  }

  @Test(arguments: ["MD5", "SHA-256"])
  func digestResponsesReuseTheNonce(_ algorithm: String) async throws {
    let url = try await TestServers.httpbin() + "/digest-auth/auth/user/passwd/\(algorithm)"
    let first = await session.request(url).authenticate(username: "user", password: "passwd")
      .serializingResponse().response
    #expect(first.timeline.hops.map(\.status) == [401, 200])
    #expect(sent(first).last??.contains("nc=00000001") == true)
    #expect(sent(first).last??.contains("algorithm=\(algorithm)") == true)
    // The next request sends credentials preemptively.
    let second = await session.request(url).authenticate(username: "user", password: "passwd")
      .serializingResponse().response
    #expect(second.timeline.hops.map(\.status) == [200])
    #expect(sent(second).last??.contains("nc=00000002") == true)
  }

  @Test func aStaleNonceIsReplacedOnce() async throws {
    let session = Session.plain { $0.cookieJar = CookieJar() }
    let url = try await TestServers.httpbin() + "/digest-auth/auth/user/passwd/MD5/1"
    func ask() async -> [Int?] {
      await session.request(url).authenticate(with: .digest(username: "user", password: "passwd"))
        .serializingResponse().response.timeline.hops.map(\.status)
    }
    #expect(await ask() == [401, 200])
    #expect(await ask() == [401, 200])
  }

  @Test func aWrongDigestPasswordIsA401WithItsBody() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(
          "401 Unauthorized", headers: [#"WWW-Authenticate: Digest realm="r", nonce="abc", qop="auth""#], body: "who?")
      }
    }
    let response = await session.request(server.url).authenticate(username: "user", password: "wrong")
      .serializingString().response
    #expect(response.error == nil)
    #expect(response.value == "who?")
    #expect(response.timeline.hops.map(\.status) == [401, 401])
  }

  @Test func noncesForOneMessageFollowRedirects() async throws {
    let server = try RawServer { client in
      var (count, nonce) = (0, "none")
      while true {
        let head = try client.readHead()
        if head.contains(" nonce=\"\(nonce)\"") {
          nonce = "used"
          let next = head.hasPrefix("GET /a ") ? "/b" : head.hasPrefix("GET /b ") ? "/c" : nil
          if let next {
            try client.respond("302 Found", headers: ["Location: \(next)"])
          } else {
            try client.respond(body: "welcome")
          }
        } else {
          count += 1
          nonce = "n\(count)"
          let isStale = head.contains("Authorization: Digest")
          let challenge = "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\", stale=\(isStale)"
          try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"], body: "who?")
        }
      }
    }
    let response = await session.request(server.url + "/a")
      .authenticate(with: .digest(username: "user", password: "passwd")).serializingString().response
    #expect(response.value == "welcome")
    #expect(response.timeline.hops.map(\.status) == [401, 302, 401, 302, 401, 200])
  }

  /// A server with a new nonce in each challenge, which is valid for one message.
  private func serverWithOneTimeNonces() throws -> RawServer {
    let (challenges, uses) = (Recorder<Void>(), Recorder<String>())
    return try RawServer { client in
      while true {
        let parts = try client.readHead().components(separatedBy: " nonce=\"")
        let nonce = parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : nil
        let use = nonce.map { uses.recordNumbered($0) }
        if let nonce, let use, uses.values.firstIndex(of: nonce) == use {
          try client.respond(body: "welcome")
        } else {
          let next = "n\(challenges.recordNumbered(()))"
          let challenge = "Digest realm=\"r\", nonce=\"\(next)\", qop=\"auth\", stale=\(nonce != nil)"
          try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"], body: "who?")
        }
      }
    }
  }

  @Test func parallelRequestsRespondToTheirOwnChallenges() async throws {
    let server = try serverWithOneTimeNonces()
    let statuses = await withTaskGroup(of: [[Int?]].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var statuses: [[Int?]] = []
          for _ in 0..<5 {
            let response = await session.request(server.url)
              .authenticate(with: .digest(username: "user", password: "passwd")).serializingString().response
            statuses.append(response.timeline.hops.map(\.status))
          }
          return statuses
        }
      }
      return await group.reduce(into: [[Int?]]()) { $0 += $1 }
    }
    #expect(statuses.count == 40)
    #expect(statuses.allSatisfy { $0 == [401, 200] })
  }

  @Test func theNextNonceOfAResponseSparesAChallenge() async throws {
    let server = try RawServer { client in
      for number in 0... {
        let isKnown = try client.readHead().contains(" nonce=\"n\(number)\", nc=00000001,")
        if isKnown {
          try client.respond(headers: [#"Authentication-Info: nextnonce="n\#(number + 1)""#], body: "welcome")
        } else {
          let challenge = #"Digest realm="r", nonce="n\#(number + 1)", qop="auth""#
          try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"])
        }
      }
    }
    var statuses: [[Int?]] = []
    for _ in 1...3 {
      let response = await session.request(server.url)
        .authenticate(with: .digest(username: "user", password: "passwd")).serializingString().response
      statuses.append(response.timeline.hops.map(\.status))
    }
    #expect(statuses == [[401, 200], [200], [200]])
  }

  /// The scheme that each hop was sent with.
  private func schemes(_ response: ClientResponse<String>) -> [String?] {
    response.timeline.hops.map { hop in
      hop.requestHeaders.first("Authorization").map { String($0.prefix { $0 != " " }) }
    }
  }

  /// Responds with the challenges in turn, for ten requests.
  private func alternating(_ challenges: String...) throws -> RawServer {
    let requests = Recorder<Void>()
    return try RawServer { client in
      while true {
        try client.readHead()
        let number = requests.recordNumbered(())
        let challenge = challenges[number % challenges.count]
        let status = number < 10 ? "401 Unauthorized" : "200 OK"
        try client.respond(status, headers: ["WWW-Authenticate: " + challenge], body: "who?")
      }
    }
  }

  @Test(arguments: [
    ("", [nil, "Digest", "Basic"]), (", stale=true", [nil, "Digest", "Basic", "Digest"]),
  ])
  func eachMechanismIsTriedOnceAgainstAlternatingChallenges(_ addition: String, _ expected: [String?]) async throws {
    let server = try alternating(
      #"Digest realm="r", nonce="abc", qop="auth""# + addition, #"Basic realm="r""#)
    let response = await session.request(server.url).authenticate(username: "user", password: "passwd")
      .serializingString().response
    #expect(response.error == nil && response.value == "who?")
    #expect(response.timeline.hops.allSatisfy { $0.status == 401 })
    #expect(schemes(response) == expected)
  }

  @Test func eachStoredUserIsTriedOnceAgainstAlternatingRealms() async throws {
    let server = try alternating(#"Basic realm="one""#, #"Basic realm="two""#)
    let store = CredentialStore()
    for realm in ["one", "two"] {
      let space = ProtectionSpace(scheme: "http", host: "127.0.0.1", port: server.port, realm: realm)
      store.set(.basic(username: realm, password: "passwd"), for: space)
    }
    let session = Session.plain { $0.credentialStore = store }
    let response = await session.request(server.url).serializingString().response
    #expect(response.error == nil && response.value == "who?")
    #expect(response.timeline.hops.map(\.status) == [401, 401, 401])
  }

  @Test func aBodyIsSentAgainWithTheCredentials() async throws {
    let server = try RawServer { client in
      for status in ["401 Unauthorized", "200 OK"] {
        let head = try client.readHead()
        let body = try client.readBody(5)
        let isProven = head.contains("Authorization: Basic")
        #expect(isProven == (status == "200 OK"))
        try client.respond(status, headers: [#"WWW-Authenticate: Basic realm="r""#], body: body)
      }
    }
    let response = await session.upload(Data("hello".utf8), to: server.url)
      .authenticate(with: .basic(username: "user", password: "passwd")).serializingString().response
    #expect(response.value == "hello")
    #expect(response.timeline.hops.map(\.status) == [401, 200])
  }

  @Test func aOneShotStreamCannotMeetAChallenge() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(5)
      try client.respond("401 Unauthorized", headers: [#"WWW-Authenticate: Basic realm="r""#])
      client.waitForEnd()
    }
    let stream = BodyStream(
      AsyncStream {
        $0.yield(Data("hello".utf8)); $0.finish()
      }, length: 5)
    let response = await session.upload(stream, to: server.url).authenticate(username: "a", password: "b")
      .serializingResponse().response
    expect(response.error) { if case .bodyFailed(.notReplayable) = $0 { true } else { false } }
  }

  @Test func aStoredCredentialIsUsedOnlyForItsHostAndRealm() async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        let realm = head.contains("GET /mine") ? "mine" : "other"
        if head.contains("Authorization: Basic \(Data("user:passwd".utf8).base64EncodedString())") {
          try client.respond(body: "welcome")
        } else {
          try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"\(realm)\""])
        }
      }
    }
    let space = ProtectionSpace(scheme: "http", host: "127.0.0.1", port: server.port, realm: "mine")
    let session = Session.plain {
      $0.credentialStore = CredentialStore([space: .basic(username: "user", password: "passwd")])
    }
    let mine = await session.request(server.url + "/mine").serializingString().response
    #expect(mine.value == "welcome" && mine.timeline.hops.map(\.status) == [401, 200])
    let other = await session.request(server.url + "/other").serializingResponse().response
    #expect(other.error == nil && other.timeline.hops.map(\.status) == [401])
    // The same realm on another port belongs to another server.
    let stranger = try RawServer { client in
      try client.readHead()
      try client.respond("401 Unauthorized", headers: [#"WWW-Authenticate: Basic realm="mine""#])
    }
    let elsewhere = await session.request(stranger.url).serializingResponse().response
    #expect(elsewhere.timeline.hops.map(\.status) == [401])
  }

  /// A server that redirects to another one, which sends a challenge.
  private func redirecting() throws -> (RawServer, RawServer) {
    let stranger = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond("401 Unauthorized", headers: [#"WWW-Authenticate: Basic realm="r""#], body: "who?")
      }
    }
    let url = stranger.url
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond("302 Found", headers: ["Location: \(url)/"])
      }
    }
    return (server, stranger)
  }

  @Test(arguments: [
    Credential.basic(username: "user", password: "secret"), .digest(username: "user", password: "secret"),
    .anyPassword(username: "user", password: "secret"), .bearer(token: "secret"),
    .awsSignature(AWSSignature(accessKey: "key", secretKey: "secret", region: "r", service: "s")),
  ])
  func credentialsNeverGoToAnotherOrigin(_ credential: Credential) async throws {
    let (server, stranger) = try redirecting()
    let response = await session.request(server.url).authenticate(with: credential).serializingString().response
    #expect(response.error == nil)
    #expect(response.value == "who?")
    #expect(response.timeline.hops.map(\.status) == [302, 401])
    #expect(stranger.received.count == 1)
    #expect(stranger.received.first?.contains("Authorization") == false)
  }

  @Test func aRetryAuthenticatesAgainAfterARedirect() async throws {
    let (server, _) = try redirecting()
    let request = session.request(server.url).authenticate(with: .bearer(token: "abc")).validate()
      .retry { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let response = await request.serializingResponse().response
    #expect(sent(response) == ["Bearer abc", nil, "Bearer abc", nil])
  }

  @Test func aSignatureIsSentWithTheMessage() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let signature = AWSSignature(accessKey: "AKID", secretKey: "secret", region: "eu-west-1", service: "s3")
    let response = await session.request(server.url + "/bucket?list").authenticate(with: .awsSignature(signature))
      .serializingResponse().response
    #expect(response.error == nil)
    let head = try #require(server.received.first)
    #expect(head.contains("Authorization: AWS4-HMAC-SHA256 Credential=AKID/"))
    #expect(head.contains("/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature="))
    #expect(!head.contains("secret"))
  }

  @Test func aBearerTokenIsSentWithoutAChallenge() async throws {
    let response = await session.request(try await TestServers.httpbin() + "/bearer")
      .authenticate(with: .bearer(token: "abc")).serializingDecodable(Authentication.self).response
    #expect(response.value?.authenticated == true)
    #expect(response.timeline.hops.map(\.status) == [200])
  }
}
