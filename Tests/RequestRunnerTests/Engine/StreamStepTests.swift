import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Steps, checks and captures of responses that are streams.
@Suite(.timeLimit(.minutes(1)))
struct StreamStepTests {
  private let engine = SendEngine(client: Session(), hooks: .checks) { _, _ in }
  private static let events = ": hi\n\ndata: {\"n\":1}\n\nevent: add\ndata: {\"n\":2}\n\n"

  /// - Parameter isOpen: Whether the response does not end.
  private func exchange(
    _ members: String, _ body: String = Self.events, type: String = "text/event-stream", isOpen: Bool = true
  ) async throws -> Exchange {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + body)
      if isOpen { connection.waitForEnd() }
    }
    return try #require(
      await engine.events(SavedRequest(json: #"{ "url": "\#(server.url)", \#(members) }"#)).exchange)
  }

  private static func lines(_ exchange: Exchange) -> [String] {
    exchange.log.checks.map { ($0.isPassed ? "✓ " : "✗ ") + $0.name + ($0.detail.isEmpty ? "" : ": \($0.detail)") }
  }

  @Test func stepsEndAStreamThatDoesNotEnd() async throws {
    let exchange = try await exchange(
      #"""
      "steps": [{ "expect": "$.n == 1" }, { "expect": "$.n == 2" }, { "never": "$.n == 3", "within": "50ms" }],
      "captures": [{ "name": "n", "query": "message", "expression": "last", "filters": ["jsonpath $.n"] }],
      "checks": [
        { "query": "messages", "filters": ["count"], "value": 2 }, { "query": "variable", "expression": "n", "value": 2 },
        { "query": "status", "value": 200 }, { "query": "body", "predicate": "contains", "value": "event: add" }
      ]
      """#)
    #expect(
      Self.lines(exchange) == [
        "✓ expect $.n == 1", "✓ expect $.n == 2", "✓ never $.n == 3 within 50ms", "✓ messages | count equals 2",
        "✓ variable n equals 2", "✓ status equals 200", "✓ body contains event: add",
      ])
    #expect(exchange.ending == .completed && exchange.response?.body == Data(Self.events.utf8))
  }

  @Test func aStepThatWaitsInVainEndsTheStreamAndFails() async throws {
    let exchange = try await exchange(
      #""steps": [{ "expect": "$.n == 3", "within": "200ms" }, { "expect": "$.n == 4" }]"#)
    let others = #"{"n":1}, {"n":2} (expected 3, got 2)"#
    let detail = "no such message within 200ms; 2 others came: " + others
    #expect(Self.lines(exchange) == ["✗ expect $.n == 3 within 200ms: \(detail)"])
    #expect(exchange.log.console.map(\.text) == ["The conversation ends: 1 step is not run"])
    #expect(exchange.ending == .completed)
  }

  @Test(arguments: [
    ("application/x-ndjson", "{\"n\":1}", "the stream has ended"),
    ("application/json", "[]", "the response is not a stream of events or lines: 200 OK"),
  ])
  func theEndOfTheResponseFailsAStepThatWaits(_ type: String, _ body: String, _ reason: String) async throws {
    let exchange = try await exchange(#""steps": [{ "expect": "$.n == 2" }]"#, body, type: type, isOpen: false)
    #expect(exchange.log.checks.map(\.isPassed) == [false] && exchange.ending == .completed)
    #expect(exchange.log.checks.first?.detail.hasPrefix(reason) == true, "\(Self.lines(exchange))")
  }

  @Test(arguments: [
    (
      #""query": "message", "expression": "last", "filters": ["jsonpath $.token"]"#,
      #"no such message within 100ms; one other came: {"token":"••••••"}"#
    ),
    // It is known at the end of the stream alone.
    (#""query": "regex", "expression": "s3cret-.....""#, "why is not shown, as the response sets a secret variable"),
  ])
  func aSecretFromAStreamIsMaskedInItsEventsAndSteps(_ capture: String, _ detail: String) async throws {
    let body = "data: {\"token\":\"s3cret-value\"}\n\n"
    let exchange = try await exchange(
      #"""
      "steps": [{ "expect": "$.token == other", "within": "100ms" }],
      "captures": [{ "name": "t", \#(capture), "secret": true }]
      """#, body)
    let lines = Self.lines(exchange)
    #expect(lines.count == 1 && lines[0].hasPrefix("✗ expect $.token == other within 100ms: \(detail)"), "\(lines)")
    #expect(!lines[0].contains("s3cret-value"))
    let texts = exchange.log.messages.compactMap { event -> String? in
      guard case .message(let message) = event.content else { return nil }
      return String(decoding: message.body.content, as: UTF8.self)
    }
    #expect(texts.count == 1 && !texts[0].contains("s3cret-value"))
    #expect(exchange.log.captures.map(\.name) == ["t"])
  }

  @Test(arguments: [("header", "X-Token"), ("cookie", "t")])
  func aSecretFromTheHeadIsMaskedAndDoesNotHoldTheBodyBack(_ query: String, _ name: String) async throws {
    let isShown = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(
        "HTTP/1.1 200 OK\r\nX-Token: s3cret-value\r\nSet-Cookie: t=s3cret-value\r\nContent-Length: 100\r\n\r\n"
          + "first s3cret-value, ")
      isShown.waitOnThread()
      try connection.send(String(repeating: ".", count: 80))
    }
    let capture = #"{"name":"t","query":"\#(query)","expression":"\#(name)","secret":true}"#
    let request = try SavedRequest(json: #"{"url":"\#(server.url)","captures":[\#(capture)]}"#)
    let job = SendEngine.Job(request: request, publishesPartialBodies: true) { _ in Around.nothing.inputs }
    var shown: [String] = []
    for await event in engine.run(job).start() {
      switch event {
      case .head(let head): shown.append(head.headers.first("X-Token") ?? "")
      case .partialBody(let body):
        shown.append(String(decoding: body.response.body.prefix(18), as: UTF8.self))
        isShown.open()
      default: break
      }
    }
    #expect(shown.prefix(2) == ["••••••", "first ************"])
  }

  @Test func aStepExpectsAnEventByItsNameAndItsID() async throws {
    let body = "data: 1\n\nevent: add\nid: 7\ndata: 2\n\n"
    let exchange = try await exchange(
      #"""
      "steps": [{ "expect": "event == message" }, { "expect": "event == add" },
        { "never": { "query": "eventId", "value": "8" }, "within": "50ms" }],
      "captures": [{ "name": "id", "query": "eventId", "expression": "event == add" }],
      "checks": [{ "query": "variable", "expression": "id", "value": 7 }]
      """#, body)
    #expect(
      Self.lines(exchange) == [
        "✓ expect event == message", "✓ expect event == add", "✓ never eventId equals \"8\" within 50ms",
        "✓ variable id equals 7",
      ])
  }

  @Test func neverDoesNotPassBecauseLinesHaveNoName() async throws {
    let exchange = try await exchange(
      #""steps": [{ "never": "event == error" }]"#, "{}\n", type: "application/x-ndjson")
    #expect(Self.lines(exchange) == ["✗ never event == error: only the events of a stream have a name and an ID"])
  }

  @Test func aSendStepIsRefusedBeforeTheRequestIsSent() async throws {
    let exchange = try await exchange(#""steps": [{ "send": { "value": "x" } }]"#)
    let sentence = "steps[0]: send is for a WebSocket: a stream takes no messages"
    #expect(exchange.ending == .failed(Failure(.unprepared, sentence)) && exchange.sent == nil)
  }
}
