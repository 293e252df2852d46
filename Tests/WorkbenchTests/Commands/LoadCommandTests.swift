import Foundation
import Glibc
import RequestModel
import TestSupport
import Testing

/// `workbench run --rate` and `--users`: reports, thresholds and exit codes. `make bench` measures times.
@Suite(.timeLimit(.minutes(2)))
struct LoadCommandTests {
  private func server() throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        try connection.respond(head.contains("/missing") ? "404 Not Found" : "200 OK", body: "12345")
      }
    }
  }

  private func collection(_ server: RawServer) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"name": "Shop"}"#)
    try sandbox.write("shop/a.json", #"{"url": "\#(server.url)/a"}"#)
    try sandbox.write("shop/b.json", #"{"url": "\#(server.url)/b"}"#)
    return sandbox
  }

  @Test func aLoadReportsItsFiguresAndIsNotKeptInHistory() async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run(
      "run", "shop", "--rate", "100/s", "--for", "500ms", "--warm-up", "100ms", "-r", "cli", "-r", "json=load.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "100.0/s for 500ms after 100ms of warm-up, 2 requests in turn\n")
    #expect(result.text.contains("/s of 100.0/s\n") && result.text.contains("p99.9"), "\(result.text)")
    let report = try JSONText(sandbox.text("load.json")).value.object
    #expect(report?["format"] == "workbench-load" && report?["warmUpRequests"] == 10)
    let total = report?["total"]?.object
    #expect(total?["sent"].flatMap { $0.number }.map(\.text).flatMap(Int.init).map { $0 > 0 && $0 <= 50 } == true)
    #expect(report?["requests"]?.array?.compactMap { $0.object?["name"]?.string } == ["a.json", "b.json"])
    #expect(try await sandbox.run("history", "list").text.isEmpty)
  }

  @Test func aBrokenThresholdExitsWith1() async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run(
      "run", "shop/a.json", "--users", "2", "--for", "300ms", "--threshold", "p99<1us", "--threshold", "errors<1%")
    #expect(result.status == 1, "\(result.error)")
    #expect(result.text.contains("  ✗ p99<1us: it is ") && result.text.contains("  ✓ errors<1%: it is 0.00 %\n"))
  }

  @Test func secretsAreMaskedInErrors() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write(
      "shop/collection.json", #"{"variables": [{"name": "key", "secret": true, "value": "s3cret-value"}]}"#)
    try sandbox.write("shop/a.json", #"{"url": "ht!tp://{{key}}/{{nothing}}"}"#)
    let result = try await sandbox.run(
      "run", "shop/a.json", "--users", "1", "--for", "200ms", "--var", "key=s3cret-value", "-r", "cli", "-r",
      "json=load.json")
    #expect(result.text.contains("Errors\n"), "\(result.text)")
    #expect(!(result.text + result.error + sandbox.text("load.json")).contains("s3cret"), "\(result.text)")
  }

  @Test func aLoadHasNoRetriesAnyway() async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run("run", "shop", "--rate", "20/s", "--for", "300ms", "--retry", "0")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test(arguments: [(["--rate", "20/s"], 1), (["--users", "2"], 0)])
  func aNoteSaysOnceThatTheRequestsOfARateShareWhatScriptsSet(_ load: [String], _ count: Int) async throws {
    let server = try server()
    let sandbox = try collection(server)
    let script = #""scripts": {"preRequest": "pm.globals.set('n', 1)"}"#
    try sandbox.write("shop/a.json", #"{"url": "\#(server.url)/a", \#(script)}"#)
    let result = try await sandbox.run(["run", "shop/a.json", "--for", "300ms", "--allow-scripts"] + load)
    let note = "The requests of a rate share what scripts set in the environment, the collection and the globals"
    #expect(result.status == 0 && result.error.components(separatedBy: note).count == count + 1, "\(result.error)")
  }

  @Test func anInterruptPrintsTheReportSoFar() async throws {
    let arrived = Gate()
    let silent = try RawServer { connection in
      try connection.readHead()
      arrived.open()
      connection.waitForEnd()
    }
    let sandbox = try collection(silent)
    let program = try sandbox.start(["run", "shop", "--rate", "5/s", "--for", "1h"])
    await arrived.wait()
    program.send(SIGINT)
    let result = try await program.finished()
    #expect(result.status == 5 && result.text.hasSuffix("cancelled\nInterrupted\n"), "\(result.text)")
  }

  @Test(arguments: [
    (["--rate", "fast"], "--rate takes requests in a unit of time up to 100000/s"),
    (["--rate", "1/s", "--users", "2"], "--rate and --users are different loads"),
    (["--users", "0"], "--users takes 1 to 100000, not 0"),
    (["--for", "5s"], "--for belongs to a load — add --rate, --users or --connections"),
    (["--threshold", "p99<1s"], "--threshold belongs to a load"),
    (["--rate", "1/s", "--for", "soon"], "--for takes a length of time such as 30s"),
    (["--rate", "1/s", "--for", "0"], "--for takes a length of time such as 30s"),
    (["--rate", "1/s", "--threshold", "p98<1s"], "\"p98<1s\" is not a threshold"),
    (["--rate", "1/s", "-n", "5"], "A load has no --iterations"),
    (["--rate", "1/s", "--retry", "2"], "A load has no --retry — leave it out"),
    (["--rate", "1/s", "--retry-delay", "1s"], "A load has no --retry-delay — leave it out"),
    (["--rate", "1/s", "--retry", "0", "--retry-delay", "1s"], "A load has no --retry-delay — leave it out"),
    (["--rate", "1/s", "--fail"], "A load has no --fail — use --threshold \"errors<1\""),
    (["--users", "1", "--max-requests", "5"], "A load has no --max-requests — leave it out"),
    (["--rate", "1/s", "--history", "failures"], "A load has no --history — leave it out"),
    (["--rate", "1/s", "--history", "all"], "A load has no --history — leave it out"),
    (["--users", "1", "--export-environment", "e.json"], "Each user or connection of a load has its own variables"),
    (["--rate", "1/s", "-r", "junit=x.xml"], "A load is reported as cli or json, not junit"),
    (["--users", "1", "--max-in-flight", "5"], "--max-in-flight belongs to --rate: users send one request at a time"),
    (["--connections", "1", "--max-in-flight", "5"], "belongs to --rate: connections send one message at a time"),
    (["--connections", "0"], "--connections takes 1 to 100000, not 0"),
    (["--connections", "1", "--users", "1"], "--users is for HTTP requests, and --connections for conversations"),
    (["--match", "id"], "--match belongs to a load"),
    (["--rate", "1/s", "--match", "id"], "--match is for replies in conversations — add --connections"),
    (["--connections", "1", "--match", "$["], "--match: \"$[\" is not a path to a value in messages, such as $.id"),
    (["--connections", "1"], "a.json is an HTTP request, and --connections is for conversations"),
    (["--rate", "1/s", "--watch"], "--watch repeats checks, and a load test has none"),
    (["--watch", "--every", "5m"], "--watch and --every cannot be combined"),
    (["--every", "10ms"], "--every takes a second or more"),
    (["--every", "often"], "--every takes a length of time"),
    (["--every", "5m", "-r", "json"], "write the report to a file: json=report"),
    (["--watch", "-d", "-"], "--watch cannot read the data again from standard input"),
  ])
  func optionsThatDoNotFitAreUsageErrors(_ options: [String], _ sentence: String) async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run(["run", "shop"] + options)
    #expect(result.status == 2 && result.error.contains(sentence), "\(result.status) \(result.error)")
  }

  @Test func aLoadOfWebSocketsIsReportedLikeOthers() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/chat.json",
      #"""
      {
        "kind": "websocket", "url": "{{base}}/echo",
        "messages": [ { "name": "a", "type": "json", "value": { "id": "{{$uuid}}" } } ],
        "checks": [ { "query": "messages", "filters": ["count"], "value": 1 } ]
      }
      """#)
    let base = "base=" + (try await TestServers.webSockets().url(""))
    let result = try await sandbox.run(
      "run", "c", "--connections", "2", "--match", "id", "--for", "300ms", "--threshold", "errors<1", "--var", base,
      "-r", "cli", "-r", "json=load.json")
    #expect(result.status == 0 && result.text.contains("Connected  2 of 2 connections, 0 lost"), "\(result.error)")
    #expect(
      result.error.hasPrefix("chat.json: checks and captures of messages are not evaluated in a load\n"),
      "\(result.error)")
    #expect(result.error.contains("2 connections for 300ms, 1 request\n"))
    let report = try JSONText(sandbox.text("load.json")).value.object
    #expect(report?["load"]?.object?["connections"] == 2 && report?["connections"] == ["opened": 2, "lost": 0])
    let refused = try await sandbox.run("run", "c", "--rate", "1/s", "--var", base)
    #expect(refused.status == 2 && refused.error.contains("chat.json is a WebSocket, whose load holds connections"))
  }

  @Test func aBrokenFileEndsTheLoadBeforeItBegins() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write("shop/c.json", "{")
    let result = try await sandbox.run("run", "shop", "--rate", "1/s")
    #expect(result.status == 3 && result.error.contains("c.json"), "\(result.error)")
  }
}
