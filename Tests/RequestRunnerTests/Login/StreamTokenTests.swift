import Foundation
import RequestClient
import RequestModel
import RequestStore
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Streams of events that outlive their tokens.
@Suite(.timeLimit(.minutes(1)))
struct StreamTokenTests {
  private static let end = "HTTP/1.1 204 No Content\r\n\r\n"
  private static let refusal = "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"

  private static func stream(_ text: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 100\ndata: \(text)\n\n"
  }

  /// Gives tokens with numbers, and answers everything else with one response after another.
  private static func server(_ responses: [String], _ tokens: Recorder<String>) throws -> RawServer {
    let counts = Mutex((tokens: 0, responses: 0))
    return try RawServer { connection in
      let lines = try connection.readHead().split(separator: "\r\n").map(String.init)
      func value(_ name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
      }
      if lines[0].hasPrefix("POST /token") {
        _ = try connection.readBody(value("content-length").flatMap { Int($0) } ?? 0)
        let number = counts.withLock { counts in
          counts.tokens += 1
          return counts.tokens
        }
        return try connection.respond(
          headers: ["Content-Type: application/json"],
          body: #"{"access_token": "token-\#(number)", "token_type": "Bearer", "expires_in": 3600}"#)
      }
      tokens.record(value("authorization") ?? "none")
      let index = counts.withLock { counts in
        defer { counts.responses += 1 }
        return counts.responses
      }
      try connection.send(responses[min(index, responses.count - 1)])
    }
  }

  @Test func aTokenThatWasRenewedIsThatOfAllLaterConnections() async throws {
    let tokens = Recorder<String>()
    let server = try Self.server(
      [Self.stream("x"), Self.stream("a"), Self.refusal, Self.stream("b"), Self.stream("c"), Self.end], tokens)
    let folder = TemporaryPath("workbench-stream-token")
    let kept = KeptTokens(SecretStore(UserFolders(data: folder.path)), collection: "/shop", environment: "local")
    func send(reconnects: Bool) async throws -> Exchange {
      var request = try SavedRequest(
        json: """
          { "url": "\(server.url)/stream", "auth": { "oauth2": { "grant_type": "client_credentials",
            "accessTokenUrl": "\(server.url)/token", "clientId": "me", "clientSecret": "mine" } } }
          """)
      request.options = RequestOptions(document: ["reconnect": .bool(reconnects)])
      var job = SendEngine.Job(request: request) { _ in
        var inputs = RunInputs(baseFolder: "/nowhere")
        inputs.tokens = kept
        return inputs
      }
      job.options.followsStreams = true
      return try #require(await SendEngine(client: Session()) { _, _ in }.events(job).exchange)
    }
    _ = try await send(reconnects: false)
    let exchange = try await send(reconnects: true)
    #expect(exchange.timeline.hops.compactMap(\.status).suffix(5) == [200, 401, 200, 200, 204])
    #expect(
      tokens.values == [
        "Bearer token-1", "Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2", "Bearer token-2",
      ])
  }
}
