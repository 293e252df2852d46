import Foundation
import Glibc
import RequestModel
import TestSupport
import Testing

/// `workbench run`: options, reports and exit codes.
@Suite(.timeLimit(.minutes(2)))
struct RunCommandTests {
  /// A server ends when nothing refers to it.
  private static let servers = Recorder<RawServer>()

  /// Answers each request with its path, and 404 if it has "missing" in it.
  private func server(_ log: Recorder<String> = Recorder()) throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        let path = String(head.split(separator: " ")[1])
        log.record(path + (body.isEmpty ? "" : " " + body))
        try connection.respond(
          path.contains("missing") ? "404 Not Found" : "200 OK", headers: ["Set-Cookie: seen=1; Path=/"], body: path)
      }
    }
  }

  /// A collection whose server lives as long as the sandbox is used.
  private func collection(_ server: RawServer) throws -> Sandbox {
    Self.servers.record(server)
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"name": "Shop"}"#)
    try sandbox.write("shop/a.json", #"{"url": "\#(server.url)/a/{{id}}", "tags": ["smoke"]}"#)
    try sandbox.write("shop/orders/b.json", #"{"url": "\#(server.url)/b", "name": "second"}"#)
    try sandbox.write("shop/orders/missing.json", #"{"url": "\#(server.url)/missing", "tags": ["slow"]}"#)
    return sandbox
  }

  @Test func eachRowOfTheDataFileIsAnIteration() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log))
    try sandbox.write("rows.csv", "id\n1\n2\n")
    let result = try await sandbox.run("run", "shop/a.json", "-d", "rows.csv")
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values == ["/a/1", "/a/2"])
    #expect(result.text.contains("Iteration 2 of 2\n") && result.text.contains("2 iterations, 2 requests, 0 checks\n"))
    let input = try await sandbox.run("run", "shop/a.json", "--data", "-", input: Data("id\n7\n".utf8))
    #expect(input.status == 0 && log.values.last == "/a/7", "\(input.error)")
  }

  @Test func tagsPathsAndFromChooseTheRequests() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log))
    for options in [
      ["shop", "--tags", "smoke,slow", "--exclude-tags", "slow"], ["shop", "--from", "second"],
      ["shop/orders/b.json", "shop/a.json"],
    ] {
      let result = try await sandbox.run(["run"] + options + ["--var", "id=1"])
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(log.values == ["/a/1", "/b", "/missing", "/b", "/a/1"])
  }

  @Test func aFailedCheckExitsWith1AndTheSummaryTellsIt() async throws {
    let sandbox = try collection(try server())
    let result = try await sandbox.run("run", "shop", "--var", "id=1", "--fail", "--retry", "1", "--retry-delay", "0")
    #expect(result.status == 1, "\(result.error)")
    #expect(result.text.contains("orders/missing.json\n    ✗ status below 400: the status is 404 Not Found\n"))
    #expect(result.text.contains("2 attempts"))
  }

  @Test func theHighestExitCodeCounts() async throws {
    let sandbox = try collection(try server())
    let unprepared = try await sandbox.run("run", "shop", "--fail")
    #expect(unprepared.status == 4 && unprepared.text.contains("No value for {{id}}"), "\(unprepared.text)")
    try sandbox.write("shop/broken.json", "{")
    let broken = try await sandbox.run("run", "shop", "--var", "id=1")
    #expect(broken.status == 3 && broken.text.contains("ERR"), "\(broken.text)")
  }

  @Test(arguments: [
    (["nowhere"], 2, "There is no file or folder \"nowhere\""),
    (["shop", "--tags", "none"], 2, "No request has these tags"),
    (["shop", "--from", "none"], 2, "No request to run is named \"none\""),
    (["shop", "-n", "0"], 2, "--iterations takes a number from 1 on, not 0"),
    (["shop", "--reporter", "xml"], 2, "--reporter takes cli, json, junit, tap, html, github"),
    (["shop", "-r", "json", "-r", "tap"], 2, "Only one report can go to standard output"),
    (["shop", "-d", "none.csv"], 2, "Cannot read the data file none.csv: No such file or directory"),
    (["shop", "-d", "bad.json"], 3, "bad.json:1:2 — the text ends before"),
    (["shop", "--env", "none"], 2, "No environment \"none\""),
    (["shop", "-x", "foo://x"], 2, "\"foo://x\" is not a proxy — write it as http://host:port"),
    (["shop", "-x", "foo://ada:geheim@x"], 2, "The text of -x is not a proxy"),
    (["shop", "-H", "a: b\nc: d"], 2, "The value of the header \"a\" has a control character — remove it"),
    (["shop", "--working-dir", "none"], 2, "There is no folder \"none\""),
    (["shop", "-r", "json=/none/x.json"], 2, "Cannot write /none/x.json: No such file or directory"),
    (["shop/collection.json"], 2, "collection.json is not a request — run the folder"),
  ])
  func mistakesAreToldBeforeAnythingIsSent(_ arguments: [String], _ status: Int, _ sentence: String) async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log))
    try sandbox.write("bad.json", "[")
    let result = try await sandbox.run(["run"] + arguments)
    #expect(result.status == Int32(status), "\(result.error)")
    #expect(result.error.contains(sentence), "\(result.error)")
    #expect(log.values.isEmpty)
  }

  @Test func severalReportsAreWrittenAtOnce() async throws {
    let sandbox = try collection(try server())
    let result = try await sandbox.start(
      [
        "run", "shop", "--var", "id=1", "--fail", "-r", "json=run.json", "-r", "junit=run.xml", "-r", "tap=run.tap",
        "-r", "html=run.html", "-r", "github=run.log",
      ], environment: ["GITHUB_STEP_SUMMARY": sandbox.path("summary.md")]
    ).finished()
    #expect(result.status == 1, "\(result.error)")
    #expect(result.text.contains("3 requests (1 failed)"))
    let document = try #require(try JSONText(sandbox.text("run.json")).value.object)
    #expect(document["totals"]?.object?["failedChecks"] == 1)
    #expect(sandbox.text("run.xml").hasSuffix("</testsuites>\n") && sandbox.text("run.tap").hasSuffix("1..3\n"))
    #expect(sandbox.text("run.html").contains("orders/missing.json"))
    #expect(sandbox.text("run.log").hasPrefix("::error file=shop/orders/missing.json,line=1,"))
    #expect(sandbox.text("summary.md").hasPrefix("### ❌ shop\n"))
  }

  @Test func aReportOnStandardOutputIsAlone() async throws {
    let sandbox = try collection(try server())
    let result = try await sandbox.run("run", "shop/orders/b.json", "--reporter", "json")
    #expect(result.status == 0 && result.error.isEmpty)
    #expect(try JSONText(result.text).value.object?["results"]?.array?.count == 1)
  }

  @Test func theEnvironmentIsExportedWithoutSecrets() async throws {
    let sandbox = try collection(try server())
    try sandbox.write(
      "shop/environments/local.json",
      #"{"variables": [{"name": "id", "value": "9"}, {"name": "key", "secret": true}]}"#)
    let result = try await sandbox.run("run", "shop/a.json", "--env", "local", "--export-environment", "after.json")
    #expect(result.status == 0, "\(result.error)")
    let variables = try JSONText(sandbox.text("after.json")).value.object?["variables"]
    #expect(variables == [["name": "id", "value": "9"], ["name": "key", "secret": true]])
  }

  @Test func cookiesComeFromAFileAndGoToOne() async throws {
    let sandbox = try collection(try server())
    let result = try await sandbox.run("run", "shop/orders/b.json", "--cookie-jar", "jar.txt")
    #expect(result.status == 0 && sandbox.text("jar.txt").contains("seen\t1"), "\(result.error)")
    #expect(!sandbox.exists("home/cookies"))
  }

  @Test func filesToSendAreRelativeToTheWorkingDirectory() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    try sandbox.write("files/body.txt", "from elsewhere")
    try sandbox.write("shop/up.json", #"{"method": "POST", "url": "\#(server.url)/up", "body": {"file": "body.txt"}}"#)
    let result = try await sandbox.run("run", "shop/up.json", "--working-dir", "files")
    #expect(result.status == 0, "\(result.text)")
    #expect(log.values == ["/up from elsewhere"])
  }

  @Test func anInterruptPrintsTheSummarySoFar() async throws {
    let log = Recorder<String>()
    let sandbox = try collection(try server(log))
    let program = try sandbox.start(["run", "shop/orders/b.json", "-n", "100", "--delay", "30"])
    _ = try await eventually("a request") { log.values.isEmpty ? nil : true }
    _ = try await eventually("a line") { program.outputSoFar.contains("b.json") ? true : nil }
    program.send(SIGINT)
    let result = try await program.finished()
    #expect(result.status == 5)
    #expect(result.text.contains("1 iteration, 1 request") && result.text.hasSuffix("Interrupted\n"), "\(result.text)")
  }

  @Test func pathsInOneCollectionShareItsCookies() async throws {
    let log = Recorder<String>()
    let server = try RawServer { connection in
      while true {
        log.record(try connection.readHead())
        try connection.respond(headers: ["Set-Cookie: seen=1; Path=/"])
      }
    }
    let sandbox = try collection(server)
    let result = try await sandbox.run("run", "shop/orders", "shop/a.json", "--var", "id=1")
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values.last?.contains("Cookie: seen=1") == true)
  }

  @Test func whatIsNoFileIsWrittenIntoAndLinksStay() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write("real-jar", "")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path("jar"), withDestinationPath: sandbox.path("real-jar"))
    let kept = try await sandbox.run("run", "shop/orders/b.json", "--cookie-jar", "jar")
    #expect(kept.status == 0, "\(kept.error)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.path("jar")) == sandbox.path("real-jar"))
    for options in [["--cookie-jar", "pipe"], ["--rate", "20/s", "--for", "100ms", "-r", "json=pipe"]] {
      unlink(sandbox.path("pipe"))
      try #require(mkfifo(sandbox.path("pipe"), 0o600) == 0)
      // Open for both, so that neither side waits for the other.
      let pipe = open(sandbox.path("pipe"), O_RDWR | O_NONBLOCK)
      defer { close(pipe) }
      let result = try await sandbox.run(["run", "shop/orders/b.json"] + options)
      #expect(result.status == 0, "\(result.error)")
      var byte: UInt8 = 0
      #expect(read(pipe, &byte, 1) == 1, "\(options)")
    }
  }
}
