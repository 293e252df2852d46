import Foundation
import RequestClient
import RequestLoad
import RequestModel
import RequestRuns
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Loads of conversations, against servers of PyPI's `websockets`.
@Suite(.timeLimit(.minutes(1)))
final class ConversationLoadTests: Sendable {
  private let server: WebSocketServer
  private let client = Session()
  private let folder =
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/workbench-talk-" + UUID().uuidString

  init() async throws { server = try await TestServers.webSockets() }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(
    _ name: String, path: String, messages: String = #"[{ "name": "a", "type": "json", "value": {"id": "{{$uuid}}"} }]"#
  ) throws {
    let file = URL(fileURLWithPath: folder + "/c/\(name).json")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/c/collection.json"))
    try Data(#"{"url": "\#(server.url(path, .plain))", "messages": \#(messages)}"#.utf8).write(to: file)
  }

  private func load(
    _ model: LoadSettings.Model = .users(2), connections: Int? = 2, milliseconds: Int = 300, patience: Int = 30_000,
    limit: Int = 1000, match: String? = nil, hooks: RunHooks = RunHooks(), control: RunControl = RunControl()
  ) async throws -> LoadReport {
    let workspace = RequestWorkspace(root: folder, UserFolders(data: folder + "/home"), processEnvironment: [:])
    let engine = SendEngine(client: client, hooks: hooks) { _, _ in }
    let sender = WorkspaceSender(engine: engine, workspace: workspace, askConsent: { _ in nil })
    let items = try workspace.collections.load().runItems(in: Address("c"), workspace.collections)
    var options = LoadRun.Options()
    options.match = try match.map(AnswerMatch.init)
    var settings = LoadSettings(model, for: .milliseconds(milliseconds))
    (settings.connections, settings.patience, settings.limit) = (connections, .milliseconds(patience), limit)
    return await LoadRun(RunPlan(items), senders: [workspace.collections.root: sender], settings, options)
      .run(control) { _, _ in }
  }

  @Test func aRateIsThatOfAllConnectionsAndEachAnswerHasItsTime() async throws {
    try write("a", path: "/echo")
    let report = try await load(.rate(100), connections: 3, milliseconds: 500, match: "id")
    #expect(report.total.sent + report.total.unsent == 50 && report.total.failed == report.total.unsent)
    #expect(report.openedConnections == 3 && report.total.lost == 0 && report.problem == nil)
    #expect(report.total.latency.count == 50 && report.total.latency.minimum > .zero)
    // An answer is the echo of 45 bytes: {"id":"…"}.
    #expect(report.total.bytes == 45 * report.total.finished)
  }

  @Test func withoutARateTheNextMessageFollowsTheAnswer() async throws {
    try write("a", path: "/echo")
    let report = try await load(.users(2))
    #expect(report.mostInFlight <= 2 && report.total.sent > 2 && report.total.failed == 0)
    #expect(report.total.sent == report.total.finished)
  }

  @Test func refusedHandshakesAndClosedConnectionsAreErrorsByKind() async throws {
    try write("a", path: "/refuse?status=403")
    try write("b", path: "/close?code=4001")
    let report = try await load(connections: 4)
    #expect(report.requests.map(\.lost) == [2, 2])
    #expect(
      report.total.errors.filter { $0.key.hasPrefix("handshake") || $0.key.hasPrefix("closed") } == [
        "handshake refused: status 403 Forbidden": 2, "closed by the server: 4001": 2,
      ])
    #expect(report.problem == "All connections have ended — see the errors")
    try FileManager.default.removeItem(atPath: folder + "/c/b.json")
    let refused = try await load()
    #expect(refused.problem == "No connection could be opened — see the errors" && refused.total.sent == 0)
  }

  @Test func checksOfMessagesAreLeftOutAsMessagesAreNotKept() async throws {
    let message = #"[{ "name": "a", "value": "x" }]"#
    try write(
      "a", path: "/echo",
      messages: message
        + #"""
        , "captures": [{ "name": "last", "query": "message", "expression": "last" }],
        "checks": [
          { "query": "messages", "filters": ["count"], "predicate": "greater", "value": 0 },
          { "query": "variable", "expression": "last", "value": "x" }, { "query": "status", "value": 101 },
          { "query": "close", "value": 1000 }
        ]
        """#)
    let report = try await load(hooks: .checks)
    #expect(report.total.errors == [:] && report.total.lost == 0 && report.total.sent > 0)
    try write("a", path: "/echo", messages: message + #", "checks": [{ "query": "status", "value": 200 }]"#)
    #expect(try await load(hooks: .checks).total.errors == ["check failed: status equals 200": 2])
  }

  @Test func messagesWithoutAnAnswerAndThoseThatAreNotSentAreErrors() async throws {
    try write("a", path: "/count")
    let silent = try await load(.rate(20), connections: 1, patience: 1, limit: 2)
    #expect(silent.total.errors["no answer within 1ms after the run"] == 2 && silent.mostInFlight == 2)
    #expect(silent.total.unsent == 4 && silent.total.latency.count == 6)
    try write("a", path: "/echo", messages: #"[{ "name": "a", "value": "no id" }, { "name": "b", "value": "{{x}}" }]"#)
    let report = try await load(connections: 1, milliseconds: 800, match: "$.id")
    let kinds = report.total.errors.keys.sorted()
    #expect(kinds.count == 2 && kinds[0] == "no answer can be found: the message has no $.id")
    #expect(kinds[1].hasPrefix("not sent: ") && kinds[1].contains("{{x}}") && report.total.latency.count == 0)
  }

  @Test func whatIsNoConversationIsRefused() async throws {
    try write("a", path: "/echo", messages: "[]")
    #expect(try await load().problem == "c/a.json has no saved messages to send — add one to its \"messages\"")
    try write("a", path: "/echo")
    let alone = try await load(connections: nil)
    #expect(alone.problem == "c/a.json is a WebSocket, whose load holds connections — use workbench run --connections")
    try Data(#"{"url": "http://localhost/"}"#.utf8).write(to: URL(fileURLWithPath: folder + "/c/a.json"))
    let refusal = "and --connections is for conversations over WebSockets"
    #expect(try await load().problem == "c/a.json is an HTTP request, \(refusal)")
    try Data(#"{"url": "stdio:server"}"#.utf8).write(to: URL(fileURLWithPath: folder + "/c/a.json"))
    #expect(try await load().problem == "c/a.json is a stdio program, \(refusal)")
  }

  @Test func interruptingClosesTheConnections() async throws {
    let key = UUID().uuidString
    try write("a", path: "/echo?key=\(key)")
    let control = RunControl()
    let running = Task { try await load(milliseconds: 3_600_000, control: control) }
    while try await open(key) < 2 { try Task.checkCancellation() }
    control.cancel()
    let report = try await running.value
    #expect(report.isInterrupted && report.total.failed == 0)
    while try await open(key) > 0 { try Task.checkCancellation() }
  }

  /// The number of open connections whose query has a key.
  private func open(_ key: String) async throws -> Int {
    for try await message in client.webSocket(server.url("/open?key=\(key)", .plain)).messages() {
      return try #require(message.text.flatMap { Int($0) })
    }
    return -1
  }
}

struct LoadConnectionTests {
  private static func sent(_ number: Int) -> LoadConnection.Sent {
    LoadConnection.Sent(intended: .seconds(number), started: .seconds(number))
  }

  @Test func answersAreFoundByTheirKeysAndElseInOrder() {
    var connection = LoadConnection(position: 0, messages: [.text("a"), .text("b")])
    let messages = (1...4).map { connection.takeMessage(for: Self.sent($0)) }
    #expect(messages == [.text("a"), .text("b"), .text("a"), .text("b")])
    #expect(connection.refuse(2) == Self.sent(2) && connection.refuse(9) == nil)
    connection.accept(key: "1")
    connection.accept(key: "3")
    #expect(connection.answer(key: "2") == nil)
    #expect(connection.answer(key: "3")?.intended == .seconds(3))
    #expect(connection.answer(key: nil)?.intended == .seconds(1) && connection.answer(key: nil) == nil)
    #expect(connection.takeAll() == [Self.sent(4)] && connection.takeAll().isEmpty)
  }

  @Test(arguments: [
    ("id", #"{"id": 7, "x": 1}"#, "7"), ("$.a.b", #"{"a": {"b": "x"}}"#, "\"x\""), ("id", #"{"id": null}"#, nil),
    ("id", "no JSON", nil), ("$.b", "[]", nil),
  ])
  func theKeyOfAMessageIsAValueInIt(_ path: String, _ message: String, _ key: String?) throws {
    #expect(try AnswerMatch(path).key(of: Data(message.utf8)) == key)
  }
}
