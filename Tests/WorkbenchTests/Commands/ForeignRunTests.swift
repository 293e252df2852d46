import Foundation
import RequestModel
import TestSupport
import Testing

/// Runs of Hurl, .http and Postman files as their own programs run them.
@Suite(.timeLimit(.minutes(2)))
struct ForeignRunTests {
  private let log = Recorder<String>()
  private let server: RawServer
  private let sandbox: Sandbox

  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let line = try connection.readHead().split(separator: " ").prefix(2).joined(separator: " ")
        log.record(line)
        let status = line.hasSuffix("/broken") ? "500 Internal Server Error" : "200 OK"
        try connection.respond(status, body: #"{"id": 7}"#)
      }
    }
    sandbox = try Sandbox()
  }

  @Test func whatFollowsAFailureInAHurlFileIsLeftOut() async throws {
    try sandbox.write(
      "a.hurl", "GET \(server.url)/broken\nHTTP 200\nDELETE \(server.url)/x\nHTTP 200\nGET \(server.url)/y\n")
    try sandbox.write("b.hurl", "GET \(server.url)/other\nHTTP 200\n")
    let result = try await sandbox.run("run", "a.hurl", "b.hurl")
    #expect(result.status == 1)
    #expect(log.values == ["GET /broken", "GET /other"])
    #expect(
      result.text.contains("2 requests (1 failed), 2 left out after a failure, 2 checks (1 failed)"), "\(result.text)")
  }

  @Test func reportsOfSeveralFilesNameTheFileOfEachRequest() async throws {
    let files = ["m1.hurl", "d/m2.hurl"]
    for file in files { try sandbox.write(file, "GET \(server.url)/a\nHTTP 200\n") }
    let reports = ["cli", "json", "junit", "tap"].flatMap { ["-r", "\($0)=report.\($0)"] }
    let result = try await sandbox.run(["run"] + files + reports)
    #expect(result.status == 0, "\(result.text) \(result.error)")
    for file in files {
      #expect(sandbox.text("report.cli").contains("GET     \(file)/GET /a  "), "\(sandbox.text("report.cli"))")
      #expect(sandbox.text("report.json").contains("\"path\":\"\(file)/GET /a\""), "\(sandbox.text("report.json"))")
      #expect(sandbox.text("report.junit").contains("<testsuite name=\"\(file)/GET /a\""))
      #expect(sandbox.text("report.tap").contains(" - \(file)/GET /a\n"))
    }
    let alone = try await sandbox.run(["run", "m1.hurl", "-r", "json=report.json"])
    #expect(alone.status == 0 && sandbox.text("report.json").contains("\"path\":\"GET /a\""))
  }

  @Test func aFolderRunsItsHurlAndHTTPFilesInTheOrderOfTheirNames() async throws {
    try sandbox.write("d/b.hurl", "GET \(server.url)/b\nHTTP 200\n")
    try sandbox.write("d/c.rest", "GET \(server.url)/c\n")
    try sandbox.write("d/a.http", "GET \(server.url)/a\n")
    try sandbox.write("d/rows.json", "[]")
    for folder in ["d", "d/"] {
      let result = try await sandbox.run("run", folder, "-r", "tap")
      #expect(result.status == 0, "\(result.text) \(result.error)")
      for file in ["a.http/GET /a", "b.hurl/GET /b", "c.rest/GET /c"] {
        #expect(result.text.contains(" - d/\(file)\n"), "\(result.text)")
      }
    }
    #expect(log.values == ["GET /a", "GET /b", "GET /c", "GET /a", "GET /b", "GET /c"])
  }

  @Test func filesBesideTheRequestsOfAFolderAreNotRun() async throws {
    try sandbox.write("d/b.hurl", "GET \(server.url)/b\nHTTP 200\n")
    try sandbox.write("d/a.json", #"{ "url": "\#(server.url)/a" }"#)
    let result = try await sandbox.run("run", "d")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /a"])
  }

  @Test func aResponseThatAnHTTPFileRefersToIsThatOfTheRun() async throws {
    try sandbox.write(
      "a.http",
      "### order\n# @name order\nGET \(server.url)/order\n\n### use\nGET \(server.url)/{{order.response.body.$.id}}\n")
    let result = try await sandbox.run("run", "a.http", "--iterations", "2")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /order", "GET /7", "GET /order", "GET /7"])
  }

  @Test func entriesThatCannotBeReadFailTheRun() async throws {
    try sandbox.write(
      "a.hurl",
      "GET \(server.url)/1\nHTTP 200\n\nPOST \(server.url)/2\n[NoSuchSection]\na: b\nHTTP 200\n\n"
        + "GET \(server.url)/3\nHTTP 200\n")
    try sandbox.write("b.http", "### one\nGET \(server.url)/4\n\n### two\nthis is : not a request line\n")
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write("c/broken.bru", "meta {\n  name: broken\n\nget {\n  url: \(server.url)/5\n}\n")
    try sandbox.write("d.hurl", "get x\n")
    let result = try await sandbox.run("run", "a.hurl", "b.http", "c", "d.hurl", "-r", "cli", "-r", "junit=r.xml")
    #expect(result.status == 3, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /4"])
    let junit = sandbox.text("r.xml")
    for name in ["POST /2", "two", "broken", "d.hurl"] {
      #expect(junit.contains("<testcase name=\"\(name)\""), "\(junit)")
    }
    #expect(junit.components(separatedBy: "type=\"broken\"").count == 5)
    #expect(junit.contains("[NoSuchSection] is not a section") && junit.contains("is not a request line"))
  }

  @Test(arguments: [[], ["--bail"]] as [[String]])
  func anEntryThatCannotBeReadIsReportedThoughTheRunEndsBeforeIt(options: [String]) async throws {
    try sandbox.write(
      "a.hurl",
      "POST \(server.url)/1\n[NoSuchSection]\na: b\n\nGET \(server.url)/broken\nHTTP 200\n\n"
        + "PUT \(server.url)/3\n[NoSuchSection]\na: b\n\nGET \(server.url)/4\nHTTP 200\n")
    let result = try await sandbox.run(["run", "a.hurl", "-r", "cli", "-r", "junit=r.xml"] + options)
    #expect(result.status == 3, "\(result.text) \(result.error)")
    #expect(log.values.isEmpty)
    let cases = sandbox.text("r.xml").components(separatedBy: "<testcase name=\"").dropFirst()
    let broken = cases.filter { $0.contains("type=\"broken\"") }.map { String($0.prefix { $0 != "\"" }) }
    #expect(broken == ["POST /1", "PUT /3"], "\(sandbox.text("r.xml"))")
    #expect(cases.count == 2)
  }

  @Test(arguments: [[], ["--folder", "GET /1", "--folder", "GET /other"]] as [[String]])
  func nothingOfAHurlFileIsSentIfAnEntryCannotBeRead(options: [String]) async throws {
    try sandbox.write(
      "a.hurl",
      "GET \(server.url)/1\nHTTP 200\n\n"
        + "GET \(server.url)/2\nHTTP 200\n[Asserts]\njsonpath \"$.id\" toUpper == \"X\"\n\n"
        + "POST \(server.url)/dangerous\nHTTP 200\n")
    try sandbox.write("b.hurl", "GET \(server.url)/other\nHTTP 200\n")
    let result = try await sandbox.run(["run", "a.hurl", "b.hurl", "-r", "cli"] + options)
    #expect(result.status == 3, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /other"])
    #expect(
      result.text.contains("No request of a.hurl is sent: Line 7, column 17: \"toUpper\" is not a predicate"),
      "\(result.text)")
  }

  @Test func aBrokenEntryOfAnHTTPFileIsReportedInItsPlace() async throws {
    try sandbox.write(
      "a.http",
      """
      ### one
      GET \(server.url)/1

      ### two
      this is : not a request line

      ### three
      some words
      GET \(server.url)/3

      ### four
      GRPC 127.0.0.1/4

      ### five
      curl -K none

      ### six
      GET \(server.url)/6

      """)
    let result = try await sandbox.run("run", "a.http", "-r", "cli", "-r", "tap=r.tap")
    #expect(result.status == 3 && log.values == ["GET /1", "GET /3", "GET /6"], "\(result.text) \(result.error)")
    let names = sandbox.text("r.tap").split(separator: "\n").filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
      .map { line in
        ["one", "two", "three", "four", "five", "six"].first { line.contains($0) } ?? String(line)
      }
    #expect(names == ["one", "two", "three", "three", "four", "five", "six"], "\(sandbox.text("r.tap"))")
    let bailed = try await sandbox.run("run", "a.http", "--bail")
    #expect(bailed.status == 3 && log.values.suffix(1) == ["GET /1"], "\(bailed.text) \(bailed.error)")
  }

  @Test func aRunWaitsBeforeAnEntryAsItsDelaySays() async throws {
    try sandbox.write("a.hurl", "GET \(server.url)/1\n[Options]\ndelay: 200\nHTTP 200\n")
    let start = ContinuousClock.now
    let result = try await sandbox.run("run", "a.hurl")
    #expect(result.status == 0 && start.duration(to: .now) > .milliseconds(200), "\(result.text) \(result.error)")
    #expect(log.values == ["GET /1"] && !result.error.contains("delay"))
  }

  @Test func whatAFileLosesIsSaidOnceAtTheEnd() async throws {
    try sandbox.write(
      "a.hurl",
      "GET \(server.url)/{{newDate \"x\"}}\nHTTP 200\n\nGET \(server.url)/b/{{newDate \"x\"}}\nHTTP 200\n")
    let result = try await sandbox.run("run", "a.hurl", "--iterations", "2")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(result.error.components(separatedBy: "changed: ").count == 2, "\(result.error)")
    #expect(result.error.contains("became {{$isoTimestamp}} (2 times)"), "\(result.error)")
  }

  @Test func aBrunoCollectionHasTextInBracesAndBothScripts() async throws {
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write(
      "c/a.bru",
      """
      meta {
        name: a
        type: http
      }

      get {
        url: \(server.url)/a
        auth: none
      }

      headers {
        X-A: {{nobody}}
      }

      script:post-response {
        const body = res.getBody();
        bru.setVar("id", body.id);
        return;
      }

      tests {
        const body = res.getBody();
        test("the id is kept", () => expect(bru.getVar("id")).to.equal(body.id));
        test("the collection has a name", () => expect(bru.getCollectionName()).to.equal("c"));
      }

      """)
    let result = try await sandbox.run("run", "c", "--allow-scripts")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == ["GET /a"])
    #expect(result.text.contains("No value for {{nobody}}: sent as it is written"), "\(result.text)")
    #expect(result.text.contains("2 of 2 checks passed"), "\(result.text)")
  }

  @Test(arguments: [("sandwich", "CFR rfc RFC"), ("sequential", "CFR cfr CFR")])
  func scriptsOfABrunoCollectionRunInItsOrder(flow: String, order: String) async throws {
    func scripts(_ name: String, after: String = "") -> String {
      func note(_ text: String) -> String { #"bru.setVar("order", (bru.getVar("order") || "") + "\#(text)");"# }
      return """
        script:pre-request {
          \(note(name))
        }
        script:post-response {
          const name = "\(name.lowercased())";
          \(note(name.lowercased()))
        }
        tests {
          const name = "\(name)";
          \(note(name))
          \(after)
        }

        """
    }
    let parts = order.split(separator: " ")
    let check = #"test("order", () => expect(bru.getVar("order")).to.equal("\#(parts.joined())"));"#
    let last = parts[2].last
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection","scripts":{"flow":"\#(flow)"}}"#)
    try sandbox.write("c/collection.bru", scripts("C", after: last == "C" ? check : ""))
    try sandbox.write("c/f/folder.bru", "meta {\n  name: f\n}\n" + scripts("F"))
    try sandbox.write(
      "c/f/r.bru",
      "meta {\n  name: r\n}\nget {\n  url: \(server.url)/r\n}\n" + scripts("R", after: last == "R" ? check : ""))
    let run = try await sandbox.run("run", "c", "--allow-scripts")
    #expect(run.status == 0 && run.text.contains("1 of 1 check passed"), "\(run.text) \(run.error)")
    let imported = try await sandbox.run("import", "c", "--into", "imported")
    #expect(imported.status == 0, "\(imported.text) \(imported.error)")
    let again = try await sandbox.run("run", "imported/c", "--allow-scripts")
    #expect(again.status == 0 && again.text.contains("1 of 1 check passed"), "\(again.text) \(again.error)")
  }

  @Test func scriptsOfBrunoSeeAndRemoveTheHeadersOfFolders() async throws {
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write(
      "c/collection.bru",
      "headers {\n  X-Coll: c\n}\nauth {\n  mode: basic\n}\nauth:basic {\n  username: u\n  password: p\n}\n")
    try sandbox.write("c/f/folder.bru", "meta {\n  name: f\n}\nheaders {\n  X-Fold: f\n}\n")
    try sandbox.write(
      "c/f/r.bru",
      """
      meta {
        name: r
      }
      get {
        url: \(server.url)/a
        auth: inherit
      }
      script:pre-request {
        req.setHeader("X-Seen", [req.getAuthMode(), req.getHeader("X-Coll"), req.getHeader("X-Fold")].join());
        req.deleteHeader("X-Fold");
      }
      tests {
        test("headers", () => {
          const names = ["X-Seen", "X-Coll", "X-Fold"];
          expect(names.map(name => req.getHeader(name))).to.eql(["basic,c,f", "c", undefined]);
          expect(req.getAuthMode()).to.equal("basic");
        });
      }

      """)
    let result = try await sandbox.run("run", "c", "--allow-scripts")
    #expect(result.status == 0 && result.text.contains("1 of 1 check passed"), "\(result.text) \(result.error)")
  }

  @Test func filesThatBrunoScriptsLoadNeedPermission() async throws {
    try sandbox.write("c/bruno.json", #"{"version":"1","name":"c","type":"collection"}"#)
    try sandbox.write("c/top.js", "module.exports = 5;")
    try sandbox.write("c/lib/five/index.js", "module.exports = 5;")
    try sandbox.write("outside.js", "module.exports = 5;")
    func request(_ names: String...) -> String {
      let tests = names.map { "  test(\"\($0)\", () => expect(require(\"\($0)\")).to.equal(5));" }
      return "meta {\n  name: a\n}\nget {\n  url: \(server.url)/a\n}\ntests {\n\(tests.joined(separator: "\n"))\n}\n"
    }
    try sandbox.write("c/a.bru", request("./top", "./lib/five/index", "../outside.js", "./none"))
    let refused = try await sandbox.run("run", "c", "--allow-scripts")
    #expect(refused.status == 1, "\(refused.text) \(refused.error)")
    for sentence in [
      "The script top.js needs permission to be read — pass --allow-files",
      "The script lib/five/index.js needs permission to be read — pass --allow-files",
      "The script ../outside.js is outside of the collection — move it into the collection, or pass --allow-files",
      "Cannot read the script none: No such file or directory",
    ] { #expect(refused.text.contains(sentence), "\(refused.text)") }
    try sandbox.write("c/a.bru", request("./top", "./lib/five", "../outside.js"))
    let allowed = try await sandbox.run("run", "c", "--allow-scripts", "--allow-files")
    #expect(allowed.status == 0, "\(allowed.text) \(allowed.error)")
  }

  @Test func anHTTPFileHasWhatIsBesideItAndTextInBraces() async throws {
    let bodies = Recorder<String>()
    let echo = try RawServer { connection in
      while true {
        let lines = try connection.readHead().split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
        let body = try connection.readBody(length.flatMap { Int($0) } ?? 0)
        bodies.record(String(lines[0].split(separator: " ")[1]) + " " + body)
        try connection.respond()
      }
    }
    try sandbox.write("h/files/body.json", #"{"id": "{{start}}"}"#)
    try sandbox.write("h/.env", "NAME=beside\n")
    try sandbox.write(
      "h/a.http",
      "@start = S1\n\n### a\nPOST \(echo.url)/a\n\n<@ ./files/body.json\n\n### b\nPOST \(echo.url)/b\n\n"
        + "< ./files/body.json\n\n### c\nPOST \(echo.url)/{{$dotenv NAME}}/{{$randomInt 5 6}}\n"
        + "Content-Type: application/json\n\n{\"tpl\": \"Hi {{ person.name }}! {{#if x}}\"}\n")
    let result = try await sandbox.run("run", "h/a.http", "--allow-files")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(
      bodies.values == [
        #"/a {"id": "S1"}"#, #"/b {"id": "{{start}}"}"#, #"/beside/5 {"tpl": "Hi {{ person.name }}! {{#if x}}"}"#,
      ])
    #expect(result.text.contains("No value for {{person.name}}: sent as it is written"), "\(result.text)")
  }

  @Test func scriptsInFilesRunWithPermissionAndWithoutThemNothingIsSent() async throws {
    try sandbox.write("s/h/after.js", "client.test('status', () => client.assert(response.status === 200));")
    try sandbox.write("s/common.js", "client.test('common', () => client.assert(true));")
    try sandbox.write("s/h/a.http", "GET \(server.url)/a\n\n> ./after.js\n> ../common.js\n")
    try sandbox.write("s/h/b.http", "GET \(server.url)/b\n\n> ./none.js\n")
    let allowed = try await sandbox.run("run", "s/h/a.http", "--allow-scripts", "--allow-files")
    #expect(allowed.status == 0, "\(allowed.text) \(allowed.error)")
    #expect(allowed.text.contains("1 iteration, 1 request, 2 checks"), "\(allowed.text)")
    let refused = try await sandbox.run("run", "s/h/a.http", "--allow-scripts")
    #expect(refused.status != 0)
    #expect(
      refused.text.contains("Script ./after.js: there is no permission to read it — pass --allow-files"),
      "\(refused.text)")
    let missing = try await sandbox.run("run", "s/h/b.http", "--allow-scripts", "--allow-files")
    #expect(missing.status != 0)
    #expect(missing.text.contains("Script ./none.js: the file is not there"), "\(missing.text)")
  }

  @Test func theBeginningOfASecretIsInNoReport() async throws {
    let secret = "sk-live-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let script = """
      pm.test('value', () => pm.expect(pm.environment.get('s')).to.equal('x'));
      pm.test('encoded', () => pm.expect(btoa(pm.environment.get('s'))).to.equal('x'));
      pm.test('part', () => pm.expect('a word before it: ' + pm.environment.get('s')).to.equal('x'));
      pm.execution.setNextRequest(pm.environment.get('s'));
      """
    let json: JSONValue = [
      "info": ["name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "item": [
        [
          "name": "a", "request": ["url": .string(server.url)],
          "event": [["listen": "test", "script": ["exec": .string(script)]]],
        ]
      ],
    ]
    try sandbox.write("c.json", json.compact)
    try sandbox.write(
      "e.json", #"{"name": "e", "values": [{"key": "s", "value": "\#(secret)", "type": "secret"}]}"#)
    let formats = ["cli", "json", "junit", "tap", "html", "github"]
    let reports = formats.flatMap { ["-r", "\($0)=report.\($0)"] }
    let result = try await sandbox.run(["run", "c.json", "-e", "e.json", "--allow-scripts"] + reports)
    let texts = formats.map { sandbox.text("report.\($0)") } + [result.text, result.error]
    let base64 = Data(secret.utf8).base64EncodedString()
    for text in texts {
      #expect(!text.contains(secret.prefix(8)) && !text.contains(base64.prefix(8)), "\(text)")
    }
    #expect(result.error.contains("The script's next request \"••••••\" is not in this run"), "\(result.error)")
    #expect(texts[0].contains("expected '••••••…' to equal 'x'"), "\(texts[0])")
  }
}
