import Foundation
import TestSupport
import Testing

/// The steps of WebSockets in `workbench run`, `send` and `check`.
@Suite(.timeLimit(.minutes(2)))
struct ConversationRunTests {
  /// A collection with a conversation that passes and one that fails.
  private static func collection() async throws -> Sandbox {
    let (sandbox, base) = (try Sandbox(), try await TestServers.webSockets().url(""))
    try sandbox.write("c/collection.json", #"{ "variables": [{ "name": "base", "value": "\#(base)" }] }"#)
    try sandbox.write(
      "c/chat.json",
      #"""
      { "url": "{{base}}/echo", "kind": "websocket", "messages": [{ "name": "hi", "value": "hello" }],
        "steps": [{ "send": "hi" }, { "expect": "body == hello" }],
        "checks": [{ "query": "messages", "filters": ["count"], "value": 1 }] }
      """#)
    try sandbox.write(
      "c/failing.json",
      #"""
      { "url": "{{base}}/echo", "kind": "websocket",
        "steps": [{ "send": { "value": "<no>" } }, { "expect": "body == yes", "within": "300ms" }] }
      """#)
    return sandbox
  }

  private static let failure =
    #"expect body == yes within 300ms: no such message within 300ms; one other came: <no> (expected "yes", got "<no>")"#

  @Test func aRunOfAFolderReportsTheStepsInAllReports() async throws {
    let sandbox = try await Self.collection()
    let reports = ["junit", "json", "html", "tap"].flatMap { ["-r", "\($0)=report.\($0)"] }
    let result = try await sandbox.run(["run", "c", "-r", "cli"] + reports)
    #expect(
      result.status == 1 && result.text.contains("2 requests (1 failed), 3 checks (1 failed)"),
      "\(result.text)\(result.error)")
    #expect(result.text.contains(Self.failure), "\(result.text)")
    let json = sandbox.text("report.json")
    #expect(json.contains("expect body == hello") && json.contains("one other came: <no>"))
    let xml = sandbox.text("report.junit")
    #expect(xml.contains("messages | count equals 1") && xml.contains("one other came: &lt;no&gt;"))
    #expect(sandbox.text("report.html").contains("one other came: \\u003Cno>"))
    #expect(sandbox.text("report.tap").contains("ok 1 - expect body == hello"))
  }

  @Test func sendCarriesOutTheStepsUnlessSomethingElseSaysWhatToSend() async throws {
    let sandbox = try await Self.collection()
    let steps = try await sandbox.run("send", "c/chat.json")
    #expect(steps.text == "hello\n" && steps.status == 0, "\(steps.error)")
    #expect(steps.error.contains("2 of 2 checks passed") && steps.error.hasSuffix("Closed: 1000\n"))
    let piped = try await sandbox.shell("printf 'one\\ntwo\\n' | workbench send c/chat.json")
    #expect(piped.text == "one\ntwo\n" && piped.status == 1 && piped.error.contains("✗ messages | count equals 1"))
    let empty = try await sandbox.shell("printf '' | workbench send c/chat.json")
    #expect(empty.text == "hello\n" && empty.status == 0, "\(empty.error)")
    let option = try await sandbox.run("send", "c/failing.json", "--idle", "200ms")
    #expect(option.text.isEmpty && option.status == 0, "\(option.error)")
    let failing = try await sandbox.run("send", "c/failing.json")
    #expect(failing.status == 1 && failing.error.contains("✗ \(Self.failure)"), "\(failing.error)")
  }

  @Test func checkNamesMistakesInSteps() async throws {
    let sandbox = try await Self.collection()
    try sandbox.write("c/failing.json", #"{ "url": "ws://h", "steps": [{ "expct": "$.a" }] }"#)
    let result = try await sandbox.run("check", "c")
    let all = result.text + result.error
    #expect(all.contains(#"unknown member "expct" — did you mean "expect"?"#) && result.status != 0, "\(all)")
  }

  @Test func aFunctionForMessagesIsNotCalledAndANoteSaysSo() async throws {
    let sandbox = try await Self.collection()
    try sandbox.write(
      "c/failing.json",
      #"""
      { "url": "{{base}}/echo", "kind": "websocket", "steps": [{ "wait": "1ms" }],
        "scripts": { "preRequest": "function onMessage(message) {}", "postResponse": "pm.onMessage(() => {})" } }
      """#)
    let result = try await sandbox.run("run", "c/failing.json", "--allow-scripts")
    #expect(result.text.contains("onMessage is not called: scripts run before the connection and after it"))
    #expect(result.text.contains("pm.onMessage is not available: scripts do not run for each message of a WebSocket"))
    #expect(result.status == 1, "\(result.text)\(result.error)")
  }
}
