import Foundation
import RequestModel
import TestSupport
import Testing

/// A run of a Postman file sends and leaves behind the same as newman.
@Suite(.timeLimit(.minutes(2)))
struct PostmanAgreementTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let head = try connection.readHead()
        let lines = head.split(separator: "\r\n").map(String.init)
        let length = lines.first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        let line = lines[0].split(separator: " ").prefix(2).joined(separator: " ")
        log.record(
          ([line] + lines.filter { $0.hasPrefix("Cookie: ") } + (body.isEmpty ? [] : [body])).joined(separator: "\n"))
        try connection.respond(
          headers: line.hasSuffix("/set") ? ["Set-Cookie: a=jar", "Set-Cookie: b=jar"] : [], body: "{}")
      }
    }
    sandbox = try Sandbox()
  }

  /// Writes a collection. `{{host}}` is the server.
  private func write(_ name: String, _ items: [JSONValue]) throws {
    let host = server.url.dropFirst("http://".count)
    let json: JSONValue = [
      "info": ["name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "variable": [["key": "host", "value": .string(String(host))]], "item": .array(items),
    ]
    try sandbox.write(name, json.compact)
  }

  private func item(
    _ name: String, _ request: JSONValue, before: String = "", after: String = "", id: String? = nil
  ) -> JSONValue {
    var item: JSONObject = ["name": .string(name), "request": request]
    item["id"] = id.map { .string($0) }
    item["event"] = [
      ["listen": "prerequest", "script": ["exec": .string(before)]],
      ["listen": "test", "script": ["exec": .string(after)]],
    ]
    return .object(item)
  }

  private func run(_ arguments: String...) async throws -> Program.Finished {
    try await sandbox.run(["run", "c.json", "--allow-scripts"] + arguments)
  }

  @Test func theURLOfPartsAndTheMethodAreSentAsNewmanSendsThem() async throws {
    try write(
      "c.json",
      [
        item(
          "a",
          [
            "method": "get",
            "url": [
              "raw": "http://none/raw", "host": ["{{host}}"], "path": ["a b", ":id.json", ":x"],
              "query": [["key": "q", "value": "a&b#c d"], ["key": "r", "value": "{{two}}"]],
              "variable": [["key": "id", "value": "{{seven}}"], ["key": "x", "value": "y/z?w=:id"]],
            ],
          ], before: "pm.variables.set('two', '1&s=2'); pm.variables.set('seven', ':x');"),
        item("b", ["method": "{{verb}}", "url": "{{host}}/b"], before: "pm.variables.set('verb', 'purge');"),
      ])
    let result = try await run()
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /a%20b/:x.json/y/z%3Fw=:id?q=a%26b%23c%20d&r=1&s=2", "PURGE /b"])
  }

  @Test func parametersThatAScriptAddsAreSentAsNewmanSendsThem() async throws {
    let add = """
      pm.request.url.query.add({key: 'a=b', value: 'p&q#r=s'}); pm.request.url.addQueryParams([{key: 'v', value: '{{x&y}}'}]);
      pm.variables.set('x&y', '1&z=2');
      await pm.sendRequest({url: {host: [pm.variables.get('host')], path: ['own'], query: [{key: 'k', value: 'l&m'}]}});
      """
    let url: JSONValue = ["host": ["{{host}}"], "path": ["p"], "query": [["key": "c", "value": "d"]]]
    try write("c.json", [item("a", ["url": url], before: add)])
    let result = try await run()
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /own?k=l%26m", "GET /p?c=d&a%3Db=p%26q%23r=s&v=1&z=2"])
  }

  @Test func aModuleThatIsMissingIsToldOfOnceWithWhatToDo() async throws {
    let script =
      "for (const load of [require, pm.require]) { try { load(load === require ? 'nope' : 'npm:nope') } catch (e) { console.log(e.message) } }"
    try write("c.json", [item("a", ["url": "{{host}}/"], after: script)])
    let result = try await run()
    let message = "Cannot find module 'nope' — no Debian package with it is installed; put its file into the collection"
    #expect(result.text.components(separatedBy: message).count == 3, "\(result.text)")
    #expect(result.text.components(separatedBy: "Cannot find module").count == 3)
  }

  @Test func aPackageIsFoundInTheFolderOfTheSettings() async throws {
    try sandbox.write("lib/node_modules/greeting/package.json", #"{"main": "main.js"}"#)
    try sandbox.write("lib/node_modules/greeting/main.js", "exports.text = 'hello ' + require('who')")
    try sandbox.write("lib/node_modules/who/index.js", "module.exports = 'Ann'")
    let folder = JSONValue.string(sandbox.path("lib"))
    try sandbox.write("home/settings.json", JSONValue.object(["scripts": ["packages": folder]]).compact)
    try write("c.json", [item("a", ["url": "{{host}}/"], after: "console.log(require('greeting').text)")])
    let result = try await run()
    #expect(result.status == 0 && result.text.contains("hello Ann"), "\(result.text) \(result.error)")
  }

  @Test func theCookieJarTakesAHostWithoutAScheme() async throws {
    let script = """
      const jar = pm.cookies.jar();
      jar.set(pm.variables.get('host'), 's', '1', error => console.log('set', error));
      jar.get('http://' + pm.variables.get('host') + '/', 's', (error, value) => console.log('got', error, value));
      """
    try write("c.json", [item("a", ["url": "{{host}}/"], before: script)])
    let result = try await run()
    #expect(result.text.contains("set null") && result.text.contains("got null 1"), "\(result.text)")
    #expect(log.values == ["GET /\nCookie: s=1"])
  }

  @Test func errorsOfRequestsOfScriptsHaveTheCodesOfNode() async throws {
    let script = """
      for (const url of ['http://127.0.0.1:1/', 'http://none.invalid/']) {
        try { await pm.sendRequest(url) } catch (error) { console.log('code', error.code) }
      }
      """
    try write("c.json", [item("a", ["url": "{{host}}/"], after: script)])
    let result = try await run()
    #expect(result.text.contains("code ECONNREFUSED") && result.text.contains("code ENOTFOUND"), "\(result.text)")
  }

  @Test func aPathVariableWhoseNameIsNoSegmentIsToldOf() async throws {
    let url: JSONValue = [
      "host": ["{{host}}"], "path": [":a-:b"], "variable": [["key": "a", "value": "1"], ["key": "b", "value": "2"]],
    ]
    try write("c.json", [item("a", ["url": url])])
    let result = try await run()
    #expect(log.values == ["GET /:a-:b"] && result.status == 0)
    #expect(
      result.text.contains(#"warn: The path has ":a-:b", which is sent as it is: no path variable has that name"#))
  }

  @Test func aPartWithoutAFileIsSentEmptyAndAListOfFilesIsAPartEach() async throws {
    try sandbox.write("x.txt", "X")
    try sandbox.write("y.txt", "Y")
    let rows: JSONValue = [
      ["key": "none", "type": "file", "src": .null], ["key": "text", "type": "file", "src": ""],
      ["key": "list", "type": "file", "src": []], ["key": "two", "type": "file", "src": ["x.txt", "y.txt"]],
    ]
    let body: JSONValue = ["mode": "formdata", "formdata": rows]
    let script = """
      await pm.sendRequest({url: pm.variables.replaceIn('{{host}}'), method: 'post', body: {mode: 'formdata', formdata: \
      [{key: 'own', type: 'file', src: null}, {key: 'own', type: 'file', src: ['x.txt', 'y.txt']}]}});
      """
    try write("c.json", [item("a", ["method": "POST", "url": "{{host}}", "body": body], after: script)])
    let result = try await run("--allow-files")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(result.text.contains(#"warn: Part "none": no file was chosen — it is sent empty"#), "\(result.text)")
    let parts = log.values.map { sent in
      sent.components(separatedBy: "\r\n--").compactMap { part -> String? in
        guard let name = part.firstMatch(of: /name="([^"]*)"; filename="([^"]*)"/) else { return nil }
        return "\(name.1) \(name.2) \(part.components(separatedBy: "\r\n\r\n").last ?? "")"
      }
    }
    #expect(
      parts == [
        ["none  ", "text  ", "list  ", "two x.txt X", "two y.txt Y"], ["own  ", "own x.txt X", "own y.txt Y"],
      ])
  }

  @Test func filesThatAreNotThereAreLeftOutWithAWarning() async throws {
    let rows: JSONValue = [
      ["key": "gone", "type": "file", "src": "gone.txt"], ["key": "a", "type": "text", "value": "1"],
    ]
    let form: JSONValue = ["mode": "formdata", "formdata": rows]
    let file: JSONValue = ["mode": "file", "file": ["src": "gone.png"]]
    try write(
      "c.json",
      [
        item("form", ["method": "POST", "url": "{{host}}", "body": form]),
        item("file", ["method": "POST", "url": "{{host}}", "body": file]),
      ])
    let result = try await run()
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let warnings = result.text.split(separator: "\n").compactMap { $0.firstMatch(of: /warn: .*/)?.output }
    let reason = "No such file or directory — check its path"
    #expect(
      warnings == [
        #"warn: Part "gone" is left out: Cannot read "\#(sandbox.path("gone.txt"))": \#(reason)"#,
        #"warn: The body is left out: Cannot read "\#(sandbox.path("gone.png"))": \#(reason)"#,
      ])
    #expect(log.values.map { $0.contains("gone") } == [false, false])
    #expect(log.values[0].contains("name=\"a\"") && log.values[1].hasPrefix("POST /"))
  }

  @Test func theOperationOfAGraphQLQueryIsSent() async throws {
    let graphql: JSONValue = ["query": "query A{a} query B{b}", "variables": "{}", "operationName": "B"]
    let body: JSONValue = ["mode": "graphql", "graphql": graphql]
    try write(
      "c.json",
      [item("a", ["method": "POST", "url": "{{host}}", "body": body], before: "pm.request.headers.add('X: 1');")])
    let imported = try await sandbox.run("import", "c.json", "--into", "in")
    #expect(imported.error.contains("0 notes"), "\(imported.error)")
    for arguments in [["c.json"], ["in"]] {
      let result = try await sandbox.run(["run", "--allow-scripts"] + arguments)
      #expect(result.status == 0, "\(result.text) \(result.error)")
    }
    let sent = #"POST /\#n{"query":"query A{a} query B{b}","operationName":"B","variables":{}}"#
    #expect(log.values == [sent, sent])
  }

  @Test func keptCookiesAreSentBesideTheCookieHeaderOfARequest() async throws {
    let own: JSONValue = ["url": "{{host}}", "header": [["key": "Cookie", "value": "a=own; z=1"]]]
    try write("c.json", [item("set", "{{host}}/set"), item("own", own)])
    #expect(try await run().status == 0)
    #expect(log.values == ["GET /set", "GET /\nCookie: a=own; z=1; b=jar"])
  }

  @Test func aNameIsAnEnvironmentBeforeItIsAFile() async throws {
    try sandbox.write("own/collection.json", "{}")
    try sandbox.write("own/a.json", #"{"url": "\#(server.url)/{{u}}"}"#)
    try sandbox.write("own/environments/staging.json", #"{"variables": [{"name": "u", "value": "environment"}]}"#)
    for name in ["staging", "other"] {
      try sandbox.write(name, #"{"variables": [{"name": "u", "value": "file"}]}"#)
    }
    for name in ["staging", "./staging", "other"] {
      let result = try await sandbox.run("run", "own", "-e", name)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(log.values == ["GET /environment", "GET /file", "GET /file"])
    let result = try await sandbox.run("run", "own", "-e", "none")
    #expect(result.status == 2 && result.error == "No environment \"none\" — choose one of staging\n")
  }

  @Test func copiesOfSecretsAreNotExported() async throws {
    let script = """
      const token = pm.environment.get('token'); pm.environment.set('copy', 'Bearer ' + token);
      pm.environment.set('coded', {a: btoa(token)}); pm.environment.set('page', '2'); pm.globals.set('all', token);
      pm.environment.set('again', token); pm.environment.set('again', 'x'); pm.globals.set('mine', '1');
      """
    try write("c.json", [item("a", "{{host}}", before: script)])
    try sandbox.write(
      "e.json", #"{"name": "E", "values": [{"key": "token", "value": "s3cret-token-value", "type": "secret"}]}"#)
    try sandbox.write("g.json", #"{"values": [{"key": "old", "value": "1"}], "_postman_variable_scope": "globals"}"#)
    let result = try await run(
      "-e", "e.json", "-g", "g.json", "--export-environment", "left.json", "--export-globals", "globals.json")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(
      result.error == """
        left.json: "copy" has no value there, because it contains a secret
        left.json: "coded" has no value there, because it contains a secret
        globals.json: "all" has no value there, because it contains a secret\n
        """)
    func values(_ name: String) throws -> [String] {
      let json = try JSONText(sandbox.text(name)).value.object
      return [json?["_postman_variable_scope"]?.string ?? ""]
        + (json?["values"]?.array ?? []).compactMap(\.object).map { row in
          "\(row["key"]?.string ?? "")=\(row["value"]?.string ?? "") \(row["type"]?.string ?? "")"
        }
    }
    #expect(
      try values("left.json") == [
        "environment", "token= secret", "copy= secret", "coded= secret", "page=2 default", "again=x default",
      ])
    #expect(try values("globals.json") == ["globals", "old=1 default", "all= secret", "mine=1 default"])
  }

  @Test func textsOfScriptsAreCutInReports() async throws {
    let script = """
      pm.test('n'.repeat(1e6), () => { throw new Error('m'.repeat(1e6)) });
      throw 'ä'.repeat(65535 / 2 - 4) + 's3cret-token-value' + 'x'.repeat(2e6);
      """
    try write("c.json", [item("a", "{{host}}", after: script)])
    try sandbox.write(
      "e.json", #"{"name": "E", "values": [{"key": "token", "value": "s3cret-token-value", "type": "secret"}]}"#)
    let result = try await run("-e", "e.json", "-r", "json")
    #expect(result.status == 1 && result.text.utf8.count < 300_000 && !result.text.contains("s3c"))
    let results = try JSONText(result.text).value.object?["results"]?.array
    let checks = (results?.first?.object?["checks"]?.array ?? []).compactMap(\.object)
    #expect(checks.first?["name"]?.string?.hasSuffix("nn… (934,464 more bytes)") == true)
    #expect(checks.first?["detail"]?.string?.contains("mm… (") == true)
    let errors = (results?.first?.object?["scriptErrors"]?.array ?? []).compactMap(\.object)
    #expect(checks.count == 1 && errors.last?["detail"]?.string?.contains("more bytes)") == true)
  }

  @Test(arguments: [
    ("bad.jsonl", "{\"a\":1}\n{\"a\":\n"), ("bad.json", "[{\"a\":}]"), ("bad.csv", "a,b\n1,\"2\n"),
  ])
  func aBrokenDataFileIsABrokenFile(_ name: String, _ text: String) async throws {
    try write("c.json", [item("a", "{{host}}")])
    try sandbox.write(name, text)
    for load in [[], ["--users", "1", "--for", "5s"]] {
      let result = try await sandbox.run(["run", "c.json", "--allow-scripts", "-d", name] + load)
      #expect(result.status == 3, "\(load) \(result.text)")
      #expect((result.text + result.error).contains("\(name):"), "\(result.text) \(result.error)")
    }
  }

  @Test(arguments: ["cli", "json", "junit", "tap", "html"])
  func aReportThatCannotBeWrittenIsNamed(_ format: String) async throws {
    try write("c.json", [item("a", "{{host}}")])
    let result = try await run("-r", format + "=/dev/full")
    #expect(result.status == 4)
    #expect(
      result.error
        == "Cannot write /dev/full: No space left on device — free some space on the disk of /dev/full\n")
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func anInvalidSchemaFailsATest() async throws {
    let script = """
      const Ajv = require('ajv');
      pm.test('a', () => pm.response.to.have.jsonSchema({required: 'x'}));
      pm.test('b', () => new Ajv().compile({items: {type: 'strnig'}}));
      pm.test('c', () => pm.expect(new Ajv().validate({type: 'object'}, {})).to.be.true);
      pm.test('d', () => pm.response.to.have.jsonSchema({type: 'object'}));
      """
    try write("c.json", [item("a", "{{host}}", after: script)])
    let result = try await run("-r", "tap")
    #expect(result.status == 1)
    let points = result.text.components(separatedBy: "\n").filter { $0.contains("ok ") && $0.hasPrefix("    ") }
    #expect(
      points.map { $0.trimmingCharacters(in: .whitespaces).prefix { $0 != "-" } } == [
        "not ok 1 ", "not ok 2 ", "ok 3 ", "ok 4 ",
      ])
    #expect(result.text.contains("The schema is invalid: /required is a string, not an array"), "\(result.text)")
    #expect(result.text.contains("schema is invalid: data.items.type should be equal to one of the allowed values"))
  }

  @Test func aRequestWithoutAnIDIsFoundByTheIDThatItsScriptsSee() async throws {
    let script =
      "if (pm.info.iteration === 0 && !pm.globals.get('again')) { pm.globals.set('again', 1);"
      + " pm.execution.setNextRequest(pm.info.requestId); }"
    try write(
      "c.json", [["name": "F", "item": [item("one", "{{host}}/1", after: script)]], item("two", "{{host}}/2")])
    #expect(try await run().status == 0)
    #expect(log.values == ["GET /1", "GET /1", "GET /2"])
  }

  @Test func aHostWithoutAValueIsNamed() async throws {
    try write("c.json", [item("a", "{{nohost}}/a?b={{unknown}}"), item("b", "{{host}}/b?c={{unknown}}")])
    let result = try await run()
    #expect(result.text.contains("No value for {{nohost}}"), "\(result.text)")
    #expect(log.values == ["GET /b?c={{unknown}}"])
  }

  @Test func theTypeOfABodyIsSentWhereTheHeaderIsOff() async throws {
    let body: JSONValue = ["mode": "raw", "raw": "{}", "options": ["raw": ["language": "json"]]]
    let headers: JSONValue = [["key": "Content-Type", "value": "x/y", "disabled": true]]
    let script = "console.log('type', pm.request.headers.get('Content-Type'))"
    try write(
      "c.json", [item("a", ["method": "POST", "url": "{{host}}", "header": headers, "body": body], after: script)])
    let result = try await run()
    #expect(result.text.contains("type application/json"), "\(result.text)")
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func formatsOfSchemasAreChecked() async throws {
    let script = """
      const Ajv = require('ajv');
      const schema = {properties: {d: {format: 'date-time'}}};
      pm.test('a', () => pm.expect({d: 'x'}).to.have.jsonSchema(schema));
      pm.test('b', () => pm.expect(new Ajv().validate(schema, {d: '2026-02'})).to.be.true);
      pm.test('c', () => pm.expect({d: '2026-02-28T00:00:00Z'}).to.have.jsonSchema(schema));
      pm.test('d', () => pm.expect(tv4.validate({d: 'x'}, schema)).to.be.true);
      """
    try write("c.json", [item("a", "{{host}}", after: script)])
    let result = try await run()
    #expect(result.status == 1 && result.text.contains("4 checks (2 failed)"), "\(result.text)")
    #expect(result.text.contains("data.d should match format \"date-time\""), "\(result.text)")
  }

  @Test func anExportThatCannotBeWrittenIsNamedBeforeARequestIsSent() async throws {
    try write("c.json", [item("a", "{{host}}")])
    for option in ["--export-environment", "--export-globals", "--cookie-jar"] {
      let missing = try await run(option, "none/x.json")
      #expect(missing.status == 2 && missing.error == "Cannot write none/x.json: No such file or directory\n")
      let folder = try await run(option, ".")
      #expect(folder.status == 2 && folder.error == "Cannot write .: Is a directory\n")
    }
    #expect(log.values == [])
  }

  @Test func requestsAndFoldersAreNamedByTheirIds() async throws {
    let jump = item("one", "{{host}}/1", after: "pm.execution.setNextRequest('0f1e2d3c-three')")
    let three = item("three", "{{host}}/3", after: "console.log('id', pm.info.requestId)", id: "0f1e2d3c-three")
    try write(
      "c.json",
      [["name": "F", "id": "f-1", "item": [jump, item("two", "{{host}}/2"), three]], item("out", "{{host}}/out")])
    let folder = try await run("--folder", "f-1")
    #expect(folder.status == 0 && folder.text.contains("id 0f1e2d3c-three"), "\(folder.text)")
    _ = try await run("--folder", "0f1e2d3c-three")
    _ = try await sandbox.run("import", "c.json", "--into", "in")
    let imported = try await sandbox.run("run", "in", "--allow-scripts")
    #expect(imported.status == 0 && imported.text.contains("id 0f1e2d3c-three"), "\(imported.text)")
    #expect(log.values == ["GET /1", "GET /3", "GET /3", "GET /1", "GET /3", "GET /out"])
  }
}
