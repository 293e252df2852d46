import Foundation
import Glibc
import TestSupport
import Testing

/// `workbench run --watch`, `--every` and `--on-failure`.
@Suite(.timeLimit(.minutes(2)))
struct RepeatedRunTests {
  private func server(_ log: Recorder<String> = Recorder()) throws -> RawServer {
    try RawServer { connection in
      while true {
        let path = String(try connection.readHead().split(separator: " ")[1])
        log.record(path)
        try connection.respond(path.contains("missing") ? "404 Not Found" : "200 OK")
      }
    }
  }

  private func collection(_ server: RawServer) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"name": "Shop"}"#)
    try sandbox.write("shop/orders/a.json", #"{"url": "\#(server.url)/a"}"#)
    return sandbox
  }

  private func wait(for text: String, times: Int = 1, in program: Program) async throws {
    _ = try await eventually("\(text) in standard error", insteadOf: { program.errorSoFar + program.outputSoFar }) {
      program.errorSoFar.components(separatedBy: text).count > times ? true : nil
    }
  }

  // MARK: Watching

  @Test func aChangedFileRunsTheRequestsAgain() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    let program = try sandbox.start(["run", "shop", "--watch", "-r", "cli", "-r", "json=shop/report.txt"])
    try await wait(for: "Waiting for changes — Ctrl+C ends\n", in: program)
    #expect(log.values == ["/a"])
    try sandbox.write("shop/orders/a.json", #"{"url": "\#(server.url)/changed"}"#)
    try await wait(for: "Changed: shop/orders/a.json\n", in: program)
    try await wait(for: "Waiting for changes — Ctrl+C ends\n", times: 2, in: program)
    #expect(log.values == ["/a", "/changed"])
    // A folder that is new is watched as well.
    try sandbox.write("shop/new/b.json", #"{"url": "\#(server.url)/new"}"#)
    _ = try await eventually("the new request", insteadOf: { program.errorSoFar }) {
      log.values.contains("/new") ? true : nil
    }
    program.send(SIGINT)
    let result = try await program.finished()
    #expect(result.status == 5, "\(result.error)")
    // The report in the watched folder changes nothing.
    #expect(!result.error.contains("report.txt"), "\(result.error)")
  }

  @Test func aFileThatIsBrokenForAMomentDoesNotEndTheWatch() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    let program = try sandbox.start(["run", "shop", "--watch"])
    try await wait(for: "Waiting for changes", in: program)
    try sandbox.write("shop/collection.json", "{")
    try await wait(for: "Waiting for changes", times: 2, in: program)
    try sandbox.write("shop/collection.json", "{}")
    _ = try await eventually("the next run", insteadOf: { program.errorSoFar }) { log.values.count >= 2 ? true : nil }
    program.send(SIGTERM)
    #expect(try await program.finished().status == 5)
  }

  // MARK: Intervals

  @Test func eachRunOfAnIntervalIsALine() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    let program = try sandbox.start(["run", "shop", "--every", "1s"])
    _ = try await eventually("two lines", insteadOf: { program.errorSoFar }) {
      program.outputSoFar.split(separator: "\n").count >= 2 ? true : nil
    }
    program.send(SIGINT)
    let result = try await program.finished()
    #expect(result.status == 5)
    let line = try Regex(#"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  passed  1 request, 0 checks, [\d.]+ (µs|ms|s)$"#)
    #expect(result.text.split(separator: "\n").allSatisfy { $0.wholeMatch(of: line) != nil }, "\(result.text)")
  }

  @Test func anErrorOfUsageEndsTheFirstRun() async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run("run", "shop", "--every", "1h", "--tags", "none")
    #expect(result.status == 2 && result.text.isEmpty, "\(result.error)")
  }

  // MARK: Failures

  @Test func aCommandRunsAfterAFailureWithItsFacts() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write("shop/orders/a.json", #"{"url": "\#(server.url)/missing"}"#)
    let result = try await sandbox.run(
      "run", "shop", "--fail", "--on-failure", "env | grep ^WORKBENCH_RUN_ | sort >facts; echo told")
    #expect(result.status == 1 && result.error == "told\n", "\(result.error)")
    let facts = sandbox.text("facts").split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("WORKBENCH_RUN_SECONDS=") && !$0.hasPrefix("WORKBENCH_RUN_STARTED_AT=")
    }
    #expect(
      facts == [
        "WORKBENCH_RUN_CHECKS=1", "WORKBENCH_RUN_EXIT_CODE=1", "WORKBENCH_RUN_FAILED_CHECKS=1",
        "WORKBENCH_RUN_FAILED_REQUESTS=1",
        "WORKBENCH_RUN_FAILURE=orders/a.json: status below 400: the status is 404 Not Found",
        "WORKBENCH_RUN_NAME=shop", "WORKBENCH_RUN_REQUESTS=1", "WORKBENCH_RUN_RESULT=failed",
      ])
  }

  @Test func aCommandRunsAfterALoadThatBrokeItsThreshold() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write(
      "shop/orders/a.json", #"{"url": "\#(server.url)/missing", "checks": [{"query": "status", "value": 200}]}"#)
    let result = try await sandbox.run(
      "run", "shop", "--users", "1", "--for", "1s", "--threshold", "errors<1%", "--on-failure",
      "printenv WORKBENCH_RUN_RESULT WORKBENCH_RUN_FAILURE")
    #expect(result.status == 1, "\(result.error)")
    #expect(result.error.contains("failed\nerrors<1%: "), "\(result.error)")
  }

  @Test(arguments: [
    (["run", "shop", "-d", "rows.json"], "rows.json"), (["run", "a.hurl"], "a.hurl"), (["run", "a.yaml"], "a.yaml:"),
  ]) func aCommandRunsAfterAFileThatIsBroken(arguments: [String], name: String) async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write("rows.json", "[{")
    try sandbox.write("a.hurl", "GET\n")
    try sandbox.write("a.yaml", "type: collection.insomnia.rest/5.0\n  - b: [\n")
    let result = try await sandbox.run(
      arguments + ["--on-failure", "printenv WORKBENCH_RUN_RESULT WORKBENCH_RUN_FAILURE"])
    #expect(result.status == 3, "\(result.error)")
    #expect(result.error.contains("error\n\(name)"), "\(result.error)")
  }

  @Test func aFolderThatIsThereAgainIsRunAgain() async throws {
    let log = Recorder<String>()
    let server = try server(log)
    let sandbox = try collection(server)
    let program = try sandbox.start(["run", "shop", "--watch"])
    try await wait(for: "Waiting for changes", in: program)
    try FileManager.default.removeItem(atPath: sandbox.path("shop"))
    try await wait(for: "Waiting for changes", times: 2, in: program)
    try sandbox.write("shop/collection.json", #"{"name": "Shop"}"#)
    try sandbox.write("shop/orders/a.json", #"{"url": "\#(server.url)/again"}"#)
    _ = try await eventually("the request", insteadOf: { program.errorSoFar }) {
      log.values.contains("/again") ? true : nil
    }
    program.send(SIGINT)
    #expect(try await program.finished().status == 5)
  }

  @Test func noCommandRunsAfterARunThatPassed() async throws {
    let server = try server()
    let sandbox = try collection(server)
    let result = try await sandbox.run("run", "shop", "--on-failure", "touch failed")
    #expect(result.status == 0 && !sandbox.exists("failed"), "\(result.error)")
  }

  @Test func aCommandThatFailsIsReported() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write("shop/b.json", "{")
    let result = try await sandbox.run("run", "shop", "--on-failure", "exit 7")
    #expect(result.status == 3 && result.error.contains("The command of --on-failure exited with 7\n"))
  }

  @Test func secretsAreMaskedInTheFacts() async throws {
    let server = try server()
    let sandbox = try collection(server)
    try sandbox.write(
      "shop/collection.json", #"{"variables": [{"name": "key", "secret": true}]}"#)
    try sandbox.write("shop/orders/a.json", #"{"url": "ht!tp://{{key}}"}"#)
    let result = try await sandbox.run(
      "run", "shop", "--var", "key=s3cret-value", "--on-failure", "printenv WORKBENCH_RUN_FAILURE")
    #expect(result.error.contains("orders/a.json: "), "\(result.error)")
    #expect(!(result.error + result.text).contains("s3cret"), "\(result.error)")
  }
}
