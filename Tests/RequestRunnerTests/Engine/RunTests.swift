import Foundation
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// The values passed between the stages of a run, and its end.
@Suite(.timeLimit(.minutes(1)))
struct RunTests {
  private let server: RawServer
  private let recorded = Recorder<Exchange>()

  init() throws {
    server = try RawServer { connection in
      let head = try connection.readHead()
      try connection.respond(body: head)
    }
  }

  private func engine(_ hooks: RunHooks = RunHooks()) -> SendEngine {
    SendEngine(client: Session(), hooks: hooks) { [recorded] exchange, _ in recorded.record(exchange) }
  }

  private func request(_ path: String) -> SavedRequest { SavedRequest(url: "\(server.url)/\(path)") }

  @Test func aVariableSetByAHookIsVisibleToThisAndLaterRuns() async {
    let hook: RunHooks.Hook = { $0.setVariable("id", to: "7") }
    let engine = engine(RunHooks(preRequest: [hook]))
    let around = Around.variables(["id": "1"])
    #expect(await engine.events(request("{{id}}"), around).exchange?.sent?.url == "\(server.url)/7")
    #expect(engine.session.all.map(\.name) == ["id"])
  }

  @Test func secretsInWhatHooksSetAreMaskedWhereItIsShownButNotWhereItIsSent() async {
    let hook: RunHooks.Hook = { context in
      context.setVariable("header", to: "Bearer hidden-token")
      context.setVariable("token", to: "hidden-token", isSecret: true)
    }
    let engine = engine(RunHooks(preRequest: [hook]))
    _ = await engine.events(request("{{header}}")).exchange
    let shown = engine.session.shown
    #expect(shown.variables.map(\.name) == ["header"])
    #expect(shown.variables[0].value?.string == "Bearer \(SecretMask.mark)")
    let secrets = shown.changes.values.flatMap(\.set)
    #expect(secrets.map(\.name) == ["token"] && secrets[0].value == nil)
    #expect(engine.session.all.map(\.value) == [.string("Bearer hidden-token")])
  }

  @Test func aBodyThatCannotBePassedOnIsTheFailureOfTheExchange() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      connection.waitForEnd()
    }
    let full = Failure(.other, "Cannot write out: No space left on device")
    var job = SendEngine.Job(request: SavedRequest(url: server.url)) { _ in Around.nothing.inputs }
    job.sink = BodySink(limit: .standard) { (_: Data) throws(Failure) -> Bool in throw full }
    let exchange = try #require(await engine().events(job).exchange)
    #expect(exchange.ending == .failed(full))
    #expect(exchange.response?.body == Data("abc".utf8))
    #expect(recorded.values.map(\.ending) == [.failed(full)])
  }

  @Test func aRunThatHasEndedIsFreedWithItsTransfer() async {
    weak var forgotten: RunEvents?
    do {
      var job = SendEngine.Job(request: request("a")) { _ in Around.nothing.inputs }
      job.options.takesMessages = true
      let events = engine().run(job).start()
      forgotten = events
      for await _ in events {}
    }
    // Its task may be about to end.
    while forgotten != nil, !Task.isCancelled { await Task.yield() }
    #expect(forgotten == nil)
    #expect(recorded.values.count == 1)
  }

  @Test func theCommandLineOverridesTheSessionWhichOverridesTheEnvironment() async {
    let engine = engine()
    engine.session.set("a", to: "session")
    engine.session.set("b", to: "session")
    var around = Around.variables(["a": "environment", "b": "environment", "c": "environment"])
    around.overrides = ["b": "line"]
    let exchange = await engine.events(request("{{a}}-{{b}}-{{c}}"), around).exchange
    #expect(exchange?.sent?.url == "\(server.url)/session-line-environment")
  }

  @Test func aSecretLearntAfterTheResponseIsMaskedInTheWholeExchange() async throws {
    let hook: RunHooks.Hook = { context in
      #expect(context.response?.status == 200)
      context.setVariable("token", to: "learnt-later", isSecret: true)
    }
    let engine = engine(RunHooks(postResponse: [hook]))
    let exchange = try #require(await engine.events(request("learnt-later")).exchange)
    #expect(!"\(exchange.sent as Any) \(exchange.timeline)".contains("learnt-later"))
    let body = try #require(exchange.response).body
    #expect(!String(decoding: body, as: UTF8.self).contains("learnt-later"))
    #expect(!"\(recorded.values)".contains("learnt-later") && recorded.values.count == 1)
    // The next request can use it, masked.
    let next = try #require(await engine.events(request("{{token}}")).exchange)
    #expect(next.sent?.url == "\(server.url)/\(SecretMask.mark)" && next.response?.status == 200)
  }

  @Test func checksAndConsoleLinesAreLoggedWithSecretsMasked() async throws {
    let hook: RunHooks.Hook = { context in
      context.mask.addSecrets(["learnt-later"])
      context.log(.check(LogEvent.Check("status is 200", isPassed: context.response?.status == 200)))
      context.log(.console(LogEvent.ConsoleLine("log", "token learnt-later")))
    }
    let events = await engine(RunHooks(postResponse: [hook])).events(request("x"))
    let expected: [LogEvent.Content] = [
      .check(LogEvent.Check("status is 200", isPassed: true)), .console(LogEvent.ConsoleLine("log", "token ••••••")),
    ]
    #expect(events.compactMap { if case .logged(let event) = $0 { event.content } else { nil } } == expected)
    #expect(events.exchange?.log.events.suffix(2).map(\.content) == expected)
    #expect(recorded.values == [events.exchange])
  }

  @Test(
    arguments: [("GET", ["GET is sent with a body, which servers may ignore"]), ("POST", [])] as [(String, [String])])
  func aGetWithABodySaysSo(method: String, lines: [String]) async {
    var request = self.request("x")
    request.method = method
    request.body = .json(["a": 1])
    let exchange = await engine().events(request).exchange
    #expect(exchange?.log.console.map(\.text) == lines)
  }

  @Test func anErrorInAStageFailsTheRun() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the script has an error" }
    let events = await engine(RunHooks(preRequest: [{ _ in throw Broken() }])).events(request("x"))
    #expect(events.count == 1)
    #expect(events.exchange?.outcome == .failed(Failure(.other, "the script has an error"), partial: nil))
    #expect(recorded.values == [events.exchange] && server.received.isEmpty)
  }

  @Test func anErrorAfterTheResponseKeepsTheResponse() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the check has an error" }
    let exchange = try #require(
      await engine(RunHooks(postResponse: [{ _ in throw Broken() }])).events(request("x")).exchange)
    #expect(exchange.response?.status == 200)
    #expect(exchange.outcome.failure?.sentence == "the check has an error")
  }

  @Test func aRunCancelledBeforeItsStartSendsNothingAndIsRecorded() async throws {
    let run = engine().run(SendEngine.Job(request: request("x")) { _ in Around.nothing.inputs })
    run.cancel()
    var events: [RunEvent] = []
    for await event in run.start() { events.append(event) }
    #expect(events.exchange?.outcome == .cancelled(partial: nil))
    #expect(server.received.isEmpty)
  }

  @Test func cancellingEndsTheRunningStage() async throws {
    let isRunning = Gate()
    let hook: RunHooks.Hook = { _ in
      isRunning.open()
      try await Task.sleep(for: .seconds(60))
    }
    let run = engine(RunHooks(preRequest: [hook])).run(
      SendEngine.Job(request: request("x")) { _ in Around.nothing.inputs })
    let events = run.start()
    await isRunning.wait()
    run.cancel()
    var last: RunEvent?
    for await event in events { last = event }
    guard case .ended(let exchange, nil) = last else { Issue.record("\(last as Any)"); return }
    #expect(exchange.outcome == .cancelled(partial: nil) && recorded.values == [exchange])
  }
}
