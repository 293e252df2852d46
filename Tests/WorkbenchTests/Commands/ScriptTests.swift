import Foundation
import RequestModel
import TestSupport
import Testing

/// Scripts of requests in `send` and `run`.
@Suite(.timeLimit(.minutes(2)))
final class ScriptTests {
  /// The servers of a test, which end with it.
  private var servers: [RawServer] = []

  /// Answers each request with its path and body.
  private func server(_ log: Recorder<String> = Recorder()) throws -> RawServer {
    let server = try RawServer { connection in
      while true {
        let head = try connection.readHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        let words = head.split(separator: " ")
        let made = head.split(separator: "\r\n").first { $0.hasPrefix("X-Made: ") }.map { " " + $0.dropFirst(8) } ?? ""
        log.record("\(words[0]) \(words[1])\(made)" + (body.isEmpty ? "" : " " + body))
        try connection.respond(
          "200 OK", headers: ["Content-Type: application/json"], body: #"{"id": 7, "path": "\#(words[1])"}"#)
      }
    }
    servers.append(server)
    return server
  }

  /// A collection with one request and its scripts.
  private func collection(
    _ server: RawServer, before: String = "", after: String = "", settings: String = "{}", url: String = "/{{id}}"
  ) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", settings)
    try sandbox.write("shop/a.json", request(server.url + url, before: before, after: after))
    return sandbox
  }

  private func request(_ url: String, before: String = "", after: String = "") -> String {
    let scripts: JSONValue = ["preRequest": .string(before), "postResponse": .string(after)]
    return JSONValue.object(["url": .string(url), "scripts": scripts]).compact
  }

  @Test func scriptsOfACollectionNeedPermission() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log), after: "pm.test('a', () => {})", url: "/")
    let result = try await sandbox.run("send", "shop/a.json")
    #expect(result.status == 4 && log.values.isEmpty)
    #expect(
      result.error
        == "This collection has no permission to run its scripts — allow it in the workbench, or pass --allow-scripts\n"
    )
    #expect(try await sandbox.run("run", "shop", "--allow-scripts").status == 0)
  }

  /// In a request and in one of `pm.sendRequest`.
  @Test func anotherOriginGetsNoHeaderInWhichAScriptPutASecret() async throws {
    let far = Recorder<String>()
    let other = try RawServer { connection in
      far.record(try connection.readHead())
      try connection.respond("200 OK")
    }
    let near = Recorder<String>()
    let home = try RawServer { connection in
      near.record(try connection.readHead())
      try connection.respond("302 Found", headers: ["Location: \(other.url)/far"])
    }
    servers += [other, home]
    let header = "{key: 'X-Made', value: 'of ' + pm.variables.get('tok')}"
    let script = """
      pm.request.headers.add(\(header));
      pm.sendRequest({url: '\(home.url)/asked', header: [\(header), {key: 'X-Plain', value: 'p'}]}, () => {});
      """
    let sandbox = try collection(
      home, before: script, settings: #"{"variables": [{"name": "tok", "secret": true}]}"#, url: "/")
    let result = try await sandbox.run("run", "shop", "--allow-scripts", "--secret", "tok=hush-hush-1234")
    #expect(result.status == 0, "\(result.error)")
    #expect(near.values.count == 2 && near.values.allSatisfy { $0.contains("X-Made: of hush-hush-1234") })
    #expect(far.values.count == 2 && far.values.allSatisfy { !$0.contains("hush") })
    #expect(far.values.contains { $0.contains("X-Plain: p") })
  }

  /// As in Postman. The formats of OpenAPI are not part of JSON Schema.
  @Test func aSchemaWithAnUnknownFormatIsRefused() async throws {
    let server = try server()
    let script = """
      for (const format of ['int32', 'email']) pm.test(format, () => pm.expect(1).to.have.jsonSchema({ format }));
      """
    let sandbox = try collection(server, after: script, url: "/")
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.status == 1, "\(result.text) \(result.error)")
    #expect(result.text.contains("unknown format \"int32\" is used in schema at path \"#\""), "\(result.text)")
    #expect(!result.text.contains("\"email\""), "\(result.text)")
  }

  /// As Bruno does, which has ajv-formats.
  @Test func aScriptOfBrunoChecksTheFormatsOfOpenAPI() async throws {
    let server = try server()
    let script = """
      bru.setVar('seen', 1)
      for (const [value, format] of [[1, 'int32'], [1.5, 'int32'], ['YQ==', 'byte'], ['YQ', 'byte'], [1, 'colour']]) {
        test(`${value} ${format}`, () => { expect(value).to.have.jsonSchema({ format }) })
      }
      """
    let result = try await collection(server, after: script, url: "/").run("run", "shop", "--allow-scripts")
    #expect(result.status == 1, "\(result.text) \(result.error)")
    for name in ["int32", "byte"] {
      #expect(result.text.contains("data should match format \"\(name)\""), "\(result.text)")
      #expect(!result.text.contains("unknown format \"\(name)\""), "\(result.text)")
    }
    #expect(result.text.contains("unknown format \"colour\" is used in schema at path \"#\""), "\(result.text)")
  }

  @Test func scriptsOfBrunoSeeHeadersThatAreTurnedOffAfterTheResponse() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    let script = "console.log(JSON.stringify(req.headerList.filter(header => header.key.startsWith('X-'))))"
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write(
      "shop/a.json",
      #"""
      { "url": "\#(server.url)/", "scripts": { "postResponse": "\#(script)" },
        "headers": [{ "name": "X-On", "value": "1" }, { "name": "X-Off", "value": "2", "off": true }] }
      """#)
    let result = try await sandbox.run("send", "shop/a.json", "--allow-scripts")
    #expect(result.status == 0)
    let list = #"[{"key":"X-Off","value":"2","disabled":true},{"key":"X-On","value":"1"}]"#
    #expect(result.error.contains(list), "\(result.error)")
  }

  @Test func theVaultNeedsAPermissionOfItsOwn() async throws {
    let log = Recorder<String>()
    let use = "await pm.vault.set('key', 'long-s3cret-value'); console.log('kept', (await pm.vault.get('key')).length)"
    let sandbox = try collection(
      try server(log), after: "try { \(use) } catch (error) { console.log('refused:', error.message) }", url: "/")
    let refused = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-files")
    #expect(refused.status == 0, "\(refused.text) \(refused.error)")
    #expect(
      refused.text.contains(
        "refused: This collection has no permission to use secrets of the collection and the environment (pm.vault)"
          + " — allow it in the workbench, or pass --allow-vault"), "\(refused.text)")
    let allowed = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-vault")
    #expect(allowed.text.contains("kept 17"), "\(allowed.text) \(allowed.error)")
    // An error before the request keeps it from being sent.
    let before = try collection(try server(log), before: use, url: "/before")
    let failed = try await before.run("send", "shop/a.json", "--allow-scripts")
    #expect(failed.status == 4 && failed.error.contains("or pass --allow-vault"), "\(failed.error)")
    #expect(log.values == ["GET /", "GET /"])
  }

  @Test func scriptsUseTheCookiesOfTheirOwnHostAndOfThoseThatAreAllowed() async throws {
    let server = try server()
    let script = """
      const jar = pm.cookies.jar();
      await jar.set('\(server.url)', 'own', 'here');
      console.log('own', await jar.get('\(server.url)', 'own'));
      for (const work of [
        () => jar.set('https://other.example/', 'a', 'b'), () => jar.getAll('https://Other.example'),
      ]) {
        try { console.log('other', (await work()) !== undefined); } catch (error) { console.log(error.message); }
      }
      """
    let sandbox = try collection(server, before: script, url: "/")
    let refused = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-cookies", "example")
    #expect(refused.status == 0 && refused.text.contains("own here"), "\(refused.text) \(refused.error)")
    let sentence =
      "This collection has no permission to use the cookies of other.example"
      + " — allow it in the workbench, or pass --allow-cookies other.example"
    #expect(refused.text.components(separatedBy: sentence).count == 3, "\(refused.text)")
    let allowed = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-cookies", "Other.Example")
    #expect(allowed.text.components(separatedBy: "other true").count == 3, "\(allowed.text) \(allowed.error)")
    let wrong = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-cookies", "https://other.example/")
    #expect(wrong.status == 2 && wrong.error.contains("--allow-cookies takes a host"), "\(wrong.error)")
  }

  @Test func aScriptClearsTheJarOfTheHostsThatItMayUse() async throws {
    let server = try server()
    let url = server.url
    let clear = """
      const jar = bru.cookies.jar();
      await jar.setCookie('\(url)', { key: 'own', value: 'here', maxAge: 600 });
      try { await jar.clear(); } catch (error) { console.log(error.message); }
      console.log('left', (await jar.getCookies('\(url)')).length);
      """
    let sandbox = try collection(server)
    try sandbox.write("shop/a.json", request(url + "/", before: clear))
    try sandbox.write("cookies.txt", "other.example\tFALSE\t/\tFALSE\t0\ta\tb\n")
    for mayUse in [true, false] {
      let result = try await sandbox.run(
        ["run", "shop/a.json", "--allow-scripts", "-b", "cookies.txt"]
          + (mayUse ? ["--allow-cookies", "other.example"] : []))
      #expect(result.status == 0 && result.text.contains("left 0"), "\(result.text)")
      let sentence = "The cookies of other hosts stay: this collection has no permission to use them"
      #expect(result.text.contains(sentence) == !mayUse, "\(result.text)")
    }
  }

  /// A cookie of the host above is only sent to the request's own host if it is one of the domain.
  @Test(arguments: [(flag: "FALSE", stays: true), (flag: "TRUE", stays: false)])
  func aScriptLeavesTheCookiesOfTheHostAbove(flag: String, stays: Bool) async throws {
    let script = "try { await bru.cookies.jar().clear(); } catch (error) { console.log(error.message); }"
    let server = try server()
    let sandbox = try collection(server)
    let port = try #require(server.url.split(separator: ":").last)
    let request: JSONValue = [
      "url": .string("http://api.shop.example:\(port)/"), "scripts": ["preRequest": .string(script)],
      "options": ["resolve": [["name": .string("api.shop.example:\(port)"), "value": "127.0.0.1"]]],
    ]
    try sandbox.write("shop/a.json", request.compact)
    try sandbox.write("cookies.txt", "shop.example\t\(flag)\t/\tFALSE\t0\ta\tb\n")
    let result = try await sandbox.run("run", "shop/a.json", "--allow-scripts", "-b", "cookies.txt")
    let sentence = "The cookies of other hosts stay: this collection has no permission to use them"
    #expect(result.text.contains(sentence) == stays, "\(result.text) \(result.error)")
  }

  @Test func aRequestOfAScriptShowsNoCookiesOfAnotherHost() async throws {
    let other = try server()
    // The host of the request is 127.0.0.1.
    let url = other.url.replacing("127.0.0.1", with: "localhost")
    let script = """
      await pm.cookies.jar().set('\(url)', {name: 'kept', value: 'hidden', maxAge: 86400});
      console.log('sees', (await pm.sendRequest('\(url)/x')).cookies.has('kept'));
      """
    let sandbox = try collection(try server(), before: script, url: "/")
    let allowed = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-cookies", "localhost")
    #expect(allowed.text.contains("sees true"), "\(allowed.text) \(allowed.error)")
    let look = "console.log('sees', (await pm.sendRequest('\(url)/x')).cookies.has('kept'));"
    try sandbox.write("shop/a.json", request(try server().url + "/", before: look))
    let refused = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(refused.text.contains("sees false"), "\(refused.text) \(refused.error)")
  }

  @Test func aRequestOfAScriptShowsTheCookiesOfTheHostThatItIsRedirectedTo() async throws {
    let last = try RawServer { connection in
      while true {
        _ = try connection.readHead()
        try connection.respond("200 OK", headers: ["Set-Cookie: kept=own"], body: "{}")
      }
    }
    let first = try RawServer { [url = last.url] connection in
      while true {
        _ = try connection.readHead()
        try connection.respond("302 Found", headers: ["Location: \(url)/"], body: "")
      }
    }
    servers += [first, last]
    let url = first.url.replacing("127.0.0.1", with: "localhost")
    let keep = "await pm.cookies.jar().set('\(url)', {name: 'kept', value: 'hidden', maxAge: 86400});"
    let sandbox = try collection(try server(), before: keep, url: "/")
    let kept = try await sandbox.run("run", "shop", "--allow-scripts", "--allow-cookies", "localhost")
    #expect(kept.status == 0, "\(kept.text) \(kept.error)")
    let look = "console.log('sees', (await pm.sendRequest('\(url)/x')).cookies.get('kept'));"
    try sandbox.write("shop/a.json", request(try server().url + "/", before: look))
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.text.contains("sees own"), "\(result.text) \(result.error)")
  }

  @Test func aScriptChangesTheRequestAndSetsItsVariables() async throws {
    let log = Recorder<String>()
    let before = """
      pm.variables.set('id', 'own'); pm.request.method = 'PUT'; pm.request.headers.add({key: 'X-Made', value: 'here'});
      pm.request.body.update('text of ' + pm.info.requestName);
      """
    let sandbox = try collection(try server(log), before: before)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["PUT /own here text of a"])
  }

  @Test func scriptsAfterTheResponseHaveHeadersThatAreOffAndPathParameters() async throws {
    let after = """
      console.log('off', JSON.stringify(req.headerList.filter(header => header.disabled)));
      console.log('sent', req.getHeader('X-A'), 'X-Off' in req.getHeaders(), 'x-off' in request.headers);
      console.log('path', JSON.stringify(req.getPathParams()), req.getUrl().endsWith('/7'));
      """
    let sandbox = try collection(
      try server(),
      settings: #"""
        {"headers": [{"name": "x-off", "value": "outer", "off": true}, {"name": "X-A", "value": "1"},
                     {"name": "X-Outer", "value": "2", "off": true}]}
        """#)
    let request: JSONValue = [
      "url": .string(servers[0].url + "/:id"), "path": ["id": "{{n}}"], "variables": [["name": "n", "value": "7"]],
      "headers": [["name": "X-Off", "value": "inner", "off": true], ["name": "X-A", "value": "3", "off": true]],
      "scripts": ["postResponse": .string(after)],
    ]
    try sandbox.write("shop/a.json", request.compact)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    for line in [
      #"off [{"key":"X-Off","value":"inner","disabled":true},{"key":"X-Outer","value":"2","disabled":true}]"#,
      "sent 1 false false", #"path [{"name":"id","value":"7","type":"path"}] true"#,
    ] { #expect(result.text.contains(line), "\(result.text) \(result.error)") }
  }

  @Test func scriptsOfTheCollectionRunBeforeThoseOfTheRequest() async throws {
    let log = Recorder<String>()
    let settings = #"{"scripts": {"preRequest": ["pm.variables.set('id', 'outer')", "console.log('outer')"]}}"#
    let before = "pm.variables.set('id', pm.variables.get('id') + '-inner')"
    let sandbox = try collection(try server(log), before: before, settings: settings)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(log.values == ["GET /outer-inner"], "\(result.text) \(result.error)")
  }

  @Test func scriptsUseWhatIsCapturedAndChecksWhatScriptsSet() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    try sandbox.write(
      "shop/a.json",
      #"""
      {"url": "\#(server.url)/", "captures": [{"name": "id", "query": "jsonpath", "expression": "$.id"}],
       "scripts": {"postResponse": "pm.variables.set('next', Number(pm.variables.get('id')) + 1)"},
       "checks": [{"query": "variable", "expression": "next", "value": "8"}]}
      """#)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.status == 0, "\(result.text) \(result.error)")
  }

  @Test func aScriptSeesJSONAsItIsSent() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log))
    let after = "console.log('after ' + pm.request.body.raw)"
    try sandbox.write(
      "shop/a.json",
      #"""
      {"method": "POST", "url": "\#(servers[0].url)/", "body": {"json": {"price": 1.50, "tags": ["a", "b"]}},
       "scripts": {"preRequest": "console.log('before ' + pm.request.body.raw)", "postResponse": "\#(after)"}}
      """#)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    let sent = #"{"price":1.50,"tags":["a","b"]}"#
    #expect(log.values == ["POST / \(sent)"])
    #expect(result.text.contains("before \(sent)\n") && result.text.contains("after \(sent)\n"), "\(result.text)")
  }

  @Test func iterationsAtTheSameTimeWarnOnceThatTheyShareValues() async throws {
    let sandbox = try collection(try server(), after: "pm.environment.set('seen', 1)", url: "/")
    let sentence = "Iterations that run at the same time share what scripts set in the environment"
    let result = try await sandbox.run("run", "shop", "--allow-scripts", "-n", "4", "--jobs", "2")
    #expect(result.text.components(separatedBy: sentence).count == 2, "\(result.text) \(result.error)")
    let inTurn = try await sandbox.run("run", "shop", "--allow-scripts", "-n", "4")
    #expect(!inTurn.text.contains(sentence))
  }

  @Test func functionsOfACollectionsScriptServeAllScriptsOfEachRequest() async throws {
    let check = "check = code => pm.test('is ' + code, () => pm.response.to.have.status(code))"
    let settings = #"{"scripts": {"preRequest": "\#(check)"}}"#
    let sandbox = try collection(
      try server(), before: "used = typeof check", after: "check(200); check(201); console.log(used)",
      settings: settings, url: "/")
    try sandbox.write("shop/b.json", sandbox.text("shop/a.json"))
    try sandbox.write("shop/c.json", request("\(servers[0].url)/", after: "console.log(typeof used)"))
    let result = try await sandbox.run("run", "shop", "--allow-scripts", "-n", "3", "--jobs", "3")
    #expect(result.status == 1)
    #expect(result.text.contains("9 requests (6 failed), 12 checks (6 failed)"))
    let lines = result.text.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("function") } == 6 && lines.count { $0.hasSuffix("undefined") } == 3)
  }

  @Test func testsAreChecksAndAFailedOneExitsWith1() async throws {
    let after = """
      pm.test('id is 7', () => pm.expect(pm.response.json().id).to.equal(7));
      pm.test('id is 8', () => pm.expect(pm.response.json().id).to.equal(8));
      """
    let sandbox = try collection(try server(), after: after, url: "/")
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.status == 1)
    #expect(
      result.text.contains("✗ id is 8: expected 7 to equal 8 (a.json postResponse:2:67)\n"), "\(result.text)")
    #expect(result.text.contains("2 checks (1 failed)"))
  }

  @Test func anErrorBeforeTheRequestKeepsItFromBeingSent() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log), before: "const a = 1;\nnothing.here();", url: "/")
    let result = try await sandbox.run("send", "shop/a.json", "--allow-scripts")
    #expect(result.status == 4 && log.values.isEmpty)
    #expect(
      result.error.contains(
        "The script before the request failed: ReferenceError: Can't find variable: nothing (a.json preRequest:2:8)"),
      "\(result.error)")
  }

  @Test func variablesOfTheEnvironmentChangeInMemoryAlone() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(
      try server(log), before: "pm.environment.set('id', (pm.environment.get('id') ?? 0) + 1)")
    let file = #"{"variables": [{"name": "id", "value": 4}]}"#
    try sandbox.write("shop/environments/local.json", file)
    let result = try await sandbox.run("run", "shop", "--allow-scripts", "-n", "2")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /5", "GET /6"])
    #expect(sandbox.text("shop/environments/local.json") == file)
  }

  @Test func whatAScriptPutsIntoASecretIsMasked() async throws {
    let after = "pm.environment.set('token', 'top-secret-' + pm.response.json().id); console.log('it is top-secret-7')"
    let sandbox = try collection(try server(), after: after, url: "/")
    try sandbox.write("shop/environments/local.json", #"{"variables": [{"name": "token", "secret": true}]}"#)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(result.status == 0 && result.text.contains("it is ••••••\n"), "\(result.text) \(result.error)")
  }

  @Test func aScriptSendsRequestsOfItsOwn() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let before = """
      const answer = await pm.sendRequest({url: '\(server.url)/login', method: 'POST', body: {mode: 'raw', raw: 'me'}});
      pm.variables.set('id', answer.json().id);
      """
    let sandbox = try collection(server, before: before)
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(log.values == ["POST /login me", "GET /7"], "\(result.text) \(result.error)")
  }

  @Test func aScriptChoosesTheNextRequestAndLeavesOthersOut() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server, after: "postman.setNextRequest('c')", url: "/a")
    try sandbox.write("shop/b.json", request(server.url + "/b"))
    try sandbox.write("shop/c.json", request(server.url + "/c", before: "pm.execution.skipRequest()"))
    try sandbox.write("shop/d.json", request(server.url + "/d", after: "pm.execution.setNextRequest(null)"))
    try sandbox.write("shop/e.json", request(server.url + "/e"))
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(log.values == ["GET /a", "GET /d"], "\(result.text) \(result.error)")
  }

  @Test func aSendPrintsWhatItsScriptsWrite() async throws {
    let sandbox = try collection(try server(), after: "console.log('first', {a: 1}); console.warn('second')", url: "/")
    let result = try await sandbox.run("send", "shop/a.json", "--allow-scripts")
    #expect(result.error.hasSuffix("\nfirst { a: 1 }\nwarn: second\n"), "\(result.error)")
  }

  @Test func handlersOfAnHTTPFileCheckTheResponseAndSetGlobalVariables() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.http",
      """
      ### first
      GET \(server.url)/a

      > {%
      client.test("ok", () => { client.assert(response.status === 200, "m") });
      client.global.set("t", "from-handler"); client.log("x");
      %}

      ### second
      GET \(server.url)/{{t}}

      > {% client.test("wrong", () => client.assert(response.status === 201, "not created")) %}
      """)
    let result = try await sandbox.run(["run", "a.http", "--allow-scripts"])
    #expect(log.values.last?.contains("/from-handler") == true, "\(log.values)")
    #expect(result.status == 1, "\(result.text) \(result.error)")
    #expect(result.text.contains("not created") && !result.text.contains("deprecated"))
  }

  @Test func scriptsAreFilesToo() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    try sandbox.write(
      "shop/a.json", #"{"url": "\#(server.url)/{{id}}", "scripts": {"preRequestFile": "lib/before.js"}}"#)
    try sandbox.write("shop/lib/before.js", "const {id} = require('./id.js'); pm.variables.set('id', id);")
    try sandbox.write("shop/lib/id.js", "module.exports = {id: 'from-a-file'};")
    let result = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(log.values == ["GET /from-a-file"], "\(result.text) \(result.error)")
    try sandbox.write(
      "shop/a.json", #"{"url": "\#(server.url)/{{id}}", "scripts": {"preRequestFile": "../outside.js"}}"#)
    try sandbox.write("outside.js", "pm.variables.set('id', 'x')")
    let refused = try await sandbox.run("run", "shop", "--allow-scripts")
    #expect(refused.text.contains("The script ../outside.js is outside of the collection"), "\(refused.text)")
  }
}
