import Foundation
import RequestModel
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
}
