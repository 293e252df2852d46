import Foundation
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Values that a run fetches before its templates are replaced.
@Suite(.timeLimit(.minutes(1))) struct ValueFetchTests {
  private let server: RawServer
  private let requests = Recorder<String>()
  private let commands = Recorder<String>()

  init() throws {
    server = try RawServer { [requests] connection in
      let head = try connection.readHead()
      requests.record(head.split(separator: " ")[1].description)
      try connection.respond(headers: ["X-Key: k1"], body: #"{ "token": "t-123", "list": [1, 2] }"#)
    }
  }

  private func engine(recent: @escaping SendEngine.Recent = { _, _ in nil }) -> SendEngine {
    SendEngine(
      client: Session(),
      command: { [commands] line, folder, timeout in
        commands.record("\(line) in \(folder) for \(timeout)")
        return "from \(line)\r\n"
      }, recent: recent
    ) { _, _ in }
  }

  /// Requests by their paths in the collection.
  private func inputs(
    _ variables: [Variable], _ collection: [String: String] = [:], answers: [String: String] = [:],
    access: ReadAccess = .unrestricted
  ) -> RunInputs {
    var access = access
    access.allowsCommands = access == .unrestricted
    var inputs = RunInputs(
      variables: VariableScope(environment: Environment(name: "local", variables: variables)), baseFolder: "/c",
      access: access)
    inputs.sources.answers = answers
    inputs.sources.job = { [self] name throws(Failure) in
      guard let url = collection[name] else { throw Failure(.unprepared, "There is no request \"\(name)\"") }
      return SendEngine.Job(
        request: SavedRequest(url: server.url + url),
        origin: Exchange.Origin(root: "/c", address: Address(name + ".json")), environment: "local"
      ) { _ in self.inputs(variables, collection, answers: answers) }
    }
    return inputs
  }

  private func send(_ path: String, _ inputs: RunInputs, with engine: SendEngine) async -> [RunEvent] {
    let origin = Exchange.Origin(root: "/c", address: Address("own.json"))
    return await engine.events(
      SendEngine.Job(request: SavedRequest(url: "\(server.url)/\(path)"), origin: origin, environment: "local") { _ in
        inputs
      })
  }

  // MARK: Commands and prompts

  @Test func aCommandRunsOnceInASessionAndOnlyIfItIsUsed() async {
    let variables = [
      Variable("password", .command(ValueCommand(words: ["pass", "show", "a b"], timeout: 5)), secret: true),
      Variable("unused", .command(ValueCommand(shell: "false"))),
    ]
    let engine = engine()
    for _ in 0..<2 {
      let exchange = await send("{{password | urlencode}}", inputs(variables), with: engine).exchange
      #expect(
        exchange?.response?.status == 200 && exchange?.sent?.url.contains("pass") == false,
        "\(String(describing: exchange?.outcome))")
    }
    #expect(commands.values == ["pass show 'a b' in /c for 5.0 seconds"])
    #expect(requests.values.last == "/from%20pass%20show%20%27a%20b%27")
  }

  @Test func withoutPermissionNothingRuns() async {
    let variables = [Variable("x", .command(ValueCommand(shell: "rm -r ~")))]
    let events = await send("{{x}}", inputs(variables, access: .folder("/c")), with: engine())
    #expect(
      events.exchange?.outcome.failure?.sentence
        == "This collection has no permission to read the output of rm -r ~ — allow it in the workbench, or pass --allow-commands"
    )
    guard case .refused(let asked) = events.first else { return #expect(Bool(false), "\(events)") }
    #expect(asked.sources == [.command("rm -r ~")] && commands.values.isEmpty && requests.values.isEmpty)
  }

  @Test func permissionToReadFilesIsNotPermissionToRunCommands() {
    #expect(!ReadAccess.unrestricted.allows(.command("date")))
    #expect(ReadAccess.unrestricted(allowed: [.command("date")]).allows(.command("date")))
    #expect(ReadAccess.unrestricted.allows(.file("/etc/hostname")))
  }

  @Test func aPromptIsAskedForBeforeAnythingIsSent() async {
    let variables = [
      Variable("code", .prompt("One-time code"), secret: true), Variable("user", .prompt("User")),
    ]
    let events = await send("{{code}}/{{user}}", inputs(variables), with: engine())
    guard case .prompts(let questions) = events.first else { return #expect(Bool(false), "\(events)") }
    #expect(
      questions == [
        PromptQuestion(name: "code", question: "One-time code", isSecret: true),
        PromptQuestion(name: "user", question: "User"),
      ])
    #expect(
      events.exchange?.outcome.failure?.sentence
        == "No value was typed for {{code}}, {{user}} — send it on a terminal, or pass --var code=…")
    let answered = inputs(variables, answers: ["code": "123456", "user": ""])
    #expect(await send("{{code}}/{{user}}", answered, with: engine()).exchange?.sent?.url.contains("123456") == false)
    #expect(requests.values == ["/123456/"])
  }

  @Test func anAnswerThatLooksLikeACredentialIsMaskedAndNotRemembered() async {
    let kept = Recorder<String>()
    let variables = [Variable("apiToken", .prompt("Token")), Variable("user", .prompt("User"))]
    var answered = inputs(variables, answers: ["apiToken": "s3cret-answer", "user": "ada"])
    answered.sources.keepAnswer = { name, _ in kept.record(name) }
    let exchange = await send("{{apiToken}}/{{user}}", answered, with: engine()).exchange
    #expect(requests.values == ["/s3cret-answer/ada"])
    #expect(exchange?.sent?.url == "\(server.url)/\(SecretMask.mark)/ada")
    #expect(
      exchange?.log.console.map(\.text) == [
        "{{apiToken}} has an answer that looks like a credential and is masked — declare it with \"secret\": true"
      ])
    #expect(kept.values == ["user"])
  }

  // MARK: Responses

  @Test(
    arguments: [
      (#"{{response "login" "$.token"}}"#, "/t-123"), (#"{{response "login" "$.list" | json}}"#, "/[1,2]"),
      (#"{{response "login" "$.list[*]"}}"#, "/[1,2]"), (#"{{response "login" header=x-key | upper}}"#, "/K1"),
      (#"{{response "login" status}}"#, "/200"),
    ])
  func aPartOfAnotherResponseIsUsed(_ template: String, _ path: String) async {
    _ = await send(template, inputs([], ["login": "/login"]), with: engine())
    #expect(requests.values.first == "/login")
    #expect(requests.values.last?.removingPercentEncoding == path)
  }

  @Test func manyRunsNeedOneFetch() async {
    let engine = engine()
    let inputs = inputs([Variable("t", .value(#"{{response "login" "$.token"}}"#))], ["login": "/login"])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<5 { group.addTask { _ = await self.send("\(number)/{{t}}", inputs, with: engine) } }
    }
    #expect(requests.values.filter { $0 == "/login" }.count == 1)
    #expect(Set(requests.values) == Set((0..<5).map { "/\($0)/t-123" } + ["/login"]))
  }

  @Test func aRequestThatWasSentIsNotSentAgainForItsResponse() async throws {
    let engine = engine()
    let inputs = inputs([], ["login": "/login"])
    _ = await engine.events(try inputs.sources.job("login"))
    _ = await send(#"{{response "login" "$.token"}}"#, inputs, with: engine)
    #expect(requests.values == ["/login", "/t-123"])
    // Another iteration of a run has responses of its own.
    _ = await send(#"{{response "login" "$.token"}}"#, inputs, with: engine.withOwnSession())
    #expect(requests.values == ["/login", "/t-123", "/login", "/t-123"])
  }

  @Test(
    arguments: [
      (["a": #"/{{response "b" "$.token"}}"#, "b": #"/{{response "a" "$.token"}}"#], "a → b → a"),
      (["a": #"/{{response "a" status}}"#], "a → a"),
      (["a": #"/{{response "own" status}}"#, "own": "/"], "own → a → own"),
    ] as [([String: String], String)])
  func aCircleIsNamedByItsPath(_ collection: [String: String], _ path: String) async {
    let exchange = await send(#"{{response "a" status}}"#, inputs([], collection), with: engine()).exchange
    let sentence = exchange?.outcome.failure?.sentence ?? ""
    #expect(sentence.contains("Requests need each other's responses: \(path) — take one of these templates out"))
    #expect(requests.values.isEmpty)
  }

  @Test func aResponseOfHistoryIsUsedIfItIsYoungEnoughAndNotMasked() async {
    func recent(_ body: String) -> SendEngine.Recent {
      { job, since in
        #expect(abs(since.timeIntervalSinceNow + 600) < 60 && job.origin?.address == Address("login.json"))
        var exchange = Exchange(
          id: ExchangeID(), request: job.request, origin: job.origin, environment: "local", startedAt: Date(),
          outcome: .cancelled(partial: nil), duration: .zero)
        exchange.outcome = .completed(
          Response(status: 200, reason: "OK", httpVersion: "1.1", headers: [], body: Data(body.utf8)))
        return exchange
      }
    }
    let template = #"{{response "login" "$.token" maxAge=10m}}"#
    let inputs = inputs([], ["login": "/login"])
    _ = await send(template, inputs, with: engine(recent: recent(#"{ "token": "old" }"#)))
    #expect(requests.values == ["/old"])
    _ = await send(template, inputs, with: engine(recent: recent(#"{ "token": "••••••" }"#)))
    #expect(requests.values == ["/old", "/login", "/t-123"])
  }

  @Test(
    arguments: [
      (#"{{response "absent" status}}"#, #"There is no request "absent""#),
      (#"{{response "login" "$.nothing"}}"#, #"The request "login" has no $.nothing in its response"#),
      (#"{{response "login" header=Absent}}"#, #"The request "login" has no header Absent in its response"#),
    ])
  func whatIsNotThereIsASentence(_ template: String, _ sentence: String) async {
    let exchange = await send(template, inputs([], ["login": "/login"]), with: engine()).exchange
    #expect(exchange?.outcome.failure?.sentence == sentence)
  }
}
