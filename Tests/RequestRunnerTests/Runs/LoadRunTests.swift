import Foundation
import RequestClient
import RequestLoad
import RequestModel
import RequestRuns
import RequestScript
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Loads: what they send, how much at once, and how they end. Times are measured by the benchmark.
@Suite(.timeLimit(.minutes(1)))
final class LoadRunTests: Sendable {
  private let folder: String
  private let server: RawServer
  private let paths = Recorder<String>()
  private let recorded = Recorder<Exchange>()

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/workbench-load-" + UUID().uuidString
    server = try RawServer { [paths] connection in
      while true {
        let head = try connection.readHead()
        let path = String(head.split(separator: " ")[1])
        paths.record(path)
        try connection.respond(path.contains("missing") ? "404 Not Found" : "200 OK", body: "12345")
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, url: String) throws {
    let file = URL(fileURLWithPath: folder + "/c/\(name).json")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/c/collection.json"))
    try Data(#"{"url": "\#(url)"}"#.utf8).write(to: file)
  }

  private func load(
    _ settings: LoadSettings, _ hooks: RunHooks = RunHooks(), data: DataFile? = nil,
    options: LoadRun.Options = LoadRun.Options(), control: RunControl = RunControl()
  ) async throws -> LoadReport {
    let workspace = RequestWorkspace(root: folder, UserFolders(data: folder + "/home"), processEnvironment: [:])
    let engine = SendEngine(client: Session(), hooks: hooks) { [recorded] exchange, _ in recorded.record(exchange) }
    var sender = WorkspaceSender(engine: engine, workspace: workspace, askConsent: { _ in nil })
    sender.kept = KeptInputs(UserFolders(data: folder + "/home"))
    let items = try workspace.collections.load().runItems(in: Address("c"), workspace.collections)
    return await LoadRun(
      RunPlan(items), senders: [workspace.collections.root: sender], data: data, settings, options
    ).run(control) { _, _ in }
  }

  private static func rate(_ rate: Double, seconds: Double = 0.5) -> LoadSettings {
    LoadSettings(.rate(rate), for: .milliseconds(Int(seconds * 1000)))
  }

  // MARK: Rates

  @Test func theRequestsOfARateTakeTurns() async throws {
    for name in ["a", "b"] { try write(name, url: "\(server.url)/\(name)") }
    let report = try await load(Self.rate(100))
    #expect(report.total.sent + report.total.unsent == 50 && report.total.failed == report.total.unsent)
    #expect(report.requests.map(\.name) == ["c/a.json", "c/b.json"])
    #expect(paths.values.count == report.total.sent && report.total.bytes == 5 * report.total.finished)
    #expect(report.total.latency.count == 50 && report.total.latency.minimum > .zero)
  }

  @Test func theWarmUpIsSentAndNotCounted() async throws {
    try write("a", url: "\(server.url)/a")
    var settings = Self.rate(100, seconds: 0.2)
    settings.warmUp = .milliseconds(300)
    let report = try await load(settings)
    #expect(report.warmUpCount + report.total.sent + report.total.unsent == 50)
    #expect(report.total.sent + report.total.unsent == 20)
  }

  @Test func noMoreThanTheLimitAreSentAtOnceAndTheRestIsReported() async throws {
    let silent = try RawServer { connection in
      _ = try connection.readHead()
      connection.waitForEnd()
    }
    try write("a", url: silent.url)
    var settings = Self.rate(100)
    (settings.limit, settings.patience) = (3, .milliseconds(1))
    let report = try await load(settings)
    #expect(report.mostInFlight == 3 && report.total.sent == 3 && report.total.unsent == 47)
    #expect(report.total.errors == ["not sent: too many in flight": 47, "no end within 1ms after the run": 3])
  }

  @Test func errorsAreCountedByKind() async throws {
    try write("a", url: "\(server.url)/missing")
    try write("b", url: "http://127.0.0.1:1/")
    try write("c", url: "\(server.url)/{{nothing}}")
    let hook: RunHooks.Hook = { $0.log(.check(LogEvent.Check("the body is short", isPassed: false))) }
    try write("d", url: "\(server.url)/d")
    let report = try await load(Self.rate(200), RunHooks(postResponse: [hook]))
    let kinds = report.requests.map { $0.errors.keys.filter { $0 != "not sent: too many in flight" } }
    #expect(kinds[0] == ["status 404 Not Found"] && kinds[1] == ["connection refused"])
    #expect(kinds[2].first?.contains("No value for {{nothing}}") == true)
    #expect(kinds[3] == ["check failed: the body is short"])
  }

  @Test func theOptionsApplyToTheRequestsThatScriptsRun() async throws {
    for name in ["a", "b"] { try write(name, url: "\(server.url)/\(name)") }
    let runsOther: RunHooks.Hook = { context in
      guard context.request.url.contains("/a") else { return }
      _ = await ScriptAnswers(context).answer(.runRequest("b", variables: [:]))
    }
    var options = LoadRun.Options()
    options.change = { request in
      var request = request
      request.url += "?changed"
      return request
    }
    let report = try await load(Self.rate(20), RunHooks(preRequest: [runsOther]), options: options)
    #expect(paths.values.count > report.total.sent && Set(paths.values) == ["/a?changed", "/b?changed"])
  }

  @Test func interruptingReportsWhatWasDone() async throws {
    let control = RunControl()
    let silent = try RawServer { connection in
      _ = try connection.readHead()
      control.cancel()
      connection.waitForEnd()
    }
    try write("a", url: silent.url)
    let report = try await load(Self.rate(10, seconds: 3600), control: control)
    #expect(report.isInterrupted && report.cancelled >= 1 && report.total.failed == 0)
  }

  @Test func theClockStandsStillWhileAQuestionWaits() async throws {
    try write("a", url: "\(server.url)/a")
    let control = RunControl()
    let hook: RunHooks.Hook = { [paths] _ in
      if paths.values.isEmpty { control.pausing { Thread.sleep(forTimeInterval: 1) } }
    }
    let settings = LoadSettings(.users(1), for: .milliseconds(300))
    let start = ContinuousClock.now
    let report = try await load(settings, RunHooks(preRequest: [hook]), control: control)
    // No latency has the second in it, however long the rest took.
    #expect(report.total.finished > 0 && report.total.latency.maximum <= start.duration(to: .now) - control.paused)
  }

  // MARK: Users

  @Test func usersSendRequestsOneAfterAnother() async throws {
    for name in ["a", "b"] { try write(name, url: "\(server.url)/\(name)") }
    let control = RunControl()
    let hook: RunHooks.Hook = { [paths] _ in if paths.values.count >= 6 { control.cancel() } }
    let settings = LoadSettings(.users(1), for: .seconds(3600))
    let report = try await load(settings, RunHooks(postResponse: [hook]), control: control)
    #expect(report.mostInFlight == 1 && report.total.failed == 0)
    let pairs = stride(from: 0, to: paths.values.count - 1, by: 2).map { paths.values[$0] + paths.values[$0 + 1] }
    #expect(Set(pairs) == ["/a/b"])
  }

  @Test func eachIterationOfAUserHasItsOwnVariablesAndRow() async throws {
    try write("a", url: "\(server.url)/{{n}}/{{seen}}")
    let data = try DataFile(name: "rows.json", bytes: Data(#"[{"n": 1, "seen": "no"}, {"n": 2, "seen": "no"}]"#.utf8))
    let control = RunControl()
    let hook: RunHooks.Hook = { [paths] context in
      context.setVariable("seen", to: "yes")
      if paths.values.count >= 3 { control.cancel() }
    }
    let settings = LoadSettings(.users(1), for: .seconds(3600))
    _ = try await load(settings, RunHooks(postResponse: [hook]), data: data, control: control)
    #expect(Array(paths.values.prefix(3)) == ["/1/no", "/2/no", "/1/no"])
  }

  @Test func aUserKeepsWhatItsScriptsSetAndSeesNothingOfOtherUsers() async throws {
    try write("a", url: "\(server.url)/a")
    let (control, seen) = (RunControl(), Recorder<String>())
    let hook: RunHooks.Hook = { context in
      let own = context.scriptVariables.globals.first?.value.string
      if own == nil {
        let value = JSONValue.string(UUID().uuidString)
        context.apply([ScriptChange(.globals, .set(key: "user", value: value, type: nil))])
      }
      seen.record(own ?? "none")
      // Both users begin before one of them goes on, and both go on before one ends.
      _ = await seen.values(count: own == nil ? 2 : 4)
      if own != nil { control.cancel() }
    }
    let settings = LoadSettings(.users(2), for: .seconds(3600))
    _ = try await load(settings, RunHooks(preRequest: [hook]), control: control)
    #expect(seen.values.prefix(2) == ["none", "none"] && seen.values.count == 4)
    #expect(Set(seen.values).count == 3)
  }

  @Test func usersWhoseRequestsCannotBeSentWait() async throws {
    try write("a", url: "{{nothing}}")
    let report = try await load(LoadSettings(.users(2), for: .milliseconds(250)))
    #expect(report.total.failed <= 6 && report.total.failed == report.total.finished)
  }

  @Test func aBrokenRowEndsTheLoadWithItsPlace() async throws {
    try write("a", url: "\(server.url)/a")
    let data = try DataFile(name: "rows.jsonl", bytes: Data("{}\n[]\n".utf8))
    for model in [LoadSettings.Model.users(2), .rate(10)] {
      let report = try await load(LoadSettings(model, for: .seconds(3600)), data: data)
      #expect(report.problem == "rows.jsonl:2:1 — an array, not an object")
    }
  }
}
