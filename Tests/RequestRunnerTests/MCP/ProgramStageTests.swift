import Foundation
import RequestClient
import RequestModel
import RequestScript
import TestSupport
import Testing

@testable import RequestRunner

/// Calls of JSON-RPC to programs, which are scripted here.
@Suite(.timeLimit(.minutes(2))) struct ProgramStageTests {
  /// The output of the program for each message.
  private typealias Reply = @Sendable (_ message: JSONObject) -> [ReceivedLine]

  /// Writes nothing more than its replies: a wait for another line is its end.
  private struct Script: ProgramLines {
    let sent: Recorder<String>
    let reply: Reply
    /// Whether it waits until it is cancelled, and does not end.
    var waits = false
    private var waiting: [ReceivedLine] = []

    init(_ sent: Recorder<String>, waits: Bool = false, _ reply: @escaping Reply) {
      (self.sent, self.waits, self.reply) = (sent, waits, reply)
    }

    mutating func send(_ line: [UInt8], within time: Duration?) async -> SentLine {
      let message = (try? JSONText(line).value.object) ?? JSONObject()
      let words = [message["method"]?.string, message["id"]?.compact, message["params"]?.object?["cursor"]?.string]
      sent.record(words.compactMap(\.self).joined(separator: " "))
      waiting += reply(message)
      return .done
    }

    mutating func next(within time: Duration?) async -> ReceivedLine {
      if !waiting.isEmpty { return waiting.removeFirst() }
      // Cancelling ends it.
      if waits { try? await Task.sleep(for: .seconds(3600)) }
      return .end
    }
  }

  /// The runs of programs, and the messages that they got.
  private let runs = Recorder<String>()
  private let sent = Recorder<String>()

  private static func line(_ text: String) -> ReceivedLine { .line(Array(text.utf8)) }

  /// Opens a session, and answers each other call with the result.
  private static func server(_ result: @escaping @Sendable (JSONObject) -> String) -> Reply {
    { message in
      guard let id = message["id"]?.compact else { return [] }
      let isFirst = message["method"] == "initialize"
      let text = isFirst ? #"{"protocolVersion":"2025-06-18","capabilities":{}}"# : result(message)
      return [line(#"{"jsonrpc": "2.0", "id": \#(id), "result": \#(text)}"#)]
    }
  }

  private func engine(
    waits: Bool = false, errors: String = "", hooks: RunHooks = .checks, _ reply: @escaping Reply
  ) -> SendEngine {
    let (runs, sent) = (runs, sent)
    return SendEngine(
      client: Session(), hooks: hooks,
      program: { line, folder, take, work in
        runs.record("\(folder): \(line)")
        take(Array(errors.utf8)[...])
        await work(Script(sent, waits: waits, reply))
        runs.record("ended")
      }, record: { _, _ in })
  }

  private static func call(
    _ command: String = "server --x", _ method: String = "tools/list", _ params: String = "{}", more: String = ""
  ) throws -> SavedRequest {
    try SavedRequest(
      json: #"""
        { "url": "stdio:\#(command)"\#(more),
          "body": { "jsonrpc": { "method": "\#(method)", "id": 1, "params": \#(params), "mcp": true } } }
        """#)
  }

  /// A collection that may run the program.
  private static func around(_ command: String = "server --x") -> Around {
    var around = Around.secrets(["token": "mcp-secret"])
    around.access = .collection(folder: "/nowhere", allowed: [.program(command)])
    return around
  }

  private static func job(_ request: SavedRequest, listsAllTools: Bool = false) -> SendEngine.Job {
    let inputs = around().inputs
    var job = SendEngine.Job(request: request) { _ in inputs }
    job.listsAllTools = listsAllTools
    return job
  }

  private static func failure(_ events: [RunEvent]) -> String? { events.exchange?.outcome.failure?.sentence }

  // MARK: Calls

  @Test func aToolIsCalledInASessionOfItsOwn() async throws {
    let checks = #"""
      , "checks": [{ "query": "jsonpath", "expression": "$.result.content", "value": "mcp-secret" }, { "query": "status" }]
      """#
    let request = try Self.call(
      "server --x", "tools/call", #"{ "name": "a", "arguments": { "t": "{{token}}" } }"#, more: checks)
    let events = await engine(Self.server { _ in #"{"content":  "mcp-secret"}"# }).events(request, Self.around())
    let exchange = try #require(events.exchange)
    #expect(runs.values == ["/nowhere: server --x", "ended"])
    #expect(sent.values == [#"initialize "session-1""#, "notifications/initialized", "tools/call 1"])
    // The bytes of the line, masked.
    let response = try #require(exchange.response)
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"jsonrpc": "2.0", "id": 1, "result": {"content":  "**********"}}"#)
    #expect(response.statusText == "answered" && response.httpVersion == "stdio" && response.headers == [])
    #expect(exchange.sent?.method == "STDIO" && exchange.sent?.url == "stdio:server --x")
    #expect(exchange.sent?.headers == [])
    #expect(exchange.timeline.hops.map(\.url) == ["stdio:server --x"] && exchange.duration > .zero)
    #expect(exchange.ending == .completed)
    #expect(exchange.log.checks.map(\.isPassed) == [true, false])
    #expect(exchange.log.checks.last?.detail.contains("the answer of a program has no status") == true)
  }

  @Test func aCallWithoutASessionIsAllThatIsSent() async throws {
    let request = try SavedRequest(
      json: #"{ "url": "stdio:server --x", "body": { "jsonrpc": { "method": "add", "params": [1], "id": "a" } } }"#)
    let events = await engine(Self.server { _ in "3" }).events(request, Self.around())
    #expect(sent.values == [#"add "a""#])
    #expect(
      events.exchange?.response.map { String(decoding: $0.body, as: UTF8.self) }
        == #"{"jsonrpc": "2.0", "id": "a", "result": 3}"#)
  }

  @Test func namesWithoutAValueThatAreSentAsTextAreNoted() async throws {
    let request = try Self.call(
      "server --x", "tools/list", #"{ "t": "{{nobody}}" }"#, more: #", "options": { "unknownAsText": true }"#)
    let exchange = try #require(await engine(Self.server { _ in "{}" }).events(request, Self.around()).exchange)
    #expect(exchange.sent.map { String(decoding: $0.body, as: UTF8.self).contains("{{nobody}}") } == true)
    #expect(exchange.log.console.map(\.text) == ["No value for {{nobody}}: sent as it is written"])
  }

  /// Even where the collection may run everything: a value in the line may come from a server.
  @Test(arguments: ["pm.request.url.addQueryParams('a=1;touch x')", "pm.request.url = 'stdio:other'"])
  func aScriptDoesNotSayWhichProgramIsRun(script: String) async throws {
    let request = try Self.call(more: #", "scripts": { "preRequest": "\#(script)" }"#)
    let events = await engine(hooks: Self.scripts, Self.server { _ in "{}" }).events(request, Self.open)
    #expect(runs.values == [])
    #expect(Self.failure(events) == "A script has changed the URL, and a script may not say which program is run")
  }

  @Test func aRequestOfAScriptRunsNoProgram() async throws {
    let script = "pm.sendRequest('stdio:other', error => console.log(error.message))"
    let request = try Self.call(more: #", "scripts": { "preRequest": "\#(script)" }"#)
    let events = await engine(hooks: Self.scripts, Self.server { _ in "{}" }).events(request, Self.open)
    let exchange = try #require(events.exchange)
    #expect(Self.failure(events) == nil)
    #expect(runs.values == ["/nowhere: server --x", "ended"])
    #expect(
      exchange.log.console.map(\.text) == ["pm.sendRequest runs no programs: save the request, and run it by its name"])
  }

  /// A collection that may run scripts and any program.
  private static var open: Around {
    var access = ReadAccess.collection(folder: "/nowhere", allowed: [.scripts])
    access.allowsCommands = true
    return Around(access: access)
  }

  private static var scripts: RunHooks {
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    return ScriptHooks(ScriptHost(options)).hooks
  }

  @Test func optionsThatAProgramDoesNotUseAreNoted() async throws {
    let request = try Self.call(more: #", "options": { "verifyTLS": false, "timeout": 5, "proxy": "http://h" }"#)
    let exchange = try #require(await engine(Self.server { _ in "{}" }).events(request, Self.around()).exchange)
    #expect(
      exchange.log.console.map(\.text) == [
        "The option \"verifyTLS\" is not used for a program", "The option \"proxy\" is not used for a program",
      ])
  }

  @Test func theErrorOfAnAnswerIsNoted() async throws {
    let events = await engine { message in
      [Self.line(#"{"id":\#(message["id"]?.compact ?? "0"),"error":{"code":-32601,"message":"No"}}"#)]
    }.events(
      try SavedRequest(json: #"{ "url": "stdio:server --x", "body": { "jsonrpc": { "method": "a", "id": 1 } } }"#),
      Self.around())
    #expect(events.exchange?.ending == .completed)
    #expect(events.exchange?.log.console.map(\.text) == ["JSON-RPC error: -32601: No"])
  }

  @Test func furtherPagesOfToolsAreMessagesOfTheExchange() async throws {
    let reply = Self.server { message in
      message["params"]?.object?["cursor"] == nil
        ? #"{"tools":[{"name":"a"}],"nextCursor":"{{token}}"}"# : #"{"tools":[{"name":"b"}]}"#
    }
    let exchange = try #require(await engine(reply).events(Self.job(try Self.call(), listsAllTools: true)).exchange)
    #expect(sent.values.suffix(2) == ["tools/list 1", #"tools/list "session-2" {{token}}"#])
    #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self).contains(#""name":"a""#) } == true)
    let pages = exchange.log.messages.compactMap { event in
      if case .message(let message) = event.content { message } else { nil }
    }
    #expect(pages.map(\.direction) == [.sent, .received])
    #expect(String(decoding: pages[1].body.content, as: UTF8.self).hasSuffix(#""result": {"tools":[{"name":"b"}]}}"#))
    #expect(exchange.ending == .completed && exchange.log.console == [])
  }

  // MARK: Permission

  @Test func nothingRunsWithoutPermissionForTheWholeCommandLine() async throws {
    let events = await engine(Self.server { _ in "{}" }).events(try Self.call("server --x; more"), Self.around())
    guard case .refused(let asked)? = events.first else { return #expect(Bool(false), "\(events)") }
    #expect(asked.sources == [.program("server --x; more")] && asked.collection == "/nowhere")
    #expect(
      Self.failure(events)
        == "This collection has no permission to run the program server --x; more — allow it in the workbench, or pass "
        + "--allow-commands")
    #expect(runs.values == [])
  }

  @Test func aCommandForVariablesIsAnotherPermission() async throws {
    var around = Around.nothing
    around.access = .collection(folder: "/nowhere", allowed: [.command("server --x")])
    let events = await engine(Self.server { _ in "{}" }).events(try Self.call(), around)
    #expect(Self.failure(events)?.contains("no permission to run the program server --x") == true)
    #expect(runs.values == [])
  }

  @Test func aVariableInTheCommandLineIsRefused() async throws {
    let events = await engine(Self.server { _ in "{}" }).events(
      try Self.call("server {{token}}"), Self.around("server mcp-secret"))
    #expect(Self.failure(events)?.hasPrefix("A command line has no variables, and {{token}} is one") == true)
    #expect(runs.values == [])
  }

  @Test func aPreviewHasTheCallAndRunsNothing() async throws {
    let preview = await engine(Self.server { _ in "{}" }).preview(Self.job(try Self.call()))
    #expect(preview.head == ["stdio:server --x"] && preview.notes == [])
    #expect(
      String(decoding: preview.body, as: UTF8.self)
        == #"{"jsonrpc":"2.0","method":"tools/list","params":{},"id":1}"#)
    #expect(runs.values == [])
  }

  // MARK: Programs that fail

  @Test func theEndOfAProgramIsExplainedByItsStandardErrorWhichIsMasked() async throws {
    let request = try Self.call("server --x", "tools/list", #"{ "t": "{{token}}" }"#)
    let events = await engine(errors: "first\nsh: mcp-secret: not found") { _ in [] }.events(request, Self.around())
    #expect(
      Self.failure(events) == "initialize: the program has ended without an answer: sh: ••••••: not found")
    #expect(
      events.exchange?.log.console.map(\.text) == ["Program: first", "Program: sh: ••••••: not found"])
    #expect(events.exchange?.sent?.url == "stdio:server --x")
    #expect(runs.values == ["/nowhere: server --x", "ended"])
  }

  @Test func aProgramThatEndsSilentlyIsNamed() async throws {
    let events = await engine { _ in [] }.events(try Self.call(), Self.around())
    #expect(
      Self.failure(events) == "initialize: the program has ended without an answer — check its command line")
  }

  @Test func linesThatAreNoMessagesAreNoted() async throws {
    let events = await engine { _ in [Self.line("Welcome"), .end] }.events(try Self.call(), Self.around())
    #expect(events.exchange?.log.console.map(\.text) == ["Not a message: Welcome"])
  }

  @Test func aSecretAtTheEndOfTheShownPartOfALongLineIsMasked() async throws {
    let request = try Self.call("server --x", "tools/list", #"{ "t": "{{token}}" }"#)
    let start = String(repeating: "x", count: 4_090)
    let events = await engine(errors: start + "mcp-secret\nend\n", Self.server { _ in "{}" }).events(
      request, Self.around())
    #expect(
      events.exchange?.log.console.map(\.text) == ["Program: \(start)••… (12 more bytes)", "Program: end"])
  }

  @Test func theRestOfALineThatIsTooLongToBeKeptIsCounted() async throws {
    let errors = String(repeating: "x", count: 100_000)
    let events = await engine(errors: errors, Self.server { _ in "{}" }).events(try Self.call(), Self.around())
    #expect(
      events.exchange?.log.console.map(\.text) == ["Program: \(errors.prefix(4_096))… (95,904 more bytes)"])
  }

  @Test func aSecretAtTheEndOfTheShownPartOfALineThatIsNoMessageIsMasked() async throws {
    let request = try Self.call("server --x", "tools/list", #"{ "t": "{{token}}" }"#)
    let start = String(repeating: "x", count: 193)
    let events = await engine { _ in [Self.line(start + "mcp-secret"), .end] }.events(request, Self.around())
    #expect(events.exchange?.log.console.map(\.text) == ["Not a message: \(start)\(SecretMask.mark)…"])
  }

  @Test(arguments: [
    (ReceivedLine.late, "initialize: no answer within 300 ms — the option \"timeout\" sets the limit"),
    (.tooLong, "initialize: the program wrote a line that is too long"),
  ])
  func anAnswerThatIsLateOrTooLongIsAFailure(_ line: ReceivedLine, _ sentence: String) async throws {
    let request = try Self.call("server --x", more: #", "options": { "timeout": 0.3 }"#)
    let events = await engine { _ in [line] }.events(request, Self.around())
    #expect(Self.failure(events) == sentence)
  }

  @Test(arguments: [
    "", #", "body": { "text": "hello" }"#,
    #", "body": { "jsonrpc": { "method": "a", "id": 1, "batch": [{ "method": "b", "id": 2 }] } }"#,
  ])
  func aBodyThatIsNoCallIsRefused(_ body: String) async throws {
    let request = try SavedRequest(json: #"{ "url": "stdio:server --x"\#(body) }"#)
    let events = await engine(Self.server { _ in "{}" }).events(request, Self.around())
    #expect(
      Self.failure(events)
        == "A program needs one call of JSON-RPC as the body — choose JSON-RPC in the Body tab, or a tool with "
        + "MCP tools")
    #expect(runs.values == [])
  }

  @Test func cancellingEndsTheProgramBeforeTheExchange() async throws {
    let run = engine(waits: true) { _ in [] }.run(Self.job(try Self.call()))
    var events: [RunEvent] = []
    for await event in run.start() {
      if case .logged = event { run.cancel() }
      events.append(event)
    }
    #expect(events.exchange?.ending == .cancelled)
    #expect(runs.values == ["/nowhere: server --x", "ended"])
  }
}
