import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

/// Handlers of messages, which jobs call that continue the one of the scripts before the request.
struct MessageHandlerTests {
  private let host = ScriptHost(HostProgram.options)
  private let services = RecordedServices()

  /// Runs a script before a request.
  private func before(
    _ source: String, in session: ScriptSession, _ host: ScriptHost? = nil
  ) async throws -> ScriptResult {
    var job = ScriptJob.script(source)
    (job.event, job.response) = (.preRequest, nil)
    return try await (host ?? self.host).run(job, services: services, in: session)
  }

  /// Calls its handlers with messages that have a number each.
  private func call(
    with numbers: [Int], in session: ScriptSession, _ host: ScriptHost? = nil, variable: String? = nil,
    secrets: [String] = []
  ) async throws -> ScriptResult {
    var job = ScriptJob(.message, scripts: [])
    job.messages = numbers.map {
      ScriptMessage(isSent: false, type: "text", time: .milliseconds($0), content: Data("{\"n\":\($0)}".utf8))
    }
    job.variables.secretNames = secrets
    if let variable { job.variables.environment = [ScriptVariable("other", .string(variable))] }
    return try await (host ?? self.host).run(job, services: services, in: session)
  }

  @Test func aHandlerSeesEachMessageOnceAndReportsWhatItChanges() async throws {
    let session = ScriptSession()
    let script = """
      const env = pm.environment;
      env.set("first", 1);
      let count = 0;
      pm.onMessage(message => {
        pm.test(`message ${++count} at ${message.time}`, () => pm.expect(message.json()).to.deep.equal({ n: count }));
        env.set("last", message.data);
        console.log(env.get("other"));
      });
      """
    let first = try await before(script, in: session)
    #expect(first.handlesMessages && first.handledMessages == nil && first.changes.count == 1)
    let second = try await call(with: [1, 2], in: session, variable: "a")
    #expect(second.handledMessages == 2 && second.failure == nil && !second.handlesMessages)
    #expect(second.changes == [ScriptChange(.environment, .set(key: "last", value: #"{"n":2}"#, type: nil))])
    let third = try await call(with: [4], in: session, variable: "b")
    #expect(third.handledMessages == 1 && third.failure == nil)
    #expect(services.tests.map(\.name) == ["message 1 at 1", "message 2 at 2", "message 3 at 4"])
    #expect(services.tests.map(\.status) == [.passed, .passed, .failed])
    #expect(services.console == ["a", "a", "b"])
  }

  @Test func aVariableThatIsASecretMeanwhileIsOneForTheNextMessages() async throws {
    let session = ScriptSession()
    _ = try await before("pm.onMessage(({ data }) => pm.environment.set('key', data))", in: session)
    _ = try await call(with: [1], in: session)
    _ = try await call(with: [2], in: session, secrets: ["key"])
    #expect(services.events == [.secret(#"{"n":2}"#)])
  }

  @Test func scriptsAfterTheResponseSeeWhatHandlersHaveLeft() async throws {
    let session = ScriptSession()
    _ = try await before("seen = []; pm.onMessage(message => { seen.push(message.json().n) })", in: session)
    for number in 1...3 { _ = try await call(with: [number], in: session) }
    let result = try await host.run(.script("console.log(seen.join())"), services: services, in: session)
    #expect(result.failure == nil && services.console == ["1,2,3"])
  }

  @Test func anErrorOfAHandlerDoesNotKeepItFromFurtherMessages() async throws {
    let session = ScriptSession()
    let script = """
      pm.onMessage(message => { if (message.json().n === 1) throw new Error("no"); console.log(message.data); });
      pm.onMessage(async ({ data }) => { await null; throw new Error("late " + data); });
      """
    _ = try await before(script, in: session)
    let result = try await call(with: [1, 2], in: session)
    #expect(result.handledMessages == 2 && result.failure?.message == "no")
    #expect(result.failure?.stack?.hasPrefix("test.js:1:") == true)
    #expect(result.earlierFailures.map(\.message) == [#"late {"n":1}"#, #"late {"n":2}"#])
    #expect(services.console == [#"{"n":2}"#])
  }

  @Test func theNextMessageWaitsForThePromiseOfAHandler() async throws {
    let session = ScriptSession()
    let script = """
      pm.onMessage(async ({ data }) => {
        console.log("first " + data);
        await new Promise(resolve => setTimeout(resolve, 20));
        console.log("last " + data);
      });
      """
    _ = try await before(script, in: session)
    let result = try await call(with: [1, 2], in: session)
    #expect(result.handledMessages == 2 && result.failure == nil)
    #expect(services.console == [1, 2].flatMap { [#"first {"n":\#($0)}"#, #"last {"n":\#($0)}"#] })
  }

  @Test func aPromiseThatALaterMessageSettlesLeavesTheOthersForTheNextJob() async throws {
    let session = ScriptSession()
    let script = """
      let open;
      const gate = new Promise(resolve => { open = resolve });
      pm.onMessage(async ({ data }) => {
        console.log(data);
        if (data !== '{"n":1}') return open();
        await gate;
        console.log("opened");
      });
      """
    _ = try await before(script, in: session)
    #expect(try await call(with: [1, 2], in: session).handledMessages == 1)
    #expect(try await call(with: [2, 3], in: session).handledMessages == 2)
    #expect(services.console == [#"{"n":1}"#, #"{"n":2}"#, "opened", #"{"n":3}"#])
  }

  @Test func eachErrorOfAHandlerIsReported() async throws {
    let session = ScriptSession()
    _ = try await before("pm.onMessage(({ data }) => { throw new Error(data) })", in: session)
    for numbers in [[1, 2, 3], [4, 5, 6]] {
      let result = try await call(with: numbers, in: session)
      let messages = ([result.failure].compactMap(\.self) + result.earlierFailures).map(\.message)
      #expect(messages == numbers.map { "{\"n\":\($0)}" } && result.handledMessages == 3)
    }
    #expect(services.console == [])
  }

  @Test func aSlowHandlerLeavesMessagesForTheNextJob() async throws {
    let session = ScriptSession()
    let slow = "pm.onMessage(() => { const end = Date.now() + 1100; while (Date.now() < end); })"
    _ = try await before(slow, in: session)
    #expect(try await call(with: [1, 2, 3], in: session).handledMessages == 1)
    #expect(try await call(with: [2, 3], in: session).handledMessages == 1)
  }

  @Test func timersThatAStoppedScriptHasLeftDoNotHoldHandlersUp() async throws {
    let session = ScriptSession()
    let script = "setInterval(() => {}, 1); pm.onMessage(({ data }) => console.log(data)); pm.execution.stop();"
    #expect(try await before(script, in: session).isStopped)
    let result = try await call(with: [1], in: session)
    #expect(result.handledMessages == 1 && !result.isStopped && services.console == [#"{"n":1}"#])
  }

  @Test func aHandlerThatStopsTheRunSeesNoFurtherMessage() async throws {
    let session = ScriptSession()
    _ = try await before("pm.onMessage(() => pm.execution.stop())", in: session)
    let result = try await call(with: [1, 2], in: session)
    #expect(result.isStopped && result.handledMessages == 1)
  }

  @Test(arguments: [
    ("pm.execution.skipRequest()", "pm.execution.skipRequest works only in scripts that run before the request"),
    ("pm.onMessage(() => {})", "pm.onMessage: a handler cannot add another one"),
  ]) func whatMakesNoSenseInAHandlerIsAnError(call source: String, message: String) async throws {
    let session = ScriptSession()
    _ = try await before("pm.onMessage(() => \(source))", in: session)
    let result = try await call(with: [1], in: session)
    #expect(result.failure?.message == message && result.handledMessages == 1)
  }

  @Test(arguments: ["pm.onMessage", "pm['on' + 'Message']"])
  func handlersLastWhereAllJobsShareAGlobalObject(name: String) async throws {
    let host = ScriptHost(HostProgram.options("--lasting"))
    for _ in 1...3 {
      let session = ScriptSession()
      _ = try await before("\(name)(({ data }) => console.log(data))", in: session, host)
      #expect(try await call(with: [1], in: session, host).handledMessages == 1)
      // They are not those of another request.
      let other = try await before("pm.test('other', () => {})", in: ScriptSession(), host)
      #expect(!other.handlesMessages)
      #expect(try await call(with: [2], in: session, host).handledMessages == 1)
    }
    #expect(services.console == (1...3).flatMap { _ in [#"{"n":1}"#, #"{"n":2}"#] })
  }

  @Test func handlersThatEndedWithTheirProcessAreAnError() async throws {
    let session = ScriptSession()
    _ = try await before("pm.onMessage(() => {})", in: session)
    for process in host.idleProcesses { kill(process, SIGKILL) }
    while !host.idleProcesses.isEmpty { await Task.yield() }
    let result = try await call(with: [1], in: session)
    let reason = "the script host has ended, or has dropped them for those of other requests"
    #expect(result.handledMessages == nil)
    #expect(result.failure?.message == "The handlers of pm.onMessage are gone: \(reason)")
  }

  @Test func oldTestsOfHandlersAreReportedOnce() async throws {
    let session = ScriptSession()
    _ = try await before(
      #"tests["before"] = true; pm.onMessage(message => { tests["n " + message.json().n] = true })"#, in: session)
    for number in 1...2 { _ = try await call(with: [number], in: session) }
    #expect(services.tests.map(\.name) == ["before", "n 1", "n 2"])
  }
}
