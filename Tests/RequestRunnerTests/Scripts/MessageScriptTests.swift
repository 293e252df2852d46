import Foundation
import RequestClient
import RequestModel
import RequestScript
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Handlers of `pm.onMessage` that scripts before a request set, while a response arrives.
@Suite(.timeLimit(.minutes(1)))
struct MessageScriptTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  private static let around = Around(access: .unrestricted)
  private let recorded = Recorder<Exchange>()
  private let engine: SendEngine

  init() {
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    engine = SendEngine(client: Session(), hooks: ScriptHooks(ScriptHost(options)).hooks) { [recorded] exchange, _ in
      recorded.record(exchange)
    }
  }

  private func job(
    _ url: String, before: String, after: String = "", captures: JSONValue = [], _ around: Around = Self.around
  ) throws -> SendEngine.Job {
    let scripts: JSONValue = ["preRequest": .string(before), "postResponse": .string(after)]
    let document: JSONValue = ["url": .string(url), "scripts": scripts, "captures": captures]
    return SendEngine.Job(request: try SavedRequest(json: document.compact)) { _ in around.inputs }
  }

  private func server(_ response: String) throws -> RawServer {
    try RawServer { connection in
      try connection.readHead()
      try connection.send(response)
    }
  }

  @Test(arguments: [false, true])
  func aHandlerSeesAnEventBeforeTheNextOneIsSent(isPassedOn: Bool) async throws {
    let wasSeen = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(Self.head + ": hi\n\ndata: {\"n\":1}\n\n")
      wasSeen.waitOnThread()
      try connection.send("data: {\"n\":2}\n\n")
    }
    let before = """
      let count = 0;
      pm.onMessage(message => pm.test(`live ${++count}`, () => pm.expect(message.json()).to.deep.equal({ n: count })));
      """
    let after = "pm.onMessage(({ data }) => pm.test(`after ${data}`, () => {}))"
    var job = try job(server.url, before: before, after: after)
    if isPassedOn { job.sink = BodySink(limit: .standard) { _ in true } }
    var exchange: Exchange?
    for await event in engine.run(job).start() {
      switch event {
      case .logged(let event):
        if case .check(let check) = event.content, check.name == "live 1" { wasSeen.open() }
      case .ended(let ended, _): exchange = ended
      default: break
      }
    }
    let checks = try #require(exchange).log.checks
    #expect(checks.map(\.name) == ["live 1", "live 2", #"after {"n":1}"#, #"after {"n":2}"#])
    #expect(checks.allSatisfy { $0.isPassed })
  }

  @Test func aHandlerSeesAMessageWhileItsConnectionIsOpen() async throws {
    let url = try await TestServers.webSockets().url("/echo")
    var job = try job(url, before: "pm.onMessage(({ type, data }) => pm.test(`live ${type} ${data}`, () => {}))")
    job.options.takesMessages = true
    let run = engine.run(job)
    run.send(.text("hello"))
    var exchange: Exchange?
    for await event in run.start() {
      switch event {
      case .logged(let event): if case .check = event.content { run.close() }
      case .ended(let ended, _): exchange = ended
      default: break
      }
    }
    #expect(exchange?.log.checks.map(\.name) == ["live text hello"] && exchange?.ending == .completed)
  }

  @Test func handlersSeeNoMessageAfterTheLastOneThatIsWaitedFor() async throws {
    let server = try server(Self.head + (1...6).map { ": hi\n\ndata: {\"n\":\($0)}\n\n" }.joined())
    let ends = [MessageEnd(count: 5), MessageEnd(count: nil, until: try MessageCheck("$.n == 5"))]
    for end in ends {
      var job = try job(server.url, before: "pm.onMessage(({ data }) => pm.test(data, () => {}))")
      job.options.messageEnd = end
      let exchange = try #require(await engine.events(job).exchange)
      #expect(exchange.log.checks.map(\.name) == (1...5).map { "{\"n\":\($0)}" })
    }
  }

  @Test func aFloodWaitsForASlowHandlerAndNothingOfItIsLost() async throws {
    // More than may wait.
    let (count, filler) = (300, String(repeating: "x", count: 100_000))
    let lines = (1...count).map { "{\"n\":\($0),\"filler\":\"\(filler)\"}\n" }.joined()
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n" + lines)
    let before = """
      const seen = [];
      pm.onMessage(message => {
        const { n } = message.json(), end = Date.now() + (n === 1 ? 1500 : 0);
        while (Date.now() < end);
        seen.push(n);
        if (n !== \(count)) return;
        pm.test("all", () => pm.expect(seen).to.deep.equal(Array.from({ length: n }, (_, index) => index + 1)));
      });
      """
    let exchange = try #require(await engine.events(job(server.url, before: before)).exchange)
    #expect(exchange.log.checks.map { "\($0.name) \($0.isPassed)" } == ["all true"])
    #expect(exchange.ending == .completed && exchange.log.messages.count == count)
  }

  @Test func noLineOfAFastServerIsLostAndVariablesAreSet() async throws {
    let count = 5000
    let lines = (1...count).map { "{\"n\":\($0)}\n" }.joined()
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n" + lines)
    let before = """
      seen = [];
      pm.onMessage(message => { seen.push(message.json().n); pm.variables.set("last", message.data); });
      """
    let after = """
      pm.test("all", () => pm.expect(seen).to.deep.equal(Array.from({ length: \(count) }, (_, index) => index + 1)));
      pm.test("last", () => pm.expect(pm.variables.get("last")).to.equal('{"n":\(count)}'));
      """
    let exchange = try #require(await engine.events(job(server.url, before: before, after: after)).exchange)
    #expect(exchange.log.checks.map { "\($0.name) \($0.isPassed)" } == ["all true", "last true"])
  }

  @Test func anErrorOfAHandlerIsAFailedCheckAndTheOthersAreSeen() async throws {
    let server = try server(Self.head + "data: 1\n\ndata: 2\n\ndata: 3\n\n")
    let before = "pm.onMessage(({ data }) => { pm.test(data, () => {}); if (data === '2') throw new Error('no'); })"
    let exchange = try #require(await engine.events(job(server.url, before: before)).exchange)
    let checks = exchange.log.checks
    #expect(checks.filter { !$0.isScriptError }.map(\.name) == ["1", "2", "3"])
    let errors = checks.filter(\.isScriptError)
    #expect(errors.map(\.name) == ["script for messages"] && errors[0].detail.hasPrefix("Error: no ("), "\(errors)")
  }

  @Test func errorsOfSeveralMessagesAreFailedChecksInTheirOrder() async throws {
    let server = try server(Self.head + "data: 1\n\ndata: 2\n\ndata: 3\n\n")
    let before = "pm.onMessage(({ data }) => { throw data; })"
    let exchange = try #require(await engine.events(job(server.url, before: before)).exchange)
    #expect(exchange.log.checks.map(\.detail) == ["Error: 1", "Error: 2", "Error: 3"])
    #expect(exchange.log.checks.allSatisfy { $0.isScriptError && !$0.isPassed } && exchange.log.console.isEmpty)
  }

  @Test func aHandlerThatDoesNotEndIsEndedAndTheResponseIsComplete() async throws {
    let server = try server(Self.head + "data: 1\n\ndata: 2\n\n")
    var job = try job(server.url, before: "pm.onMessage(() => { for (;;); })")
    job.options.scriptTime = .seconds(2)
    let exchange = try #require(await engine.events(job).exchange)
    #expect(exchange.ending == .completed && exchange.log.messages.count == 2)
    #expect(exchange.log.checks.map(\.name) == ["script for messages"])
    #expect(exchange.log.checks.first?.detail.hasPrefix("Scripts stopped after 2") == true)
    #expect(
      exchange.log.console.map(\.text) == [
        "The variables that the script had set by then are lost",
        "pm.onMessage: the handlers are not called for further messages",
      ])
  }

  @Test func cancellingTheRunEndsItsHandlers() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(Self.head + "data: 1\n\n")
      connection.waitForEnd()
    }
    // The handler says by a request that it is called.
    let wasCalled = Gate()
    let other = try RawServer { _ in wasCalled.open() }
    let handler = "console.log('seen'); pm.sendRequest('\(other.url)'); for (;;);"
    let run = engine.run(try job(server.url, before: "pm.onMessage(() => { \(handler) })"))
    let start = ContinuousClock.now
    let events = run.start()
    await wasCalled.waitWithinTimeLimit()
    run.cancel()
    var exchange: Exchange?
    for await event in events { if case .ended(let ended, _) = event { exchange = ended } }
    #expect(exchange?.ending == .cancelled && exchange?.log.checks.isEmpty == true)
    // Its lines up to then are kept.
    #expect(exchange?.log.console.map(\.text) == ["seen"])
    // The limit of a script is 30 s.
    #expect(start.duration(to: .now) < .seconds(20))
  }

  @Test func aHandlerOfAnotherResponseIsAWarning() async throws {
    let server = try server("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}")
    let exchange = try #require(await engine.events(job(server.url, before: "pm.onMessage(() => {})")).exchange)
    #expect(
      exchange.log.console.map(\.text) == [
        "pm.onMessage: the response has no messages, as it is neither a WebSocket nor a stream of events or lines"
      ])
  }

  @Test func whatAHandlerReportsOfASecretThatIsCapturedIsMasked() async throws {
    let server = try server(Self.head + "data: s3cret-value\n\n")
    let capture: JSONValue = ["name": "t", "query": "regex", "expression": "s3cret-.....", "secret": true]
    let before = "pm.onMessage(({ data }) => { pm.test(data, () => {}); console.log(data); })"
    let events = await engine.events(try job(server.url, before: before, captures: [capture]))
    let shown = events.compactMap(Self.report)
    #expect(shown.count == 2 && !shown.joined().contains("s3cret"), "\(shown)")
  }

  /// The name of a check or the line of the console that is reported; `nil` for other events.
  private static func report(_ event: RunEvent) -> String? {
    guard case .logged(let event) = event else { return nil }
    switch event.content {
    case .check(let check): return "check \(check.name)"
    case .console(let line): return "console \(line.text)"
    default: return nil
    }
  }

  /// How a script sets a secret: a variable that is declared secret, or one that the script makes a secret.
  private static let secrets: [(set: String, around: Around)] = {
    var declared = Around.secrets(["tok": ""])
    declared.access = .unrestricted
    let set = "pm.environment.set('tok', value"
    return [(set + ")", declared), (set + ", 'secret')", Self.around)]
  }()

  @Test(arguments: secrets.indices)
  func whatAHandlerSaysOfAValueBeforeItSetsItAsASecretIsMasked(index: Int) async throws {
    let wasSeen = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(Self.head + "data: s3cret-first\n\n")
      wasSeen.waitOnThread()
      try connection.send("data: s3cret-second\n\n")
    }
    let (set, around) = Self.secrets[index]
    let before = "pm.onMessage(({ data: value }) => { console.log(value); pm.test(value, () => {}); \(set); })"
    var (reports, exchange): ([String], Exchange?) = ([], nil)
    for await event in engine.run(try job(server.url, before: before, around)).start() {
      if let report = Self.report(event) {
        reports.append(report)
        wasSeen.open()
      }
      if case .ended(let ended, _) = event { exchange = ended }
    }
    let masked = ["console " + SecretMask.mark, "check " + SecretMask.mark]
    #expect(reports == masked + masked)
    #expect(exchange?.log.console.map(\.text) == [SecretMask.mark, SecretMask.mark])
  }

  @Test(arguments: secrets.indices)
  func aSecretThatIsSetAfterItWasShownIsMaskedAtTheEndAndInHistory(index: Int) async throws {
    let server = try server(Self.head + "data: s3cret-value\n\n")
    let (set, around) = Self.secrets[index]
    let after = "{ const value = 's3cret-value'; \(set); }"
    let events = await engine.events(try job(server.url, before: "let shown", after: after, around))
    let bodies: [String] = events.compactMap { event in
      if case .body(let response) = event { String(decoding: response.body, as: UTF8.self) } else { nil }
    }
    #expect(bodies == ["data: s3cret-value\n\n", "data: ************\n\n"])
    let ended = try #require(events.exchange)
    let masked = ["************", "data: ************\n\n"]
    #expect((recorded.values + [ended]).map(Self.contents) == [masked, masked])
  }

  @Test(arguments: secrets.indices)
  func aMessageOfAnOpenStreamIsMaskedOnceAHandlerSetsItsTextAsASecret(index: Int) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(Self.head + "data: s3cret-value\n\n")
      connection.waitForEnd()
    }
    let (set, around) = Self.secrets[index]
    var job = try job(server.url, before: "pm.onMessage(({ data: value }) => { \(set); })", around)
    job.remasksMessages = true
    let run = engine.run(job)
    var shown: [[String]] = []
    for await event in run.start() {
      switch event {
      case .logged(let event): if let text = Self.text(of: event) { shown.append([text]) }
      case .remasked(let messages):
        shown.append(messages.compactMap(Self.text))
        run.stopReceiving()
      default: break
      }
    }
    #expect(shown == [["s3cret-value"], ["************"]])
  }

  /// The text of a message; `nil` for other events.
  private static func text(of event: LogEvent) -> String? {
    guard case .message(let message) = event.content else { return nil }
    return String(decoding: message.body.content, as: UTF8.self)
  }

  /// The messages and the body.
  private static func contents(_ exchange: Exchange) -> [String] {
    let messages: [Data] = exchange.log.messages.compactMap { event in
      if case .message(let message) = event.content { message.body.content } else { nil }
    }
    return (messages + [exchange.response?.body ?? Data()]).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: secrets.indices)
  func whatAScriptSaysOfAValueBeforeItSetsItAsASecretIsMasked(index: Int) async throws {
    let server = try server("HTTP/1.1 204 No Content\r\n\r\n")
    let (set, around) = Self.secrets[index]
    // The first value is replaced by the second one.
    let said = "console.log(`is ${value}`); \(set); console.log(value);"
    let before = "for (const value of ['s3cret-value', 's3cret-later']) { \(said) }"
    let after = "{ const value = 's3cret-other'; pm.test(`is ${value}`, () => {}); \(set); pm.test(value, () => {}); }"
    let events = await engine.events(try job(server.url, before: before, after: after, around))
    let masked = ["is " + SecretMask.mark, SecretMask.mark]
    #expect(
      events.compactMap(Self.report) == (masked + masked).map { "console " + $0 } + masked.map { "check " + $0 })
  }

  @Test(arguments: secrets.indices)
  func whatAHandlerThatDoesNotEndSaysOfASecretIsMasked(index: Int) async throws {
    let server = try server(Self.head + "data: s3cret-value\n\n")
    let (set, around) = Self.secrets[index]
    let before = "pm.onMessage(({ data: value }) => { console.log(value); \(set); for (;;); })"
    var job = try job(server.url, before: before, around)
    job.options.scriptTime = .seconds(2)
    #expect(
      await engine.events(job).compactMap(Self.report) == [
        "console " + SecretMask.mark, "console The variables that the script had set by then are lost",
        "check script for messages", "console pm.onMessage: the handlers are not called for further messages",
      ])
  }
}
