import Foundation
import RequestModel
import TestSupport
import Testing

/// Failures that `workbench run` must report, results that it must keep, and secrets that it must hide.
@Suite(.timeLimit(.minutes(2)))
struct RunVerdictTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let line = try connection.readHead().split(separator: " ").prefix(2).joined(separator: " ")
        log.record(line)
        try connection.respond("200 OK", headers: ["X-M: 1", "X-M: 2"], body: #"{"id": 5, "list": [1], "s": "5"}"#)
      }
    }
    sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
  }

  private static let token = "AKIAxyzSECRETvalue99_abc"

  /// Runs with reports of all formats, and returns them with the output.
  private func runWithReports(_ arguments: String...) async throws -> (texts: [String], error: String) {
    let formats = ["cli", "json", "junit", "tap", "html", "github"]
    let result = try await sandbox.run(arguments + formats.flatMap { ["-r", "\($0)=report.\($0)"] })
    return (formats.map { sandbox.text("report.\($0)") } + [result.text, result.error], result.error)
  }

  @Test(arguments: [
    "pm.request.url = 'http://127.0.0.1:1/' + pm.variables.get('tok')",
    "pm.request.url = 'http://127.0.0.1:1/' + btoa(pm.variables.get('tok'))",
    "pm.request.url = 'ht!tp://' + pm.variables.get('tok')",
  ]) func theURLThatAScriptMadeOfASecretIsInNoReport(script: String) async throws {
    try sandbox.write("c/environments/e.json", #"{"variables": [{"name": "tok", "secret": true}]}"#)
    let json: JSONValue = ["url": .string(server.url), "scripts": ["preRequest": .string(script)]]
    try sandbox.write("c/a.json", json.compact)
    let (texts, _) = try await runWithReports(
      "run", "c", "-e", "e", "--allow-scripts", "--var", "tok=\(Self.token)")
    let encoded = Data(Self.token.utf8).base64EncodedString()
    for text in texts {
      #expect(!text.contains(Self.token) && !text.contains(encoded.dropLast(4)), "\(text)")
    }
    #expect(texts[1].contains("••••••"))
  }

  @Test func anExportLeavesOutVariablesWithASecretInTheirNames() async throws {
    try sandbox.write("c/environments/e.json", #"{"variables": [{"name": "tok", "secret": true}]}"#)
    let script = "pm.environment.set('of_' + pm.variables.get('tok'), 1); pm.environment.set('kept', 2)"
    let json: JSONValue = ["url": .string(server.url), "scripts": ["preRequest": .string(script)]]
    try sandbox.write("c/a.json", json.compact)
    let result = try await sandbox.run(
      "run", "c", "-e", "e", "--allow-scripts", "--var", "tok=\(Self.token)", "--export-environment", "x.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(!sandbox.text("x.json").contains(Self.token) && sandbox.text("x.json").contains("kept"))
    #expect(result.error.contains("x.json: 1 variable left out, because the name contains a secret"), "\(result.error)")
  }

  @Test func headersTypesAndVersionsOfAHurlFileAreComparedAsInHurl() async throws {
    try sandbox.write(
      "pass.hurl",
      """
      GET \(server.url)/
      HTTP/1.1 200
      X-M: 1
      X-M: 2
      [Captures]
      id: jsonpath "$.id"
      list: jsonpath "$.list"
      [Asserts]
      jsonpath "$.id" == 5
      jsonpath "$.id" != "5"
      variable "id" isInteger
      variable "list" isList
      """)
    let passed = try await sandbox.run("run", "pass.hurl")
    #expect(passed.status == 0, "\(passed.text)")
    for assert in ["HTTP/2 200", "HTTP 200\n[Asserts]\njsonpath \"$.s\" == 5", "HTTP 200\nX-M: 3"] {
      try sandbox.write("fail.hurl", "GET \(server.url)/\n\(assert)\n")
      #expect(try await sandbox.run("run", "fail.hurl").status == 1, "\(assert)")
    }
  }

  @Test func anEntryThatIsSkippedIsNotSent() async throws {
    try sandbox.write(
      "a.hurl",
      "GET \(server.url)/skipped\n[Options]\nskip: true\n\nGET \(server.url)/twice\n[Options]\nrepeat: 2\nHTTP 200\n")
    let result = try await sandbox.run("run", "a.hurl")
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values == ["GET /twice", "GET /twice"])
  }

  @Test func anAssertionThatCannotBeCheckedFailsTheRun() async throws {
    try sandbox.write("a.http", "GET \(server.url)/\n?? js response.parsedBody.id == 5\n")
    let result = try await sandbox.run("run", "a.http")
    #expect(result.status == 1)
    #expect(
      result.text.contains("js response.parsedBody.id == 5 cannot be checked here"), "\(result.text) \(result.error)")
  }

  @Test func misspeltMembersAreNamed() async throws {
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)", "cheks": [{"query": "status", "value": 500}]}"#)
    try sandbox.write("c/b.json", #"{"url": "\#(server.url)", "checks": [{"query": "status", "values": 500}]}"#)
    let result = try await sandbox.run("run", "c")
    #expect(result.status == 1)
    #expect(
      result.error.contains(#"c/a.json: "cheks" is not a known member: did you mean "checks"?"#), "\(result.error)")
    #expect(result.text.contains(#"unknown member "values" — did you mean "value"?"#), "\(result.text)")
  }

  @Test func aReportAmongTheRequestsIsNoRequest() async throws {
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    for _ in 0..<2 {
      let result = try await sandbox.run("run", "c", "-r", "json=c/report.json")
      #expect(result.status == 0, "\(result.error)")
    }
    let report = try #require(try JSONText(sandbox.text("c/report.json")).value.object)
    #expect(report["results"]?.array?.first?.object?["checks"] == [])
  }

  @Test(arguments: [
    ("a.yaml", "type: collection.insomnia.rest/5.0\n  - b: [\n", "a.yaml:2:"),
    ("a.txt", "nothing to send\n", "a.txt: No format of requests is recognized in it"),
    ("a.sh", "curl http://127.0.0.1:1\n", "a.sh: run does not send curl commands — use workbench import first"),
    ("a.txt", "http://127.0.0.1:1\n", "a.txt: run does not send URLs — use workbench import first"),
  ]) func aFileThatCannotBeReadIsBroken(name: String, text: String, sentence: String) async throws {
    try sandbox.write(name, text)
    let result = try await sandbox.run("run", name)
    #expect(result.status == 3)
    #expect(result.error.hasPrefix(sentence), "\(result.error)")
  }

  @Test func aFolderOfAProcessThatWasKilledIsRemovedByALaterOne() async throws {
    try sandbox.write("tmp/workbench-run-abcdef/0/a.json", "{}")
    try sandbox.write("tmp/other-run-abcdef/a.json", "{}")
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -3600)]
    for name in ["workbench-run-abcdef", "other-run-abcdef"] {
      try FileManager.default.setAttributes(old, ofItemAtPath: sandbox.path("tmp/" + name))
    }
    try sandbox.write("a.http", "GET \(server.url)/\n")
    let result = try await sandbox.run("run", "a.http", environment: ["TMPDIR": sandbox.path("tmp")])
    #expect(result.status == 0, "\(result.error)")
    #expect(!sandbox.exists("tmp/workbench-run-abcdef") && sandbox.exists("tmp/other-run-abcdef"))
  }

  @Test func whatAScriptHadSetBeforeItsTimeLimitIsSaidToBeLost() async throws {
    let json: JSONValue = [
      "info": [
        "name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      ],
      "item": [
        [
          "name": "a", "request": ["method": "GET", "url": .string(server.url)],
          "event": [["listen": "test", "script": ["exec": ["pm.environment.set('kept', 1); while (1);"]]]],
        ]
      ],
    ]
    try sandbox.write("c.json", json.compact)
    let result = try await sandbox.run("newman", "run", "c.json", "--timeout-script", "300")
    #expect(result.status == 1)
    #expect(result.text.contains("The variables that the script had set by then are lost"), "\(result.text)")
  }

  @Test func cookiesThatAreNotThereAreNamed() async throws {
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    let result = try await sandbox.run("run", "c", "-b", "nosuch")
    #expect(result.status == 2)
    #expect(result.error == "Cannot read the cookies in nosuch: No such file or directory\n", "\(result.error)")
  }

  @Test func aSchemaThatAFolderNamesIsBesideTheFile() async throws {
    let schema = #"{"required": ["missing"]}"#
    try sandbox.write("c/sub/deep/a.json", #"{"url": "\#(server.url)"}"#)
    try sandbox.write("c/sub/rules/order.schema.json", schema)
    let check = #"{"query": "body", "predicate": "schema", "value": {"file": "rules/order.schema.json"}}"#
    try sandbox.write("c/sub/folder.json", #"{"checks": [\#(check)]}"#)
    let result = try await sandbox.run("run", "c/sub", "--reporter", "cli")
    #expect(result.status == 1, "\(result.error)")
    let failure = "✗ body schema rules/order.schema.json: The value has no \"missing\"\n"
    #expect(result.text.contains(failure), "\(result.text)")
    #expect(try await sandbox.run("check", "c").status == 0)
    try FileManager.default.removeItem(atPath: sandbox.path("c/sub/rules/order.schema.json"))
    let broken = try await sandbox.run("check", "c")
    #expect(broken.text.hasSuffix("sub/folder.json:1:72 — \"rules/order.schema.json\" does not exist\n"))
  }

  @Test func aRequestThatFailedATestBeforeItWasSkippedHasFailed() async throws {
    let script = "pm.test('ready', () => { throw new Error('not ready') }); pm.execution.skipRequest()"
    let json: JSONValue = ["url": .string(server.url), "scripts": ["preRequest": .string(script)]]
    try sandbox.write("c/a.json", json.compact)
    let (texts, _) = try await runWithReports("run", "c", "--allow-scripts")
    #expect(texts[0].contains("1 request (1 failed), 1 check (1 failed)"), "\(texts[0])")
    #expect(texts[1].contains(#""result":"failed""#) && texts[1].contains(#""failedRequests":1"#), "\(texts[1])")
    #expect(texts[3].contains("not ok 1 - a.json\n"), "\(texts[3])")
  }

  @Test(arguments: [("all", 2), ("failures", 1), ("none", 0)])
  func aReportNamesOnlyExchangesThatHistoryKeeps(extent: String, count: Int) async throws {
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    try sandbox.write("c/b.json", #"{"url": "\#(server.url)", "checks": [{"query": "status", "value": 201}]}"#)
    let (texts, _) = try await runWithReports("run", "c", "--history", extent)
    #expect(texts[1].matches(of: #/"exchange"/#).count == count, "\(texts[1])")
  }

  @Test(arguments: [
    ["-r", "json=c/a.json"], ["-r", "json=out", "-r", "tap=./out"], ["-r", "junit=rows.csv"],
    ["-r", "json=out", "-c", "out"], ["-r", "json=link"],
    ["-e", "./env.json", "--export-environment", "x.json", "-r", "json=env.json"],
  ])
  func noReportReplacesAnotherFileOfTheRun(options: [String]) async throws {
    let request = #"{"url": "\#(server.url)"}"#
    try sandbox.write("c/a.json", request)
    try sandbox.write("rows.csv", "x\n1\n")
    try sandbox.write("env.json", #"{"variables": []}"#)
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("link"), withDestinationPath: "rows.csv")
    let result = try await sandbox.run(["run", "c", "-d", "rows.csv"] + options)
    #expect(result.status == 2 && result.error.contains("name "), "\(result.error)")
    #expect(sandbox.text("c/a.json") == request && sandbox.text("rows.csv") == "x\n1\n")
    #expect(sandbox.text("env.json") == #"{"variables": []}"#)
    #expect(log.values.isEmpty)
  }

  @Test func aDataFileThatIsShortenedDuringTheRunIsReadAsItWas() async throws {
    let path = sandbox.path("rows.csv")
    let server = try RawServer { [log] connection in
      while true {
        log.record(try connection.readHead().split(separator: " ").prefix(2).joined(separator: " "))
        truncate(path, 0)
        try connection.respond(body: "{}")
      }
    }
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)/{{x}}"}"#)
    try sandbox.write("rows.csv", "x\n" + (1...300).map { "\($0)\n" }.joined())
    let result = try await sandbox.run("run", "c", "-d", "rows.csv")
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values.last == "GET /300")
  }

  @Test func aPipeIsADataFile() async throws {
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)/{{x}}"}"#)
    let result = try await sandbox.run("run", "c", "-d", "/dev/stdin", input: Data("x\n7\n".utf8))
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values == ["GET /7"])
  }
}
