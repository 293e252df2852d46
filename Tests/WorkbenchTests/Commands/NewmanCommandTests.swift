import Foundation
import RequestModel
import TestSupport
import Testing

/// `workbench newman run` takes newman's command line, and `run` names what to write instead of its options.
@Suite(.timeLimit(.minutes(2)))
struct NewmanCommandTests {
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { connection in
      while true {
        let path = try connection.readHead().split(separator: " ").dropFirst().first ?? ""
        if path == "/slow" { _ = try connection.readHead() }
        let status = path == "/moved" ? "302 Found" : "200 OK"
        try connection.respond(
          status, headers: ["Location: /get", "Set-Cookie: seen=1; Max-Age=3600"],
          body: path == "/rows.csv" ? "a\none\ntwo\n" : "{}")
      }
    }
    sandbox = try Sandbox()
  }

  private func write(_ name: String = "c.json", path: String = "/get", test: String = "", before: String = "") throws {
    let events: JSONValue = [
      ["listen": "test", "script": ["exec": .string(test)]],
      ["listen": "prerequest", "script": ["exec": .string(before)]],
    ]
    let item: JSONValue = ["name": "A request", "request": .string(server.url + path), "event": events]
    let json: JSONValue = [
      "info": ["name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "item": [["name": "Folder", "item": [item]]],
    ]
    try sandbox.write(name, json.compact)
  }

  private func newman(_ arguments: String...) async throws -> Program.Finished {
    try await sandbox.run(["newman", "run", "c.json"] + arguments)
  }

  private static let stage = """
    pm.test('environment', () => pm.expect(pm.environment.get('stage')).to.equal('qa'));
    pm.test('globals', () => pm.expect(pm.globals.get('stage')).to.equal('live'));
    pm.environment.set('stage', 'prod');
    pm.test('a script changes it', () => pm.expect(pm.variables.get('stage')).to.equal('prod'));
    """

  @Test(arguments: [["newman", "run"], ["run", "--allow-scripts"]])
  func variablesOfTheEnvironmentAndTheGlobalsDoNotHideWhatScriptsSet(_ command: [String]) async throws {
    try write(test: Self.stage)
    let result = try await sandbox.run(
      command + ["c.json", "--env-var", "stage=qa", "--global-var", "stage=live", "--export-environment", "left.json"])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let left = try #require(try JSONText(sandbox.text("left.json")).value.object?["values"]?.array?.first?.object)
    #expect(left["key"] == "stage" && left["value"] == "prod")
  }

  @Test func theExportedEnvironmentIsThatOfNewman() async throws {
    try write(test: "pm.environment.set('n', 2)")
    try sandbox.write("e.json", #"{"name": "E", "values": [{"key": "a", "value": "1"}]}"#)
    try sandbox.write("out/x", "")
    let result = try await newman("-e", "e.json", "--env-var", "b=3", "--export-environment", "out", "--silent")
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text) \(result.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")).filter { $0 != "x" }
    let name = try #require(names.first)
    #expect(names.count == 1 && name.hasPrefix("newman-environment-20") && name.hasSuffix("-0.json"), "\(name)")
    let left = try #require(try JSONText(sandbox.text("out/" + name)).value.object)
    #expect(
      left["values"] == [
        ["type": "any", "value": "1", "key": "a"], ["type": "any", "value": "3", "key": "b"],
        ["type": "any", "value": 2, "key": "n"],
      ])
    #expect(left["name"] == "E" && left["_postman_variable_scope"] == "environment")
  }

  @Test(
    arguments: [
      ([], "globals"), (["-g", "g.json"], "Shop"), (["-g", "list.json"], "globals"),
    ] as [([String], String)])
  func exportedGlobalsHaveTheNameThatNewmanGivesThem(_ options: [String], _ name: String) async throws {
    try write()
    try sandbox.write("g.json", #"{"id": "g-1", "name": "Shop", "values": [{"key": "old", "value": "1"}]}"#)
    try sandbox.write("list.json", #"[{"key": "old", "value": "1"}]"#)
    let arguments = ["newman", "run", "c.json", "--global-var", "a=1", "--export-globals", "left.json"]
    let result = try await sandbox.run(arguments + options)
    let left = try #require(try JSONText(sandbox.text("left.json")).value.object)
    #expect(result.status == 0 && left["name"] == .string(name), "\(left) \(result.error)")
    #expect(left["_postman_variable_scope"] == "globals")
    #expect((left["id"] == "g-1") == (name == "Shop"))
    let old: [JSONValue] = options.isEmpty ? [] : [["type": "any", "value": "1", "key": "old"]]
    #expect(left["values"] == .array(old + [["type": "any", "value": "1", "key": "a"]]))
  }

  @Test func anExportDoesNotRemoveTheSecretsOfTheEnvironmentInItsPlace() async throws {
    try write(test: "pm.environment.set('n', 2)")
    let secret = #"{"name": "E", "values": [{"key": "pin", "value": "kept-1", "type": "secret"}]}"#
    let plain = #"{"name": "E", "values": [{"key": "a", "value": "1"}]}"#
    for (text, status) in [(secret, 1), (plain, 0)] as [(String, Int32)] {
      try sandbox.write("e.json", text)
      let result = try await newman("-e", "e.json", "--export-environment", "e.json")
      #expect(result.status == status, "\(result.error)")
      #expect((sandbox.text("e.json") == text) == (status == 1))
    }
  }

  // MARK: Exit codes

  @Test(
    arguments: [
      ("pm.test('t', () => pm.expect(1).to.equal(2))", [], 1),
      ("pm.test('t', () => pm.expect(1).to.equal(2))", ["-x"], 0),
      ("throw new Error('x')", [], 1), ("", [], 0), ("", ["-e", "none.json"], 1), ("", ["--folder", "None"], 1),
      ("", ["--nothere"], 1), ("", ["-r", "teamcity"], 1), ("", ["--export-collection", "/proc/none/x.json"], 1),
    ] as [(String, [String], Int32)])
  func exitCodesAreThoseOfNewman(_ script: String, _ options: [String], _ status: Int32) async throws {
    try write(test: script)
    let result = try await sandbox.run(["newman", "run", "c.json"] + options)
    #expect(result.status == status, "\(result.text) \(result.error)")
  }

  @Test func withoutACollectionItSaysWhatIsMissing() async throws {
    let result = try await sandbox.run("newman", "run", "-e", "e.json")
    #expect(result.status == 1 && result.error == "error: missing required argument 'collection'\n")
    let none = try await sandbox.run("newman")
    #expect(none.status == 1 && none.text.isEmpty && none.error.contains("Usage: newman run"))
    try sandbox.write("a.json", #"{"url": "http://127.0.0.1:1"}"#)
    let own = try await sandbox.run("newman", "run", "a.json")
    #expect(own.status == 1 && own.error.contains("a.json is not a Postman collection"), "\(own.error)")
  }

  @Test func itsHelpHasLines() async throws {
    for arguments in [["newman", "-h"], ["newman", "run", "--help"]] {
      let result = try await sandbox.run(arguments)
      let usage = "\n\nUSAGE: workbench newman run <collection>"
      #expect(result.status == 0 && result.text.contains(usage), "\(result.text)")
    }
  }

  // MARK: Options

  @Test func rowsOfDataAreReadFromAURL() async throws {
    try write(test: "pm.test(pm.iterationData.get('a'), () => true)")
    let result = try await newman("-d", server.url + "/rows.csv")
    #expect(result.status == 0 && result.text.contains("Iteration 2/2"), "\(result.text) \(result.error)")
    #expect(result.text.contains("✓  one\n") && result.text.contains("✓  two\n"), "\(result.text)")
    let none = try await newman("-d", "http://127.0.0.1:1/rows.csv")
    #expect(none.status == 1 && none.error.contains("127.0.0.1:1"), "\(none.error)")
  }

  @Test func reportsGoWhereNewmanWritesThem() async throws {
    try write(test: "pm.test('t', () => true)")
    let result = try await newman(
      "-r", "json,junit", "--reporter-json-export", "new/r.json", "--reporter-junit-export=r.xml", "-n", "2")
    #expect(result.status == 0 && result.text.isEmpty, "\(result.text) \(result.error)")
    let run = try #require(try JSONText(sandbox.text("new/r.json")).value.object?["run"]?.object)
    #expect(run["stats"]?.object?["iterations"]?.object?["total"] == 2)
    #expect(run["executions"]?.array?.count == 2)
    #expect(sandbox.text("r.xml").contains(#"<testcase name="t""#))
    _ = try await newman("-r", "json")
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("newman"))
    #expect(names.count == 1 && names[0].hasPrefix("newman-run-report-20"))
  }

  @Test func anEntryThatCannotBeReadHasItsPlaceAmongThoseOfItsName() async throws {
    let twins: [JSONValue] = [
      ["name": "Twin", "type": "grpc-request"], ["name": "Twin", "request": .string(server.url + "/get")],
    ]
    let json: JSONValue = ["info": ["name": "C"], "item": .array(twins)]
    try sandbox.write("c.json", json.compact)
    let result = try await newman("-r", "json", "--reporter-json-export", "r.json")
    #expect(result.status == 1, "\(result.text) \(result.error)")
    let run = try #require(try JSONText(sandbox.text("r.json")).value.object?["run"]?.object)
    let facts = (run["executions"]?.array ?? []).compactMap(\.object).map { execution -> [String] in
      let item = execution["item"]?.object
      return [item?["type"] ?? item?["request"], execution["requestError"]?.object?["message"]].map { $0?.string ?? "" }
    }
    #expect(facts == [["grpc-request", "gRPC requests are not supported"], [server.url + "/get", ""]])
  }

  @Test func aCollectionOfTheFirstVersionHasNewmansWarning() async throws {
    let request: JSONValue = [
      "id": "r-1", "name": "A", "method": "GET", "url": .string(server.url + "/get"),
      "tests": "pm.test('t', () => true)",
    ]
    let json: JSONValue = ["id": "c-1", "name": "Old", "order": ["r-1"], "requests": [request]]
    try sandbox.write("c.json", json.compact)
    let result = try await newman("-r", "json", "--reporter-json-export", "r.json")
    #expect(result.status == 0)
    #expect(
      result.error == """
        newman: Newman v4 deprecates support for the v1 collection format
          Use the Postman Native app to export collections in the v2 format\n\n
        """)
    let report = try #require(try JSONText(sandbox.text("r.json")).value.object)
    #expect(report["collection"]?.object?["info"]?.object?["name"] == "Old")
    let run = try #require(report["run"]?.object)
    #expect(run["executions"]?.array?.first?.object?["item"]?.object?["name"] == "A")
    #expect(run["stats"]?.object?["testScripts"]?.object?["total"] == 1)
  }

  @Test func optionsThatNoReporterHasAreIgnoredWithANote() async throws {
    try write(test: "pm.test('t', () => true)")
    let lines = try await newman("--reporter-cli-no-assertion", "--reporter-cli-noSummary")
    #expect(lines.status == 0 && lines.error.isEmpty && !lines.text.contains("executed"), "\(lines.error)")
    let note = "note: --reporter-cli-no-assertion has no effect: did you mean --reporter-cli-no-assertions?\n"
    #expect(lines.text.contains(note), "\(lines.text)")
    let silent = try await newman("--silent", "--reporter-cli-no-assertion")
    #expect(silent.status == 0 && silent.text.isEmpty && silent.error == note)
  }

  @Test func theJSONReportMasksTheCredentialsOfTheCollection() async throws {
    let token = "tok-5f1c9a7e3b"
    let auth: JSONValue = ["type": "bearer", "bearer": [["key": "token", "value": .string(token), "type": "string"]]]
    let request: JSONValue = ["method": "GET", "url": .string(server.url + "/get"), "auth": auth]
    let json: JSONValue = ["info": ["name": "C"], "item": [["name": "a", "request": request]]]
    try sandbox.write("c.json", json.compact)
    try sandbox.write("e.json", #"{"name": "E", "values": [{"key": "access_token", "value": "kept-9f8e7d6c5b"}]}"#)
    let result = try await newman("-e", "e.json", "-r", "json", "--reporter-json-export", "r.json")
    #expect(result.status == 0 && server.received.joined().contains("Bearer \(token)"), "\(result.error)")
    let report = sandbox.text("r.json")
    #expect(report.contains("\"bearer\"") && !report.contains(token), "\(report)")
    #expect(report.contains("access_token") && !report.contains("kept-9f8e7d6c5b"), "\(report)")
  }

  @Test func anExportedCollectionReplacesNothingThatTheRunReads() async throws {
    try write()
    let environment = #"{"name": "E", "values": [{"key": "a", "value": "1"}]}"#
    try sandbox.write("e.json", environment)
    let former = sandbox.text("c.json")
    for path in ["c.json", "e.json"] {
      let result = try await newman("-e", "e.json", "--export-collection", path)
      #expect(
        result.status == 1 && result.error.contains("the exported collection would replace it"), "\(result.error)")
    }
    #expect(sandbox.text("c.json") == former && sandbox.text("e.json") == environment && server.received.isEmpty)
    let other = try await newman("-e", "e.json", "--export-collection", "-new.json")
    #expect(other.status == 0 && sandbox.text("-new.json").contains("_postman_exported_using"), "\(other.error)")
  }

  @Test func timesAreMilliseconds() async throws {
    try write(path: "/slow")
    let request = try await newman("--timeout-request", "50")
    #expect(request.status == 1 && request.text.contains("not complete in 0.05 s"), "\(request.text)")
    let whole = try await newman("--timeout", "50")
    #expect(
      whole.status == 1 && whole.text.contains("The run took longer than the 50 ms of --timeout"), "\(whole.text)")
    try write(test: "const end = Date.now() + 5000; while (Date.now() < end) {}")
    let script = try await newman("--timeout-script", "50", "--delay-request", "1")
    #expect(script.status == 1, "\(script.text)")
  }

  @Test func redirectsAreLeftToTheScriptsIfThatIsAskedFor() async throws {
    try write(path: "/moved", test: "pm.test('t', () => pm.response.to.have.status(302))")
    #expect(try await newman("--ignore-redirects").status == 0)
    #expect(try await newman().status == 1)
  }

  @Test func coloursAreOnlyThereIfAskedFor() async throws {
    try write(test: "pm.test('t', () => true)")
    #expect(try await newman("--color", "on").text.contains("\u{1B}["))
    #expect(try await newman("--color", "off").text.contains("\u{1B}[") == false)
    #expect(try await newman("--verbose").text.contains("tcp-handshake"))
    #expect(try await newman("--disable-unicode").text.contains("| ") == true)
  }

  @Test func filesOutsideOfTheWorkingFolderAreNotRead() async throws {
    try sandbox.write("work/in.txt", "in")
    try sandbox.write("out.txt", "out")
    for (file, options, status) in [("in.txt", [], 0), ("../out.txt", [], 1), ("../out.txt", ["--allow-files"], 0)]
      as [(String, [String], Int32)]
    {
      let body: JSONValue = ["mode": "file", "file": ["src": .string(file)]]
      let request: JSONValue = ["method": "POST", "url": .string(server.url + "/get"), "body": body]
      let test = "pm.test('sent', () => pm.expect(pm.request.body).to.be.ok)"
      let event: JSONValue = ["listen": "test", "script": ["exec": .string(test)]]
      let json: JSONValue = ["info": ["name": "C"], "item": [["name": "a", "request": request, "event": [event]]]]
      try sandbox.write("c.json", json.compact)
      let result = try await sandbox.run(["newman", "run", "c.json", "--working-dir", "work"] + options)
      #expect(result.status == status, "\(file) \(options): \(result.text) \(result.error)")
    }
  }

  @Test func filesOutsideOfTheWorkingFolderAreLeftOutIfThatIsAskedFor() async throws {
    try sandbox.write("work/in.txt", "in")
    try sandbox.write("out.txt", "outside")
    let rows: JSONValue = [
      ["key": "out", "type": "file", "src": "../out.txt"], ["key": "in", "type": "file", "src": "in.txt"],
    ]
    let form: JSONValue = ["mode": "formdata", "formdata": rows]
    let request: JSONValue = ["method": "PUT", "url": .string(server.url + "/get"), "body": form]
    let json: JSONValue = ["info": ["name": "C"], "item": [["name": "a", "request": request]]]
    try sandbox.write("c.json", json.compact)
    let result = try await newman("--working-dir", "work", "--no-insecure-file-read")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let path = URL(fileURLWithPath: sandbox.path("out.txt")).resolvingSymlinksInPath().path
    let warning = "Part \"out\" is left out: \(path) is outside of the working folder"
    #expect(result.text.contains(warning), "\(result.text)")
    let sent = server.received.joined()
    #expect(sent.hasPrefix("PUT /get") && !sent.contains("outside"), "\(sent)")
  }

  @Test func certificatesThatCannotBeReadEndTheRunBeforeItsStart() async throws {
    try write()
    try sandbox.write("no.json", #"{"a": 1}"#)
    for (options, sentence) in [
      (["--ssl-client-cert", "none.crt"], "--ssl-client-cert none.crt: No such file or directory"),
      (
        ["--ssl-client-cert", "no.json", "--ssl-client-key", "none.key"],
        "--ssl-client-key none.key: No such file or directory"
      ),
      (["--ssl-client-cert-list", "none.json"], "--ssl-client-cert-list none.json: No such file or directory"),
      (["--ssl-extra-ca-certs", "none.pem"], "--ssl-extra-ca-certs none.pem: No such file or directory"),
      (["--ssl-client-cert-list", "no.json"], "no.json: not a list of certificates"),
      (["--ssl-extra-ca-certs", "no.json"], "no.json: there is no PEM certificate in it"),
    ] {
      let result = try await sandbox.run(["newman", "run", "c.json"] + options)
      #expect(result.status == 1 && result.error.contains(sentence), "\(result.error)")
    }
    #expect(server.received.isEmpty)
  }

  // MARK: Cookies

  private static let jar = #"""
    {"version":"tough-cookie@4.0.0","storeType":"MemoryCookieStore","rejectPublicSuffixes":true,"cookies":[{"key":"sid",
    "value":"precious","domain":"127.0.0.1","path":"/","hostOnly":true,"creation":"2026-01-01T00:00:00.000Z"}]}
    """#

  @Test func aJarOfNewmanIsSentAndExportedInItsForm() async throws {
    try write()
    try sandbox.write("jar.json", Self.jar)
    let result = try await newman("--cookie-jar", "jar.json", "--export-cookie-jar", "new.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(server.received.joined().contains("Cookie: sid=precious"))
    #expect(sandbox.text("jar.json") == Self.jar)
    let new = sandbox.text("new.json")
    #expect(new.contains("tough-cookie@") && new.contains("precious") && new.contains("\"seen\""), "\(new)")
  }

  @Test func theJarOfAnOptionKeepsItsFormAndItsCookies() async throws {
    try sandbox.write("a.json", #"{"url": "\#(server.url)/get"}"#)
    try sandbox.write("jar.json", Self.jar)
    let result = try await sandbox.run("run", "a.json", "--cookie-jar", "jar.json")
    #expect(result.status == 0 && server.received.joined().contains("Cookie: sid=precious"), "\(result.error)")
    let new = sandbox.text("jar.json")
    #expect(new.contains("tough-cookie@") && new.contains("precious") && new.contains("\"seen\""), "\(new)")
  }

  @Test func whatIsNoFileOfCookiesIsNotReplaced() async throws {
    try sandbox.write("a.json", #"{"url": "\#(server.url)/get"}"#)
    for (name, text) in [
      ("notes.txt", "Remember the milk\n"), ("todo.md", "# Todo\n# Milk\n"), ("broken.json", #"{"cookies": "#),
    ] {
      try sandbox.write(name, text)
      for command in [["run", "a.json"], ["send", "a.json"]] {
        let result = try await sandbox.run(command + ["--cookie-jar", name])
        #expect(result.status == 2 && result.error.contains(name), "\(result.error)")
        #expect(sandbox.text(name) == text)
      }
    }
    #expect(server.received.isEmpty)
  }

  // MARK: Options of other programs in run

  @Test(arguments: [
    ("--iteration-data rows.csv", "use --data FILE; workbench newman run takes newman's command line"),
    ("--environment=e.json", "use --env FILE"), ("--reporters cli", "use -r FORMAT"), ("-x", "write || true"),
    ("--reporter-junit-export r.xml", "-r junit=report.xml"), ("--bail folder", "leave folder out"),
    ("-r cli,junit", "write -r cli -r junit=FILE"), ("--delay 500", "write 500ms or 500s"),
    ("--timeout 5000", "write 5000ms or 5000s"), ("--retry-delay 500", "write 500ms or 500s"),
    ("--variable a=1", "use --var NAME=VALUE"), ("--report-junit r.xml", "use -r junit=FILE"),
    ("--csv-file-path r.csv", "use --data FILE"), ("--env-file e.json", "use --env FILE"),
    ("--env-file environments/dev.bru", "use -e dev,"), ("--env-file=environments/dev.bru", "use -e dev,"),
  ]) func theOptionsOfOtherProgramsNameOurs(_ options: String, _ advice: String) async throws {
    try sandbox.write("a.json", #"{"url": "\#(server.url)/get"}"#)
    let result = try await sandbox.shell("workbench run a.json \(options)")
    #expect(result.status == 2 && result.error.contains(advice), "\(result.error)")
    #expect(server.received.isEmpty)
  }
}
