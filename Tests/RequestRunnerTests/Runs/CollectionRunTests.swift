import Foundation
import RequestClient
import RequestModel
import RequestRuns
import RequestScript
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Runs: what they send, in which order, and how they end.
@Suite(.timeLimit(.minutes(1)))
final class CollectionRunTests: Sendable {
  private let folder: String
  private let server: RawServer
  private let paths = Recorder<String>()
  private let recorded = Recorder<Exchange>()

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/workbench-run-" + UUID().uuidString
    server = try RawServer { [paths] connection in
      while true {
        let head = try connection.readHead()
        let path = String(head.split(separator: " ")[1])
        paths.record(path)
        try connection.respond(path.contains("missing") ? "404 Not Found" : "200 OK", body: "secret-value")
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: folder + "/c/" + name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func writeRequests(_ names: String...) throws {
    try write("collection.json", "{}")
    for name in names { try write("\(name).json", #"{"url": "\#(server.url)/\#(name)"}"#) }
  }

  private struct Ended {
    var results: [RunResult] = []
    var totals = RunTotals()

    var words: [String] { results.map { "\($0.title) \($0.word)" } }
  }

  /// Who answers questions for permission.
  private struct User {
    var answer: @Sendable (PermissionRequest) -> Consent? = { _ in nil }
  }

  @Test func whatNeedsARefusedPermissionIsSkippedWithTheReason() async throws {
    try writeRequests("a")
    try write("b.json", #"{"url": "\#(server.url)/b", "body": {"file": "/etc/hostname"}}"#)
    let asked = Recorder<PermissionRequest>()
    let refusing = User { request in
      asked.record(request)
      return .no
    }
    let ended = try await run(RunHooks(), refusing)
    #expect(ended.words == ["a passed", "b skipped"])
    #expect(asked.values.count == 1)
    #expect(ended.results[1].note?.contains("/etc/hostname") == true, "\(ended.results[1].note ?? "")")
    #expect(ended.totals.isSuccess && ended.totals.requests == 1 && ended.totals.skippedRequests == 1)
    // Without a terminal there is no question, and it is an error.
    let alone = try await run(RunHooks(), User { _ in nil })
    #expect(alone.words == ["a passed", "b error"])
    #expect(paths.values == ["/a", "/a"])
  }

  private func run(
    _ hooks: RunHooks = RunHooks(), data: DataFile? = nil, control: RunControl = RunControl(),
    overrides: [String: String] = [:], environment: String? = nil,
    isCancelledAtStart: Bool = false, _ user: User = User(),
    _ change: (inout CollectionRun.Options) -> Void = { _ in }
  ) async throws -> Ended {
    var workspace = RequestWorkspace(root: folder, UserFolders(data: folder + "/home"), processEnvironment: [:])
    workspace.allowsScripts = true
    let engine = SendEngine(client: Session(), hooks: hooks) { [recorded] exchange, _ in recorded.record(exchange) }
    var sender = WorkspaceSender(engine: engine, workspace: workspace, askConsent: user.answer)
    sender.overrides = overrides
    sender.environment = environment
    sender.kept = KeptInputs(UserFolders(data: folder + "/home"))
    let items = try workspace.collections.load().runItems(in: Address("c"), workspace.collections)
    var options = CollectionRun.Options()
    change(&options)
    let results = Recorder<RunResult>()
    var observer = CollectionRun.Observer()
    observer.willStart = { _ in if isCancelledAtStart { control.cancel() } }
    observer.finished = { result, _ in results.record(result) }
    let totals = await CollectionRun(RunPlan(items), senders: [workspace.collections.root: sender], data: data, options)
      .run(control, observer)
    return Ended(results: results.values, totals: totals)
  }

  private static func direct(
    _ title: String, _ change: @escaping @Sendable (inout RunDirection) -> Void
  ) -> RunHooks.Hook {
    { context in if context.job.origin?.address.stem == title { change(&context.direction) } }
  }

  // MARK: Order

  @Test func requestsAreSentInTreeOrderOnceForEachIteration() async throws {
    try writeRequests("b", "a")
    let ended = try await run { $0.iterations = 2 }
    #expect(paths.values == ["/a", "/b", "/a", "/b"])
    #expect(ended.results.map(\.iteration) == [0, 0, 1, 1])
    #expect(ended.totals.iterations == 2 && ended.totals.requests == 4 && ended.totals.isSuccess)
  }

  @Test func aScriptChoosesTheNextRequestOrEndsTheIteration() async throws {
    try writeRequests("a", "b", "c")
    let hooks = RunHooks(
      preRequest: [Self.direct("a") { $0.next = .request("b") }],
      postResponse: [Self.direct("a") { $0.next = .request("c") }, Self.direct("c") { $0.next = .none }])
    _ = try await run(hooks)
    #expect(paths.values == ["/a", "/c"])
  }

  @Test func aSkippedRequestIsNotSentAndNotRecorded() async throws {
    try writeRequests("a", "b")
    let ended = try await run(RunHooks(preRequest: [Self.direct("a") { $0.skipsRequest = true }]))
    #expect(paths.values == ["/b"])
    #expect(ended.words == ["a skipped", "b passed"])
    #expect(recorded.values.count == 1 && ended.totals.isSuccess)
  }

  @Test func aScriptStopsTheRun() async throws {
    try writeRequests("a", "b")
    let ended = try await run(RunHooks(postResponse: [Self.direct("a") { $0.stopsRun = true }])) { $0.iterations = 3 }
    #expect(paths.values == ["/a"])
    #expect(ended.totals.ending == .stopped)
  }

  @Test func aRequestWhoseQuestionWasOpenWhenTheRunWasStoppedIsCancelled() async throws {
    try writeRequests("b")
    try write("a.json", #"{"url": "\#(server.url)/a", "body": {"file": "/etc/hostname"}}"#)
    let control = RunControl()
    let user = User { _ in
      control.cancel()
      return .no
    }
    let ended = try await run(control: control, user)
    #expect(ended.words == ["a cancelled"])
    #expect(ended.totals.ending == .interrupted)
  }

  @Test func aCircleEndsTheRunWithAReason() async throws {
    try writeRequests("a")
    let ended = try await run(RunHooks(postResponse: [Self.direct("a") { $0.next = .request("a") }])) {
      $0.requestLimit = 5
    }
    #expect(paths.values.count == 5)
    #expect(ended.totals.ending?.sentence.contains("sent 5 requests and did not end") == true)
  }

  // MARK: Variables

  @Test func aRowComesBetweenEnvironmentAndSession() async throws {
    try write("collection.json", "{}")
    try write(
      "environments/e.json", #"{"variables": [{"name": "a", "value": "env"}, {"name": "b", "value": "env"}]}"#)
    try write("x.json", #"{"url": "\#(server.url)/{{a}}/{{b}}/{{c}}", "body": {"json": "{{n}}"}}"#)
    let data = try DataFile(name: "rows.csv", bytes: Data("a,c,n\nrow,row,1.50\nsecond,x,2\n".utf8))
    let hook: RunHooks.Hook = { $0.setVariable("c", to: "session") }
    _ = try await run(RunHooks(preRequest: [hook]), data: data, overrides: ["d": "x"])
    #expect(paths.values == ["/row/env/session", "/second/env/session"])
    #expect(recorded.values.first?.sent?.body == Data("1.50".utf8))
  }

  @Test func beyondTheLastRowThatRowIsUsedAgain() async throws {
    try write("collection.json", "{}")
    try write("x.json", #"{"url": "\#(server.url)/{{a}}"}"#)
    let data = try DataFile(name: "rows.json", bytes: Data(#"[{"a": 1}, {"a": 2}]"#.utf8))
    _ = try await run(data: data) { $0.iterations = 4 }
    #expect(paths.values == ["/1", "/2", "/2", "/2"])
  }

  @Test func chosenIterationsHaveTheirOwnRows() async throws {
    try write("collection.json", "{}")
    for name in ["a", "b"] { try write("\(name).json", #"{"url": "\#(server.url)/\#(name){{v}}"}"#) }
    let data = try DataFile(name: "rows.csv", bytes: Data("v\n1\n2\n3\n4\n".utf8))
    let ended = try await run(data: data) {
      $0.selection = [Address("c/a.json"): [1, 3], Address("c/b.json"): [3]]
    }
    #expect(paths.values == ["/a2", "/a4", "/b4"])
    #expect(ended.results.map(\.iteration) == [1, 3, 3])
    #expect(ended.totals.iterations == 2)
  }

  @Test func variablesOfTheSessionLiveForOneIteration() async throws {
    try write("collection.json", #"{"variables": [{"name": "v", "value": "0"}]}"#)
    for name in ["a", "b"] { try write("\(name).json", #"{"url": "\#(server.url)/\#(name){{v}}"}"#) }
    let hook: RunHooks.Hook = { $0.setVariable("v", to: "1") }
    _ = try await run(RunHooks(postResponse: [hook])) { $0.iterations = 2 }
    #expect(paths.values == ["/a0", "/b1", "/a0", "/b1"])
  }

  @Test func aFileThatAScriptChangesCountsForTheNextRequest() async throws {
    try write("collection.json", "{}")
    try write("environments/e.json", #"{"variables": [{"name": "v", "value": "0"}]}"#)
    for name in ["a", "b"] { try write("\(name).json", #"{"url": "\#(server.url)/\#(name){{v}}"}"#) }
    let file = folder + "/c/environments/e.json"
    let hook: RunHooks.Hook = { _ in
      try Data(#"{"variables": [{"name": "v", "value": "changed"}]}"#.utf8)
        .write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    _ = try await run(RunHooks(postResponse: [hook]))
    #expect(paths.values == ["/a0", "/bchanged"])
  }

  @Test(arguments: [
    "pm['environ' + 'ment']['se' + 't']('v', next);", "pm.test('it', () => {})['environ' + 'ment'].set('v', next);",
  ])
  func aVariableWhoseSettingNoTextShowsIsSeenByTheVeryNextRequest(_ script: String) async throws {
    try write("collection.json", "{}")
    try write("environments/e.json", #"{"variables": [{"name": "v", "value": "0"}]}"#)
    let scripts: JSONValue = ["postResponse": .string("const next = 1 + Number(pm.environment.get('v'));" + script)]
    for name in ["a", "b"] {
      let request: JSONValue = ["url": .string("\(server.url)/\(name){{v}}"), "scripts": scripts]
      try write("\(name).json", request.compact)
    }
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    let ended = try await run(ScriptHooks(ScriptHost(options)).hooks, environment: "e") { $0.iterations = 20 }
    #expect(ended.totals.requests == 40 && ended.totals.isSuccess)
    #expect(paths.values == (0..<20).flatMap { ["/a\(2 * $0)", "/b\(2 * $0 + 1)"] })
  }

  // MARK: Failures

  @Test func aFailedRequestIsSentAgain() async throws {
    try writeRequests("missing")
    let ended = try await run {
      ($0.retries, $0.retryDelay, $0.failsOnStatus) = (2, .zero, true)
    }
    #expect(paths.values.count == 3)
    #expect(ended.results.map(\.attempts) == [3])
    #expect(ended.results[0].failedChecks.map(\.detail) == ["the status is 404 Not Found"])
  }

  @Test func aRequestSaysHowOftenItIsSentAgain() async throws {
    try write("collection.json", #"{"options": {"retries": 1, "retryDelay": 0}}"#)
    try write("a/missing.json", #"{"url": "\#(server.url)/missing1", "options": {"retries": 3}}"#)
    try write("b/missing.json", #"{"url": "\#(server.url)/missing2"}"#)
    try write("c/missing.json", #"{"url": "\#(server.url)/missing3", "options": {"retries": 0}}"#)
    let ended = try await run { ($0.retries, $0.retryDelay, $0.failsOnStatus) = (7, .seconds(900), true) }
    #expect(ended.results.map(\.attempts) == [4, 2, 1])
  }

  @Test func theFirstFailureEndsARunThatBails() async throws {
    try writeRequests("a", "missing", "z")
    let ended = try await run { ($0.bails, $0.failsOnStatus, $0.iterations) = (true, true, 2) }
    #expect(paths.values == ["/a", "/missing"])
    #expect(ended.totals.ending == .bailed && !ended.totals.isSuccess)
  }

  @Test func aBrokenFileIsAResultOfARunThatEndsBeforeIt() async throws {
    try writeRequests("missing", "z")
    try write("y.json", "{")
    let bailed = try await run { ($0.bails, $0.failsOnStatus) = (true, true) }
    #expect(bailed.words == ["missing failed", "y error"])
    #expect(paths.values == ["/missing"])
    let hooks = RunHooks(
      postResponse: [Self.direct("missing") { ($0.next, $0.failedHardCheck) = (.none, true) }])
    let ended = try await run(hooks) { $0.failsOnStatus = true }
    #expect(ended.words == ["missing failed", "y error"])
    #expect(ended.totals.leftOutRequests == 1)
  }

  @Test func aBrokenFileIsAResultAndTheRunGoesOn() async throws {
    try writeRequests("b")
    try write("a.json", "{")
    let ended = try await run()
    #expect(ended.words == ["a error", "b passed"])
  }

  @Test func aBrokenRowEndsTheRunWithItsPlace() async throws {
    try writeRequests("a")
    let data = try DataFile(name: "rows.jsonl", bytes: Data("{}\n[]\n".utf8))
    let ended = try await run(data: data)
    #expect(paths.values == ["/a"])
    #expect(ended.totals.ending == .broken("rows.jsonl:2:1 — an array, not an object"))
  }

  @Test func aRequestWhoseScriptsAreCutOffHasNotPassed() async throws {
    try writeRequests("a", "b")
    let control = RunControl()
    let script: RunHooks.Hook = { context in
      context.log(.check(LogEvent.Check("the first of its tests", isPassed: true)))
      control.cancel()
      try await Task.sleep(for: .seconds(900))
    }
    let ended = try await run(RunHooks(postResponse: [script]), control: control)
    #expect(ended.results.map(\.outcome) == [.cancelled])
    #expect(ended.totals.ending == .interrupted)
  }

  @Test(arguments: [1, 4]) func cancellingEndsTheRunAndTellsWhatWasDone(_ jobs: Int) async throws {
    let silent = try RawServer { connection in connection.waitForEnd() }
    try write("collection.json", "{}")
    try write("a.json", #"{"url": "\#(silent.url)"}"#)
    let control = RunControl()
    let ended = try await run(control: control, isCancelledAtStart: true) {
      ($0.iterations, $0.jobs) = (10, jobs)
    }
    #expect(ended.totals.ending == .interrupted)
    #expect(!ended.results.isEmpty && ended.results.allSatisfy { $0.outcome == .cancelled })
  }

  @Test func jobsShareTheIterations() async throws {
    try writeRequests("a", "b")
    let ended = try await run { ($0.iterations, $0.jobs) = (20, 4) }
    #expect(paths.values.count == 40 && ended.totals.iterations == 20)
    #expect(ended.results.map(\.iteration).sorted() == (0..<20).flatMap { [$0, $0] })
  }

  // MARK: Secrets

  @Test func reportsHaveNoSecretInAnySpelling() async throws {
    try writeRequests("missing")
    let secret = "secret-value"
    let spellings = [
      secret, Data(secret.utf8).base64EncodedString(), "secret%2Dvalue", "\\u0073ecret-value", "secret&#45;value",
    ]
    let hook: RunHooks.Hook = { context in
      context.setVariable("token", to: secret, isSecret: true)
      for spelling in spellings {
        context.log(.check(LogEvent.Check("name \(spelling)", isPassed: false, detail: "got \(spelling)")))
        context.log(.console(LogEvent.ConsoleLine("log", "said \(spelling)")))
      }
    }
    let ended = try await run(RunHooks(postResponse: [hook]))
    #expect(ended.results.first?.failedChecks.count == spellings.count && ended.results.first?.excerpt != nil)
    for format in RunReportFormat.allCases {
      var reporter = format.reporter(usesColour: false)
      var report = reporter.begin(RunFacts(name: "x", startedAt: Date(), requestCount: 1))
      for result in ended.results { report += reporter.report(result, nil) }
      report += reporter.end(ended.totals)
      for spelling in spellings { #expect(!report.contains(spelling), "\(format) has \(spelling)") }
    }
  }
}
