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
}
