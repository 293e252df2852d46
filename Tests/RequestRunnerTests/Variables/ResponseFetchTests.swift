import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Responses that templates of several requests need.
@Suite(.timeLimit(.minutes(1))) struct ResponseFetchTests {
  private let fetches = ResponseFetches()
  private let first = ResponseFetches.Key(path: "/shop/a.json", environment: nil)
  private let second = ResponseFetches.Key(path: "/shop/b.json", environment: nil)

  private static let response = FetchedResponse(
    request: "a", head: Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: []),
    body: Data("7".utf8))

  /// A script of the first request runs the second one, which needs the first one's response.
  @Test func aRequestThatAFetchRunsDoesNotWaitForThatFetch() async throws {
    let response = try await fetches.response(to: first, for: second, depth: 1, name: \.path) {
      [fetches, first, second] in
      try await fetches.response(to: first, for: second, depth: 2, name: \.path) { Self.response }
    }
    #expect(response.body == Data("7".utf8))
    #expect(fetches.kept(first, nil)?.body == Data("7".utf8))
  }

  @Test func requestsThatNeedEachOthersResponsesAreNamed() async {
    let failure = await #expect(throws: Failure.self) {
      try await fetches.response(to: first, for: second, depth: 1, name: \.path) { [fetches, first, second] in
        try await fetches.response(to: second, for: first, depth: 1, name: \.path) { Self.response }
      }
    }
    #expect(failure?.sentence.contains("/shop/b.json → /shop/a.json → /shop/b.json") == true)
  }

  /// The first send fetches the response, and the second one has it from there.
  @Test func aSecretOfTheOtherRequestIsMaskedWhereItsResponseIsUsed() async throws {
    let server = try RawServer { connection in
      let path = String(try connection.readHead().split(separator: " ")[1])
      try connection.respond(body: String(path.dropFirst()))
    }
    let login = SendEngine.Job(
      request: SavedRequest(url: server.url + "/{{key}}"),
      origin: Exchange.Origin(root: "/shop", address: Address("login.json"))
    ) { _ in Around.secrets(["key": "s3cret-value"]).inputs }
    let request = SavedRequest(url: server.url + #"/use-{{response "login"}}"#)
    let engine = SendEngine(client: Session()) { _, _ in }
    for _ in 0..<2 {
      let job = SendEngine.Job(request: request) { _ in
        var inputs = Around.nothing.inputs
        inputs.sources.job = { _ throws(Failure) in login }
        return inputs
      }
      let exchange = try #require(await engine.events(job).exchange)
      #expect(exchange.sent?.url == server.url + "/use-" + SecretMask.mark)
      #expect(exchange.response?.body == Data("use-************".utf8))
    }
    let paths = server.received.map { String($0.split(separator: " ")[1]) }
    #expect(paths == ["/s3cret-value", "/use-s3cret-value", "/use-s3cret-value"])
  }
}
