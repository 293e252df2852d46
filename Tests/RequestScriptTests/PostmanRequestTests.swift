import RequestBasics
import Testing

@testable import RequestScript

/// The request as scripts of Postman see and change it.
struct PostmanRequestTests {
  private static let basic: JSONValue = [
    "type": "basic", "basic": [["key": "username", "value": "x"], ["key": "password", "value": "y"]],
  ]

  private func run(
    _ source: String, auth: JSONValue? = nil, event: ScriptJob.Event = .preRequest, status: Int? = nil
  ) async throws -> (result: ScriptResult, services: RecordedServices) {
    let services = RecordedServices()
    var job = ScriptJob(event, scripts: [ScriptSource(name: "1.js", source: source)])
    job.request = ScriptRequest(url: "https://x/", auth: auth)
    job.info.description = "what it is for"
    job.response = status.map { ScriptResponse(code: $0, reason: "") }
    return (try await ScriptHost(HostProgram.options).run(job, services: services), services)
  }

  private static func written(_ type: String, _ rows: KeyValuePairs<String, String>) -> JSONValue {
    let list = rows.map { JSONValue.object(["key": .string($0.key), "value": .string($0.value)]) }
    return .object(["type": .string(type), type: .array(list)])
  }

  @Test(
    arguments: [
      (
        "pm.request.auth.update([{key: 'password', value: 'new'}])",
        written("basic", ["username": "x", "password": "new"])
      ),
      ("pm.request.auth.update({username: 'me'})", written("basic", ["username": "me", "password": "y"])),
      ("pm.request.authorizeUsing('basic', {username: 'a'})", written("basic", ["username": "a"])),
      ("pm.request.authorizeUsing({type: 'basic', username: 'a'})", written("basic", ["username": "a"])),
      (
        "pm.request.auth = {type: 'apikey', apikey: [{key: 'key', value: 'K'}]}", written("apikey", ["key": "K"])
      ),
      ("pm.request.authorizeUsing(null)", .null), ("pm.request.headers.add({key: 'A', value: '1'})", nil),
    ] as [(String, JSONValue?)])
  func theAuthIsReportedIfAScriptChangesIt(_ source: String, _ auth: JSONValue?) async throws {
    let result = try await run(source, auth: Self.basic).result
    #expect(result.failure == nil && result.request != nil)
    let found = result.request?.auth
    let kind = found?.object?["type"]?.string ?? ""
    // Those of other kinds stay beside it.
    let shown: JSONValue? = kind.isEmpty ? found : ["type": .string(kind), kind: found?.object?[kind] ?? .null]
    #expect(shown == auth, "\(found?.compact ?? "none")")
  }

  @Test func whatPmHasCannotBeReplaced() async throws {
    let source = """
      pm.environment.set('a', '1');
      for (const name of ['environment', 'variables', 'request', 'info', 'sendRequest', 'expect']) pm[name] = {};
      console.log(pm.environment.get('a'), typeof pm.variables.get, pm.request.method, pm.info.eventName);
      console.log(typeof pm.sendRequest, typeof pm.expect);
      try { (function () { 'use strict'; pm.globals = 1; })() } catch (error) { console.log(error.name); }
      """
    let (result, services) = try await run(source)
    #expect(result.failure == nil)
    #expect(services.console == ["1 function GET prerequest", "function function", "TypeError"])
  }

  @Test func theDescriptionOfTheRequestIsThere() async throws {
    let source = "console.log(String(pm.request.description), pm.request.description.content, request.description)"
    let services = try await run(source).services
    #expect(services.console.contains("what it is for what it is for what it is for"), "\(services.console)")
  }

  @Test(arguments: [(200, "OK"), (299, "undefined")])
  func aStatusWithoutAPhraseHasTheUsualOne(_ status: Int, _ phrase: String) async throws {
    let services = try await run("console.log(pm.response.status)", event: .postResponse, status: status).services
    #expect(services.console == [phrase])
  }

  @Test func aMethodOfSugarJSIsNamedInItsError() async throws {
    let message = try await run("'a b'.capitalize()").result.failure?.message ?? ""
    #expect(message.contains("SugarJS, which has a method capitalize in Postman, is not part"), "\(message)")
    let other = try await run("'a b'.unheard()").result.failure?.message ?? ""
    #expect(!other.isEmpty && !other.contains("SugarJS"))
  }
}
