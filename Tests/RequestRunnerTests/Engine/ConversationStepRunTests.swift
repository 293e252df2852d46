import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Steps, checks and captures of WebSockets, with the servers of `websockets`.
@Suite(.timeLimit(.minutes(1)))
struct ConversationStepRunTests {
  private let engine = SendEngine(client: Session(), hooks: .checks) { _, _ in }

  private func exchange(
    _ path: String, _ members: String, _ around: Around = .nothing
  ) async throws -> (Exchange, SendEngine) {
    let url = try await TestServers.webSockets().url(path)
    let request = try SavedRequest(json: #"{ "url": "\#(url)", \#(members) }"#)
    return (try #require(await engine.events(request, around).exchange), engine)
  }

  private static func lines(_ exchange: Exchange) -> [String] {
    exchange.log.checks.map { ($0.isPassed ? "✓ " : "✗ ") + $0.name + ($0.detail.isEmpty ? "" : ": \($0.detail)") }
  }

  @Test func aConversationIsHeldAndChecked() async throws {
    let (exchange, engine) = try await exchange(
      "/echo",
      #"""
      "messages": [{ "name": "hello", "type": "json", "value": { "type": "hello", "who": "{{who}}" } }],
      "steps": [
        { "send": "hello" }, { "expect": "$.who == {{who}}" }, { "send": { "value": "AAE=", "type": "binary" } },
        { "never": "$.type == error", "within": "50ms" }, { "expect": "bytes == {\"hex\": \"0001\"}" },
        { "close": "4000 bye" }, { "expect": "close == 4000" }
      ],
      "captures": [{ "name": "who", "query": "message", "expression": "first", "filters": ["jsonpath $.who"] }],
      "checks": [
        { "query": "messages", "filters": ["count"], "value": 2 }, { "query": "close", "expression": "by", "value": "client" },
        { "query": "status", "value": 101 }, { "query": "variable", "expression": "who", "value": "Ada" },
        { "query": "message", "expression": "$.type == error", "predicate": "exists", "not": true }
      ]
      """#, .variables(["who": "Ada"]))
    #expect(
      Self.lines(exchange) == [
        "✓ expect $.who == {{who}}", "✓ never $.type == error within 50ms", #"✓ expect bytes == {"hex": "0001"}"#,
        "✓ expect close == 4000", "✓ messages | count equals 2", "✓ close by equals client", "✓ status equals 101",
        "✓ variable who equals Ada", "✓ message $.type == error not exists",
      ])
    #expect(exchange.ending == .completed && engine.session.all.map(\.name) == ["who"])
  }

  @Test func aStepThatFailsSaysWhatCameAndClosesTheConnection() async throws {
    let (exchange, _) = try await exchange(
      "/echo",
      #""steps": [{ "send": { "value": "no" } }, { "expect": "body == yes", "within": "300ms" }, { "wait": "1m" }]"#)
    #expect(
      Self.lines(exchange) == [
        #"✗ expect body == yes within 300ms: no such message within 300ms; one other came: no (expected "yes", got "no")"#
      ])
    #expect(exchange.log.console.map(\.text) == ["The conversation ends: 1 step is not run"])
    #expect(exchange.ending == .completed)
  }

  @Test func aServerThatClosesAndOneThatRefusesFailTheStep() async throws {
    let (closed, _) = try await exchange("/close?code=4001&reason=bye", #""steps": [{ "expect": "body == a" }]"#)
    #expect(
      Self.lines(closed) == [
        "✗ expect body == a: the server closed the connection: 4001 bye, and no other message came"
      ])
    let (refused, _) = try await exchange(
      "/refuse?status=403", #""steps": [{ "wait": "1s" }], "checks": [{ "query": "status", "value": 403 }]"#)
    #expect(
      Self.lines(refused) == [
        "✗ wait 1s: the server did not open the connection: 403 Forbidden", "✓ status equals 403",
      ])
  }

  @Test func theTimeLimitOfTheRequestIsThatOfItsConversation() async throws {
    let (exchange, _) = try await exchange("/echo", #""options": { "timeout": 1 }, "steps": [{ "wait": "1m" }]"#)
    #expect(Self.lines(exchange) == ["✗ wait 1m: the request has only 1s, its time limit"])
  }

  /// The pattern is given up after many steps, so that looking at a message takes longer than receiving one. What the
  /// server has sent before it reads the close is received, too.
  @Test func aServerThatSendsFasterThanMessagesAreCheckedHasToWait() async throws {
    let url = try await TestServers.webSockets().url("/flood?count=100000&size=2000")
    let steps = #"""
      "steps": [{
        "expect": { "query": "regex", "expression": "([\\x00]+)+[a-z]", "predicate": "exists" },
        "within": "100ms", "description": "a word"
      }]
      """#
    let events = await engine.events(try SavedRequest(json: #"{ "url": "\#(url)", \#(steps) }"#))
    let exchange = try #require(events.exchange)
    #expect(exchange.log.checks.map(\.name) == ["a word"] && exchange.log.failedChecks.count == 1)
    let logged = events.compactMap { if case .logged(let event) = $0 { event.content } else { nil } }
    let received = logged.prefix { if case .check = $0 { false } else { true } }
      .count { if case .message = $0 { true } else { false } }
    #expect(received > 0 && received < 20_000)
  }

  @Test func aMistakeInAStepIsNamedBeforeAnythingIsSent() async throws {
    let (exchange, _) = try await exchange("/echo", #""steps": [{ "wait": "1s" }, { "expect": "status == 101" }]"#)
    guard case .failed(let failure) = exchange.ending else {
      Issue.record("\(exchange.ending)")
      return
    }
    #expect(
      failure.kind == .unprepared && failure.sentence.hasPrefix("steps[1]: \"status == 101\" is not about a message"))
    #expect(exchange.log.sent == nil)
  }

  @Test func aSecretThatIsCapturedFromAMessageIsMaskedInAllOfThem() async throws {
    let url = try await TestServers.webSockets().url("/echo")
    let request = try SavedRequest(
      json: #"""
        { "url": "\#(url)", "steps": [
          { "send": { "value": { "token": "s3cret-token" } } }, { "expect": "$.token" },
          { "send": { "value": "again s3cret-token" } }, { "expect": "body == no", "within": "300ms" } ],
          "captures": [{ "name": "t", "query": "message", "expression": "1", "filters": ["jsonpath $.token"], "secret": true }] }
        """#)
    let events = await engine.events(request)
    let received = events.compactMap { event -> String? in
      guard case .logged(let event) = event, case .message(let message) = event.content,
        message.direction == .received, message.type == "text"
      else { return nil }
      return String(decoding: message.body.content, as: UTF8.self)
    }
    #expect(received.count == 2 && !"\(received)".contains("s3cret-token"))
    let exchange = try #require(events.exchange)
    #expect(!"\(exchange.log)".contains("s3cret-token") && Self.lines(exchange).count == 2)
    #expect(engine.session.shown.changes.values.flatMap(\.set).map(\.name) == ["t"])
  }

  @Test func aFoldersChecksAreOfTheKindThatTheyAreAbout() async throws {
    var around = Around.nothing
    around.folders = [
      try FolderSettings(
        json: #"""
          { "checks": [{ "query": "status", "value": 200 }, { "query": "jsonpath", "expression": "$.a" },
            { "query": "messages", "filters": ["count"], "value": 1 }] }
          """#)
    ]
    let (exchange, _) = try await exchange("/greet", #""steps": [{ "expect": "body contains welcome" }]"#, around)
    #expect(Self.lines(exchange) == ["✓ expect body contains welcome", "✓ messages | count equals 1"])
    #expect(
      exchange.log.console.map(\.text) == [
        "Checks of the folders that are about HTTP responses are not evaluated: status equals 200 and 1 more"
      ])
    let server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: #"{ "a": 1 }"#)
    }
    let request = try SavedRequest(json: #"{ "url": "\#(server.url)" }"#)
    let plain = try #require(await engine.events(request, around).exchange)
    #expect(Self.lines(plain) == ["✓ status equals 200", "✓ jsonpath $.a"])
    #expect(
      plain.log.console.map(\.text) == [
        "Checks of the folders that are about messages of conversations are not evaluated: messages | count equals 1"
      ])
  }
}
