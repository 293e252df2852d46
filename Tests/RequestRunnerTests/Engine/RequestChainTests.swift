import Foundation
import RequestClient
import RequestModel
import RequestScript
import TestSupport
import Testing

@testable import RequestRunner

/// Requests whose scripts run other requests.
@Suite(.timeLimit(.minutes(1)))
struct RequestChainTests {
  /// The first of two requests that run each other.
  private static func job(_ name: String, _ server: RawServer) -> SendEngine.Job {
    var request = SavedRequest(url: server.url + "/" + name)
    request.name = name
    return SendEngine.Job(request: request) { _ in
      var inputs = RunInputs(baseFolder: "/nowhere")
      inputs.variables.add([Variable("own", .value("0")), Variable("tok", .secret)], to: .workspace)
      inputs.sources.namedJob = { other throws(Failure) in Self.job(other, server) }
      return inputs
    }
  }

  /// Only `bru.runRequest` shares them: a script of Postman sets its variables when it ends.
  @Test(arguments: [true, false])
  func changesOfAScriptAreSharedWithTheRequestThatItRunsIfItSaysSo(isShared: Bool) async throws {
    let sent = Recorder<String>()
    let server = try RawServer { connection in
      sent.record(String(try connection.readHead().split(separator: " ")[1]))
      try connection.respond(body: "{}")
    }
    let answers = Recorder<JSONObject>()
    let changes = [ScriptChange(.variables, .set(key: "own", value: "1", type: nil))]
    let hook: RunHooks.Hook = { context in
      guard context.request.name == "first" else {
        return context.apply([ScriptChange(.variables, .set(key: "other", value: "2", type: nil))])
      }
      let question = ScriptQuestion.runRequest("x-{{own}}", variables: [:], changes: isShared ? changes : nil)
      answers.record(await ScriptAnswers(context).answer(question))
    }
    let engine = SendEngine(client: Session(), hooks: RunHooks(preRequest: [hook])) { _, _ in }
    _ = await engine.events(Self.job("first", server))
    #expect(sent.values == [isShared ? "/x-1" : "/x-0", "/first"])
    let scopes = answers.values.first?["scopes"]?.object
    let variables: JSONValue? = isShared ? [["key": "own", "value": "1"], ["key": "other", "value": "2"]] : nil
    #expect(scopes?["variables"] == variables, "\(scopes.map { JSONValue.object($0).compact } ?? "none")")
  }

  @Test func requestsThatRunEachOtherEndWithTheirChainAsTheErrorOfAll() async throws {
    let sent = Recorder<String>()
    let server = try RawServer { connection in
      sent.record(String(try connection.readHead().split(separator: " ")[1]))
      try connection.respond(body: "{}")
    }
    let answers = Recorder<JSONObject>()
    let runsOther: RunHooks.Hook = { context in
      let other = context.request.name == "login" ? "refresh" : "login"
      answers.record(await ScriptAnswers(context).answer(.runRequest(other, variables: [:])))
    }
    let engine = SendEngine(client: Session(), hooks: RunHooks(preRequest: [runsOther])) { _, _ in }
    _ = await engine.events(Self.job("login", server))
    let message: JSONValue =
      "pm.execution.runRequest is nested too deeply: login → refresh → login → refresh → login → refresh — at most 5 requests run each other"
    #expect(answers.values == Array(repeating: ["error": ["message": message]], count: 5))
    #expect(sent.values == ["/login", "/refresh", "/login", "/refresh", "/login"])
  }

  /// As in Postman.
  @Test func variablesThatAScriptGivesToARequestAreOfThatRequestAndThoseItSendsUntilOneSetsThem() async throws {
    let sent = Recorder<String>()
    let server = try RawServer { connection in
      sent.record(String(try connection.readHead().split(separator: " ")[1]))
      try connection.respond(body: "{}")
    }
    let hook: RunHooks.Hook = { [url = server.url] context in
      switch context.request.name ?? "" {
      case "first-{{own}}":
        context.setVariable("own", to: "session")
        _ = await ScriptAnswers(context).answer(.runRequest("second-{{own}}", variables: ["own": "given"]))
        _ = await ScriptAnswers(context).answer(.runRequest("last-{{own}}", variables: ["own": 1]))
      case "second-{{own}}":
        _ = await ScriptAnswers(context).answer(.runRequest("third-{{own}}", variables: ["other": "2"]))
        _ = await ScriptAnswers(context).answer(.send(ScriptRequest(url: url + "/sent-{{own}}")))
      case "last-{{own}}": context.setVariable("own", to: "set")
      default: break
      }
    }
    let engine = SendEngine(client: Session(), hooks: RunHooks(preRequest: [hook])) { _, _ in }
    _ = await engine.events(Self.job("first-{{own}}", server))
    #expect(sent.values == ["/third-given", "/sent-given", "/second-given", "/last-set", "/first-set"])
    #expect(engine.session.all.map(\.name) == ["own"])
  }

  @Test func aVariableThatAScriptGivesToARequestIsASecretIfItsNameIsOne() async throws {
    let sent = Recorder<String>()
    let server = try RawServer { connection in
      sent.record(String(try connection.readHead().split(separator: " ")[1]))
      try connection.respond(body: "{}")
    }
    let hook: RunHooks.Hook = { context in
      guard context.request.name == "first" else { return }
      let answers = ScriptAnswers(context)
      _ = await answers.answer(.runRequest("x-{{tok}}", variables: ["tok": "given-secret"]))
      answers.receive(.console(.log, "gave given-secret"))
      answers.release()
    }
    let recorded = Recorder<Exchange>()
    let engine = SendEngine(client: Session(), hooks: RunHooks(preRequest: [hook])) { exchange, _ in
      recorded.record(exchange)
    }
    _ = await engine.events(Self.job("first", server))
    #expect(recorded.values.map { $0.sent?.url ?? "" } == ["/x-" + SecretMask.mark, "/first"].map { server.url + $0 })
    #expect(recorded.values.last?.log.console.map(\.text) == ["gave " + SecretMask.mark])
    // Nobody else has a value for it.
    _ = await engine.events(Self.job("later-{{tok}}", server))
    #expect(sent.values == ["/x-given-secret", "/first"])
  }

  @Test func theChangesOfARunApplyToTheRequestsOfItsScripts() async throws {
    let sent = Recorder<String>()
    let server = try RawServer { connection in
      let head = try connection.readHead()
      sent.record("\(head.split(separator: " ")[1]) \(head.lowercased().contains("x-run: 1"))")
      try connection.respond(body: "{}")
    }
    let runsOther: RunHooks.Hook = { context in
      guard context.request.name == "login" else { return }
      _ = await ScriptAnswers(context).answer(.runRequest("refresh", variables: [:]))
    }
    let engine = SendEngine(client: Session(), hooks: RunHooks(preRequest: [runsOther])) { _, _ in }
    var job = Self.job("login", server)
    job.options.change = { request in
      var request = request
      request.headers.append(Parameter("X-Run", "1"))
      return request
    }
    job.request = job.options.change(job.request)
    _ = await engine.events(job)
    #expect(sent.values == ["/refresh true", "/login true"])
  }
}
