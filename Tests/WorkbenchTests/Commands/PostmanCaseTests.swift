import Foundation
import RequestModel
import TestSupport
import Testing

/// Small collections in `Tests/Fixtures/Postman/Cases`, run with newman's command line: each has one rule of Postman.
@Suite(.timeLimit(.minutes(2)))
struct PostmanCaseTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  /// Answers with the form and the headers of each request.
  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let lines = try connection.readHead().split(separator: "\r\n").map(String.init)
        var headers = JSONObject()
        for line in lines.dropFirst() {
          guard let (name, value) = line.cut(at: ":") else { continue }
          headers[name.lowercased()] = .string(value.trimmingCharacters(in: .whitespaces))
        }
        let length = headers["content-length"]?.string
        let body = try connection.readBody(length.flatMap { Int($0) } ?? 0)
        let line = lines[0].split(separator: " ").prefix(2).joined(separator: " ")
        log.record("\(line) \(length ?? "-")")
        switch line {
        case "GET /basic-auth" where headers["authorization"] != "Basic cG9zdG1hbjpwYXNzd29yZA==":
          try connection.respond("401 Unauthorized")
        case "GET /r1": try connection.respond("302 Found", headers: [#"Location: /end?q="a""#])
        case "GET /r2": try connection.respond("302 Found", headers: ["Location: /end?q={abc}|^`"])
        case "GET /r3": try connection.respond("302 Found", headers: [#"Location: "/end""#])
        case "GET /empty": try connection.respond("200 ")
        case "GET /reason": try connection.respond("200 Fine By Me")
        case "GET /reason2": try connection.respond("299 Odd")
        default:
          var form = JSONObject()
          for pair in body.parts(separatedBy: "&") {
            if let (name, value) = pair.cut(at: "=") { form[name] = .string(value) }
          }
          let json: JSONValue = ["args": .object(JSONObject()), "form": .object(form), "headers": .object(headers)]
          try connection.respond(body: json.compact)
        }
      }
    }
    sandbox = try Sandbox()
  }

  private static let folder = Repository.path("Tests/Fixtures/Postman/Cases")

  /// - Parameter name: The name of the file, in which `http://server.test` is the server.
  private func run(_ name: String, _ options: String...) async throws -> Program.Finished {
    let path = Self.folder + "/\(name).postman_collection.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try sandbox.write("c.json", text.replacingOccurrences(of: "http://server.test", with: server.url))
    return try await sandbox.run(["newman", "run", "c.json"] + options)
  }

  private static let names = [
    "auth-update", "authorize-array", "authorize-using", "legacy-description", "oauth1-body", "readonly",
    "stale-header",
  ]

  @Test(arguments: names + (EmbeddedLibraries.areThere ? ["ajv-options", "lodash", "moment"] : []))
  func allTestsOfACasePass(_ name: String) async throws {
    let result = try await run(name)
    #expect(result.status == 0 && result.text.contains("✓"), "\(result.text) \(result.error)")
  }

  @Test func variablesOfTheCommandLineAreThoseOfScripts() async throws {
    let result = try await run("env-var", "--env-var", "stage=qa", "--global-var", "stage=qa")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /get?s=qa -"])
  }

  @Test(
    arguments: [
      ("custom-nobody", ["PURGE / 0"]), ("post-nobody", ["POST /post 0"]),
      ("redirect-r1", ["GET /r1 -", "GET /end?q=%22a%22 -"]), ("redirect-r2", ["GET /r2 -", "GET /end?q={abc}|^` -"]),
      ("redirect-r3", ["GET /r3 -", "GET /%22/end%22 -"]),
    ] as [(String, [String])])
  func requestsAndRedirectsAreSentAsNewmanSendsThem(_ name: String, _ sent: [String]) async throws {
    let result = try await run(name)
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == sent)
  }

  @Test(arguments: [
    (
      "console-lines",
      """
        │ {
        │   a: 1,
        │   list: [ 1, 2, 3 ],
        │   nested: { deep: { er: true } },
        │   text: 'long long long long long long long long long'
        │ }

      """
    ),
    ("status-empty", "  │ 200 OK\n"), ("status-reason", "  │ 200 Fine By Me\n"), ("status-reason2", "  │ 299 Odd\n"),
  ]) func consoleLinesAreThoseOfNewman(_ name: String, _ lines: String) async throws {
    let result = try await run(name)
    #expect(result.status == 0 && result.text.contains("  ┌\n\(lines)  └\n"), "\(result.text)")
  }

  @Test func anErrorOfAScriptIsAFailureAndNoAssertion() async throws {
    let result = try await run("script-error-count", "-r", "json", "--reporter-json-export", "r.json")
    #expect(result.status == 1)
    let run = try #require(try JSONText(sandbox.text("r.json")).value.object?["run"]?.object)
    let stats = try #require(run["stats"]?.object)
    #expect(stats["assertions"] == ["total": 1, "pending": 0, "failed": 0])
    #expect(stats["testScripts"] == ["total": 1, "pending": 0, "failed": 1])
    #expect(run["failures"]?.array?.first?.object?["at"] == "test-script")
  }

  @Test func valuesOfAnEnvironmentKeepTheirKinds() async throws {
    let result = try await run(
      "setenv", "-e", Self.folder + "/envs.postman_environment.json", "--export-environment", "left.json",
      "--export-globals", "globals.json")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /get?n=5 -"])
    let left = try #require(try JSONText(sandbox.text("left.json")).value.object)
    #expect(left["id"] == "6a2f" && left["name"] == "staging")
    #expect(
      left["values"] == [
        ["type": "any", "value": "x", "key": "off", "enabled": false],
        ["type": "secret", "value": "", "key": "tok"], ["type": "any", "value": 5, "key": "n"],
        ["type": "any", "value": 2, "key": "b"], ["type": "any", "value": ["x": 1], "key": "o"],
      ])
    #expect(try JSONText(sandbox.text("globals.json")).value.object?["values"] == .array([]))
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func theGlobalsAndModulesOfScriptsAreThere() async throws {
    let result = try await run("newer-globals")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let lines = result.text.components(separatedBy: "\n").map { $0.drop { " │".contains($0) } }
    #expect(
      lines.filter { $0.hasSuffix(" undefined") }.map { $0.prefix { $0 != " " } } == [
        "Blob", "File", "FormData", "fetch", "Headers", "AbortController", "jsonSchema", "ReadableStream",
      ])
    #expect(
      lines.filter { $0.hasPrefix("NO ") }.map { $0.dropFirst(3).prefix { $0 != " " } } == [
        "crypto", "@faker-js/faker",
      ])
  }
}
