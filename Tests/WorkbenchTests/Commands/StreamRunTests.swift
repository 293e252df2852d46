import Foundation
import TestSupport
import Testing

/// Tests of event streams in `workbench run`.
@Suite(.timeLimit(.minutes(2)))
struct StreamRunTests {
  @Test func aRunEndsAStreamWithItsStepsAndChecksItsEvents() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"n\":1}\n\ndata: {\"n\":2}\n\n")
      connection.waitForEnd()
    }
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/news.json",
      #"""
      { "url": "\#(server.url)", "steps": [{ "expect": "$.n == {{wanted}}", "within": "{{time}}" }],
        "checks": [{ "query": "messages", "filters": ["count"], "value": 2 }] }
      """#)
    let checked = try await sandbox.run("check", "c")
    #expect(!(checked.text + checked.error).contains("steps"), "\(checked.text)\(checked.error)")
    let passed = try await sandbox.run("run", "c", "-r", "cli", "--var", "wanted=2", "--var", "time=20s")
    #expect(passed.status == 0 && passed.text.contains("2 checks"), "\(passed.text)\(passed.error)")
    let failed = try await sandbox.run("run", "c", "-r", "cli", "--var", "wanted=3", "--var", "time=200ms")
    #expect(failed.status == 1 && failed.text.contains("no such message within 200ms; 2 others came"), "\(failed.text)")
  }

  private func server(_ type: String, _ body: String) throws -> RawServer {
    try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + body)
    }
  }

  /// A request whose script tests what its message handler has seen.
  private func sandbox(_ url: String, sees messages: String) throws -> Sandbox {
    let script = """
      const seen = [];
      pm.onMessage(({ type, event, id, data }) => seen.push([type, event, id, data].join(" ")));
      pm.test("seen", () => pm.expect(seen).to.deep.equal(\(messages)));
      """
    let literal = String(decoding: try JSONEncoder().encode(script), as: UTF8.self)
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/a.json", #"{ "url": "\#(url)", "scripts": { "postResponse": \#(literal) } }"#)
    return sandbox
  }

  @Test(arguments: [
    (
      "text/event-stream", ": hi\n\nevent: add\nid: 7\ndata: 1\n\nid:\ndata: 2\n\n",
      #"["event add 7 1", "event message  2"]"#
    ),
    ("application/x-ndjson", "{\"n\":1}\n[2]\n", #"['line   {"n":1}', "line   [2]"]"#),
  ])
  func aScriptSeesTheMessagesOfAStream(_ type: String, _ body: String, _ messages: String) async throws {
    let server = try server(type, body)
    let result = try await sandbox(server.url, sees: messages).run("run", "c", "--allow-scripts", "-r", "cli")
    #expect(result.status == 0 && result.text.contains("1 check"), "\(result.text)\(result.error)")
  }

  @Test func aMessageHandlerOfAnotherResponseIsAWarning() async throws {
    let server = try server("application/json", "{}")
    let result = try await sandbox(server.url, sees: "[]").run("send", "c/a.json", "--allow-scripts")
    let warning =
      "warn: pm.onMessage: the response has no messages, as it is neither a WebSocket nor a stream of events or lines"
    #expect(result.status == 0 && result.error.contains(warning), "\(result.text)\(result.error)")
  }
}
