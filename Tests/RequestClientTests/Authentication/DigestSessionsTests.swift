import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DigestSessionsTests {
  private let challenges = AuthenticationChallenge.challenges(in: ["Digest realm=r, nonce=n, qop=auth"])

  private func key(_ origin: String) -> DigestSessions.Key { .init(origin: origin, username: "u", password: "p") }

  private func authorization(_ sessions: DigestSessions, _ key: DigestSessions.Key) -> String? {
    var own: DigestAuthenticator?
    return sessions.authorization(for: key, with: &own, method: "GET", target: "/", body: Data())
  }

  /// Receives a first challenge; the response to it is accepted.
  private func accept(_ challenges: [AuthenticationChallenge], _ sessions: DigestSessions, _ key: DigestSessions.Key) {
    guard let authenticator = sessions.receive(challenges, for: key, responsesSent: 0) else {
      Issue.record("final")
      return
    }
    sessions.accept(authenticator, for: key)
  }

  @Test func aSecondRequestReusesOnlyTheNonceOfItsServer() {
    let sessions = DigestSessions()
    #expect(authorization(sessions, key("a")) == nil)
    accept(challenges, sessions, key("a"))
    #expect(authorization(sessions, key("a"))?.contains("nc=00000001") == true)
    #expect(authorization(sessions, key("a"))?.contains("nc=00000002") == true)
    #expect(authorization(sessions, key("b")) == nil)
    var proxy = key("a")
    proxy.isProxy = true
    #expect(authorization(sessions, proxy) == nil)
  }

  @Test func rejectedCredentialsAreNotSentPreemptively() {
    let sessions = DigestSessions()
    accept(challenges, sessions, key("a"))
    let next = sessions.receive(challenges, for: key("a"), responsesSent: 1)
    #expect(next?.challenge == nil)
    #expect(authorization(sessions, key("a")) == nil)
  }

  @Test func aNonceIsKeptOnceItsResponseIsAccepted() throws {
    let sessions = DigestSessions()
    var own = try #require(sessions.receive(challenges, for: key("a"), responsesSent: 0))
    #expect(authorization(sessions, key("a")) == nil)
    let first = own.authorization(method: "GET", target: "/", body: Data())
    #expect(first?.contains("nc=00000001") == true)
    sessions.accept(own, for: key("a"))
    #expect(authorization(sessions, key("a"))?.contains("nc=00000002") == true)
    // Another request's response with the same nonce does not reset the count.
    sessions.accept(own, for: key("a"))
    #expect(authorization(sessions, key("a"))?.contains("nc=00000003") == true)
  }

  @Test func requestsThatGetTheSameNonceCountItsUsesTogether() {
    let sessions = DigestSessions()
    var all = (0..<3).map { _ in sessions.receive(challenges, for: key("a"), responsesSent: 0) }
    for index in all.indices {
      let value = sessions.authorization(for: key("a"), with: &all[index], method: "GET", target: "/", body: Data())
      #expect(value?.contains("nc=0000000\(index + 1)") == true)
    }
  }

  @Test func theTableIsBounded() {
    let sessions = DigestSessions(limit: 3)
    let keys = (0..<10).map { key(String($0)) }
    for key in keys { accept(challenges, sessions, key) }
    #expect(keys.filter { authorization(sessions, $0) != nil }.count == 3)
  }

  @Test func concurrentRequestsNeverShareANonceCount() async {
    let sessions = DigestSessions()
    let key = key("a")
    accept(challenges, sessions, key)
    let values = await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { authorization(sessions, key) ?? "" }
      }
      return await group.reduce(into: Set<Substring>()) { $0.insert($1.split(separator: ", ")[4]) }
    }
    #expect(values.count == 100)
  }

  @Test(arguments: ["auth/u/p", "auth/u/p/SHA-256", "auth-int/u/p"])
  func aRealServerAcceptsTheResponses(_ path: String) async throws {
    let url = try await RequestURL(TestServers.httpbin() + "/digest-auth/" + path)
    let session = Session.plain()
    let first = await session.request(url).serializingResponse().response
    let user = DigestUser("u", "p")
    let offered = try #require(first.head?.headers.first("WWW-Authenticate"))
    let cookies = CookieJar()
    cookies.store(first.head?.headers ?? [], from: url, at: Date())
    #expect(user.receive(offered))
    for count in 1...2 {
      let value = try #require(user.authorization("GET", url.path, body: Data()))
      #expect(value.contains("nc=0000000\(count),"))
      let cookie = cookies.cookieHeader(for: url, at: Date()) ?? ""
      let response = await session.request(url, headers: [.authorization(value), HTTPHeader("Cookie", cookie)])
        .serializingResponse().response
      #expect(response.response?.status == .ok)
    }
  }
}
