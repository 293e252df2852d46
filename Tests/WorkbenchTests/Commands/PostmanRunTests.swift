import Foundation
import Glibc
import RequestModel
import TestSupport
import Testing

/// `workbench run` with files of Postman.
@Suite(.timeLimit(.minutes(2)))
struct PostmanRunTests {
  /// A collection with a request in a folder, its environment and its globals.
  private func shop() throws -> Sandbox {
    let sandbox = try Sandbox()
    let script = #"pm.environment.set('token', pm.environment.get('user') + '-7'); pm.environment.unset('old')"#
    try sandbox.write(
      "shop.postman_collection.json",
      """
      {"info": {"name": "Shop / 1", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": [
        {"name": "Orders", "item": [
          {"name": "List", "request": "{{demo}}/anything?user={{user}}&page={{page}}&none={{none}}",
           "event": [{"listen": "test", "script": {"exec": ["\(script)"]}}]}]},
        {"name": "Last", "request": "{{demo}}/anything/last?token={{token}}"}]}
      """)
    try sandbox.write(
      "dev.postman_environment.json",
      """
      \u{FEFF}{"name": "Dev", "values": [
        {"key": "user", "value": "ann", "enabled": true}, {"key": "user", "value": "off", "enabled": false},
        {"key": "old", "value": "1"}], "_postman_variable_scope": "environment"}
      """)
    try sandbox.write("globals.json", #"[{"key": "page", "value": "2"}]"#)
    return sandbox
  }

  private func urls(_ report: String) throws -> [String] {
    let results = try JSONText(report).value.object?["results"]?.array ?? []
    return results.compactMap { $0.object?["url"]?.string.map { String($0.drop { $0 != "?" }) } }
  }

  @Test func aCollectionRunsFromItsFileWithItsEnvironmentAndGlobals() async throws {
    let sandbox = try shop()
    try sandbox.write("tmp/x", "")
    let before = sandbox.text("shop.postman_collection.json")
    let result = try await sandbox.start(
      [
        "run", "shop.postman_collection.json", "-e", "dev.postman_environment.json", "-g", "globals.json",
        "--allow-scripts", "--demo", "-r", "json",
      ], environment: ["TMPDIR": sandbox.path("tmp")]
    ).finished()
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(try urls(result.text) == ["?user=ann&page=2&none={{none}}", "?token=ann-7"])
    #expect(sandbox.text("shop.postman_collection.json") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("tmp")) == ["x"])
  }

  @Test func itsScriptsNeedPermission() async throws {
    let sandbox = try shop()
    let result = try await sandbox.run("run", "shop.postman_collection.json", "--demo")
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(
      result.error
        == "shop.postman_collection.json has scripts, which are code of whoever wrote it — pass --allow-scripts to run them\n"
    )
  }

  @Test func theEnvironmentIsExportedAsScriptsLeftIt() async throws {
    let sandbox = try shop()
    let result = try await sandbox.run(
      "run", "shop.postman_collection.json", "-e", "dev.postman_environment.json", "--allow-scripts", "--demo",
      "--export-environment", "left.json")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let left = try #require(try JSONText(sandbox.text("left.json")).value.object)
    #expect(left["name"] == "Dev" && left["_postman_variable_scope"] == "environment")
    let values = (left["values"]?.array ?? []).compactMap(\.object).map { row in
      "\(row["key"]?.string ?? "")=\(row["value"]?.string ?? "") \(row["enabled"]?.bool == true)"
    }
    #expect(values == ["user=ann true", "user=off false", "token=ann-7 true"])
    let again = try await sandbox.run(
      "run", "shop.postman_collection.json", "-e", "left.json", "--folder", "Last", "--allow-scripts", "--demo", "-r",
      "json")
    #expect(try urls(again.text) == ["?token=ann-7"], "\(again.error)")
  }

  @Test func variablesOfScriptsLiveForTheRunAndWinOverLaterRows() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c.postman_collection.json",
      """
      {"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": [{"name": "One", "request": "{{demo}}/anything?a={{a}}&kept={{kept}}",
         "event": [{"listen": "test", "script": {"exec": ["pm.variables.set('a', 'script'); pm.variables.set('kept', 1)"]}}]}]}
      """)
    try sandbox.write("rows.csv", "a\nfirst\nsecond\n")
    let result = try await sandbox.run(
      "run", "c.postman_collection.json", "-d", "rows.csv", "--allow-scripts", "--demo", "-r", "json")
    #expect(try urls(result.text) == ["?a=first&kept={{kept}}", "?a=script&kept=1"], "\(result.error)")
  }

  @Test func anEnvironmentInAFileWorksForACollectionOfOurs() async throws {
    let sandbox = try shop()
    try sandbox.write("own/a.json", #"{"url": "{{demo}}/anything?user={{user}}"}"#)
    try sandbox.write("staging.json", #"{"variables": [{"name": "user", "value": "eve"}]}"#)
    for (file, user) in [("dev.postman_environment.json", "ann"), ("./staging.json", "eve")] {
      let result = try await sandbox.run("run", "own", "-e", file, "--demo", "-r", "json")
      #expect(try urls(result.text) == ["?user=\(user)"], "\(result.error)")
    }
  }

  @Test(arguments: [
    (["shop.postman_collection.json", "-e", "none.json"], 2, "Cannot read none.json"),
    (["shop.postman_collection.json", "-e", "list.json"], 3, "list.json: It has neither \"values\" nor \"variables\""),
    (["shop.postman_collection.json", "-e", "Dev"], 2, "No environment \"Dev\""),
    (["shop.postman_collection.json", "--folder", "None"], 2, "No folder or request to run is named \"None\""),
    (["none.postman_collection.json"], 2, "There is no file or folder \"none.postman_collection.json\""),
  ])
  func mistakesAreTold(_ arguments: [String], _ status: Int, _ sentence: String) async throws {
    let sandbox = try shop()
    try sandbox.write("list.json", "[1]")
    let result = try await sandbox.run(["run", "--allow-scripts", "--demo"] + arguments)
    #expect(result.status == Int32(status) && result.text.isEmpty, "\(result.text)")
    #expect(result.error.contains(sentence), "\(result.error)")
  }

  @Test func insecureIsMeantForTheRequestsOfScriptsToo() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("mock/collection.json", "{}")
    try sandbox.write("mock/a.json", #"{"url": "/a", "examples": [{"name": "ok", "status": 200}]}"#)
    let script = "console.log('code', (await pm.sendRequest(pm.variables.replaceIn('{{url}}/a'))).code);"
    let event: JSONValue = ["listen": "test", "script": ["exec": .string(script)]]
    let item: JSONValue = ["name": "a", "request": "{{url}}/a", "event": [event]]
    try sandbox.write("c.json", JSONValue.object(["info": ["name": "C"], "item": [item]]).compact)
    let server = try sandbox.start(["demo", "mock", "--tls", "--port", "0"])
    let url = try await eventually("the URL", insteadOf: { server.errorSoFar }) {
      server.outputSoFar.hasSuffix("\n") ? server.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    let checked = try await sandbox.run("run", "c.json", "--var", "url=\(url)", "--allow-scripts")
    let insecure = try await sandbox.run("run", "c.json", "--var", "url=\(url)", "--allow-scripts", "-k")
    server.send(SIGINT)
    #expect(checked.status == 4 && !checked.text.contains("code 200"), "\(checked.text)")
    #expect(insecure.status == 0 && insecure.text.contains("code 200"), "\(insecure.text)")
    #expect(try await server.finished().status == 0)
  }

  @Test func errorsInScriptsAreFailuresAndTheRunGoesOn() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run(
      "run", PostmanFixture(name: "errors").path, "--demo", "--allow-scripts", "-n", "2", "-r", "json")
    #expect(result.status == 1)
    #expect(
      result.error.hasPrefix(
        #"The script's next request "not in this run" is not in this run — use the id, path or name of one of its requests"#
      ))
    let results = try JSONText(result.text).value.object?["results"]?.array ?? []
    let checks = ["checks", "scriptErrors"].flatMap { member in
      results.prefix(2).flatMap { $0.object?[member]?.array ?? [] }.compactMap(\.object)
    }
    #expect(results.count == 4)
    let folder = "errors.postman_collection.json Scripts that fail"
    #expect(
      checks.map { "\($0["passed"] == true) \($0["name"]?.string ?? "") \($0["detail"]?.string ?? "")" } == [
        "true the scripts after the one that failed ran ",
        "false script before the request Error: before the request (\(folder) preRequest:1:16)",
        "false script after the response ReferenceError: Can't find variable: nothing (\(folder) postResponse:1:8)",
      ])
  }

  @Test func anErrorOfAScriptNamesTheFileThatWasRun() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("api.http", "### login\n< {% nothing() %}\nGET http://127.0.0.1:1/\n")
    let result = try await sandbox.run("run", "api.http", "--allow-scripts")
    #expect(result.text.contains("Can't find variable: nothing (api.http login preRequest:1:"), "\(result.text)")
  }

  @Test func testsRunWithoutAResponse() async throws {
    let sandbox = try Sandbox()
    let script = """
      pm.test('it is empty', () => pm.expect([pm.response.code, responseBody]).to.eql([undefined, '']));
      pm.test('it is 200', () => pm.response.to.have.status(200)); postman.setNextRequest('last');
      """
    let event: JSONValue = ["listen": "test", "script": ["exec": .string(script)]]
    let items: [JSONValue] = [
      ["name": "first", "request": "http://127.0.0.1:1/", "event": [event]],
      ["name": "left out", "request": "http://127.0.0.1:1/"],
      ["name": "last", "request": "{{demo}}/get"],
    ]
    let schema: JSONValue = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    let collection: JSONValue = ["info": ["name": "c", "schema": schema], "item": .array(items)]
    try sandbox.write("c.json", collection.compact)
    let result = try await sandbox.run("run", "c.json", "--demo", "--allow-scripts", "-r", "json")
    let results = try JSONText(result.text).value.object?["results"]?.array?.compactMap(\.object) ?? []
    #expect(result.status == 4)
    #expect(results.map { $0["name"]?.string } == ["first", "last"])
    let checks = results.first?["checks"]?.array?.compactMap(\.object) ?? []
    #expect(
      checks.map { "\($0["passed"] == true) \($0["name"]?.string ?? "") \($0["detail"]?.string ?? "")" } == [
        "true it is empty ",
        "false it is 200 expected undefined to be a number (c.json first postResponse:2:54)",
      ])
  }

  /// Each of them asserts what newman and Postman document.
  @Test(arguments: PostmanFixture.all) func allTestsOfACollectionPass(_ fixture: PostmanFixture) async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run(
      ["run", fixture.path, "--demo", "--allow-scripts", "--working-dir", PostmanFixture.folder] + fixture.options)
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(result.text.contains("check"), "\(result.text)")
  }
}

/// A collection in `Tests/Fixtures/Postman`.
struct PostmanFixture: CustomTestStringConvertible, Sendable {
  let name: String
  /// With the names of files beside it for paths.
  var files: [String] = []

  static let folder = Repository.path("Tests/Fixtures/Postman")

  static let all = withoutLibraries + (EmbeddedLibraries.areThere ? withLibraries : [])

  private static let withLibraries = [PostmanFixture(name: "legacy"), PostmanFixture(name: "scripts")]
  private static let withoutLibraries = [
    PostmanFixture(name: "every-pm-function", files: ["--allow-vault"]), PostmanFixture(name: "inheritance"),
    PostmanFixture(name: "requests"), PostmanFixture(name: "urls"), PostmanFixture(name: "flow"),
    PostmanFixture(name: "rules"),
    PostmanFixture(name: "data", files: ["-n", "6", "-d", "rows.csv", "-e", "utf16.postman_environment.json"]),
    PostmanFixture(name: "data", files: ["-n", "6", "-d", "rows-utf16.csv", "-e", "utf16.postman_environment.json"]),
  ]

  var path: String { Self.folder + "/\(name).postman_collection.json" }
  var options: [String] { files.map { $0.hasPrefix("-") || !$0.contains(".") ? $0 : Self.folder + "/" + $0 } }
  var testDescription: String { name }
}
