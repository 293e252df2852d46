import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AuthenticationTests {
  let session = Session.plain()

  @Test func aChallengeIsRespondedToOnce() async throws {
    let url = try await TestServers.httpbin() + "/basic-auth/user/passwd"
    let right = await session.request(url).authenticate(username: "user", password: "passwd").serializingData().response
    #expect(right.response?.status == .ok)
    #expect(right.timeline.hops.map(\.status) == [401, 200])
    let wrong = await session.request(url).authenticate(username: "user", password: "no").serializingResponse().response
    #expect(wrong.error == nil)
    #expect(wrong.timeline.hops.map(\.status) == [401, 401])
  }

  @Test func aChallengeWithoutCredentialsIsTheResponse() async throws {
    let response = await session.request(try await TestServers.httpbin() + "/basic-auth/user/passwd")
      .serializingResponse().response
    #expect(response.error == nil)
    #expect(response.response?.status == .unauthorized)
    #expect(response.timeline.hops.count == 1)
  }

  @Test func credentialsInHeadersOrURLAreSentAtOnce() async throws {
    let url = try await TestServers.httpbin() + "/basic-auth/user/p%40ss"
    let header = await session.request(url, headers: [.authorization(username: "user", password: "p@ss")])
      .serializingData().response
    #expect(header.timeline.hops.map(\.status) == [200])
    let inURL = url.replacing("http://", with: "http://user:p%40ss@")
    let response = await session.request(inURL).serializingData().response
    #expect(response.timeline.hops.map(\.status) == [200])
    #expect(response.timeline.hops.first?.url == url)
  }

  @Test func aBearerTokenIsAHeader() async throws {
    let response = await session.request(
      try await TestServers.httpbin() + "/bearer", headers: [.authorization(bearerToken: "abc")]
    ).serializingDecodable(Bearer.self).response
    #expect(response.value?.token == "abc")
  }

  struct Bearer: Decodable { var token: String }
}
