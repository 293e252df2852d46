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
    #expect(!all.contains("is not a known member"), "\(all)")
  }

  @Test func scriptsSeeTheMessagesOfAConversationWhileItIsOpenAndAfterwards() async throws {
    let sandbox = try await Self.collection()
    let script = """
      let count = 0;
      pm.onMessage(message => pm.test(`message ${++count}`, () => pm.expect(message.json().id).to.equal(count)));
      pm.test("both directions", () => {
        pm.expect(pm.response).to.have.status(101);
        pm.expect(pm.response.messages.map(({ direction, type }) => direction + " " + type)).to.deep.equal(
          ["sent text", "received text", "sent text", "received text", "sent close"]);
      });
      pm.environment.set("last", pm.response.messages.at(-2).data);
      """
    let literal = String(decoding: try JSONEncoder().encode(script), as: UTF8.self)
    let before = #""pm.onMessage(({ type, data }) => pm.test(type, () => pm.expect(data).to.be.a('string')))""#
    try sandbox.write(
      "c/failing.json",
      #"""
      { "url": "{{base}}/echo", "kind": "websocket", "scripts": { "preRequest": \#(before), "postResponse": \#(literal) },
        "steps": [{ "send": { "value": { "id": 1 } } }, { "expect": "$.id == 1" }, { "send": { "value": { "id": 3 } } },
                  { "expect": "$.id == 3" }] }
      """#)
    let result = try await sandbox.run("run", "c/failing.json", "--allow-scripts")
    // Two expectations, a check of each message while it is open, and two of three after it.
    #expect(result.text.contains("6 of 7 checks passed"), "\(result.text)\(result.error)")
    #expect(result.text.contains("✗ message 2: expected 3 to equal 2") && result.status == 1)
  }

  @Test func aMessageHandlerOfARefusedConnectionIsAWarning() async throws {
    let sandbox = try await Self.collection()
    try sandbox.write(
      "c/refused.json",
      #"""
      { "url": "{{base}}/refuse?status=403", "kind": "websocket",
        "scripts": { "preRequest": "pm.onMessage(() => pm.test('a message', () => {}))" } }
      """#)
    let result = try await sandbox.run("run", "c/refused.json", "--allow-scripts")
    let warning =
      "warn: pm.onMessage: the response has no messages, as it is neither a WebSocket nor a stream of events or lines"
    let parts = ["403  WS", warning, "1 iteration, 1 request, 0 checks"]
    #expect(result.status == 0 && parts.allSatisfy { result.text.contains($0) }, "\(result.text)\(result.error)")
  }

  @Test func aScriptAfterARefusedConnectionWarnsThatThereAreNoMessages() async throws {
    let sandbox = try await Self.collection()
    try sandbox.write(
      "c/refused.json",
      #"""
      { "url": "{{base}}/refuse?status=403", "kind": "websocket",
        "scripts": { "postResponse": "pm.onMessage(() => pm.test('a message', () => {}))" } }
      """#)
    let result = try await sandbox.run("run", "c/refused.json", "--allow-scripts")
    let warning = "warn: pm.onMessage: no message was received, so nothing is called"
    let parts = ["403  WS", warning, "1 iteration, 1 request, 0 checks"]
    #expect(result.status == 0 && parts.allSatisfy { result.text.contains($0) }, "\(result.text)\(result.error)")
  }
}
