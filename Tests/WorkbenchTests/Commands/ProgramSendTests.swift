import Foundation
import Glibc
import TestSupport
import Testing

/// Requests to programs in `send`, `run` and history.
@Suite(.timeLimit(.minutes(2))) struct ProgramSendTests {
  private static let answer = #"{"id":1,"result":{"content":[{"type":"text","text":"42"}]}}"#

  /// A collection with a server beside its request.
  private static func collection(_ command: String = "sh server.sh") throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/server.sh",
      #"""
      read line; echo starting >&2
      echo '{"id":"session-1","result":{"protocolVersion":"2025-06-18","capabilities":{}}}'
      read line; read line
      echo '\#(answer)'
      read line
      """#)
    try sandbox.write(
      "c/add.json",
      #"""
      { "url": "stdio:\#(command)", "checks": [{ "query": "jsonpath", "expression": "$.result.content[0].text", "value": "42" }],
        "body": { "jsonrpc": { "method": "tools/call", "params": { "name": "add" }, "id": 1, "mcp": true } } }
      """#)
    return sandbox
  }

  @Test func nothingRunsWithoutPermission() async throws {
    let sandbox = try Self.collection("touch ran")
    let refused = try await sandbox.run("send", "c/add.json")
    #expect(refused.status == 4 && refused.text == "")
    #expect(
      refused.error.contains(
        "This collection has no permission to run the program touch ran — allow it in the workbench, or pass "
          + "--allow-commands\n"), "\(refused.error)")
    for arguments in [["check", "c"], ["send", "c/add.json", "--dry-run", "--allow-commands"]] {
      _ = try await sandbox.run(arguments)
    }
    #expect(!sandbox.exists("c/ran"))
  }

  @Test func theAnswerIsPrintedAndKeptInHistory() async throws {
    let sandbox = try Self.collection()
    let sent = try await sandbox.run("send", "c/add.json", "--allow-commands")
    #expect(sent.text == Self.answer && sent.status == 0, "\(sent.error)")
    #expect(sent.error.contains("answered · ") && sent.error.contains(" · stdio\n"), "\(sent.error)")
    let run = try await sandbox.run("run", "c", "--allow-commands")
    #expect(run.status == 0 && run.text.contains("ok   STDIO"), "\(run.text)")
    let history = try await sandbox.run("history", "list")
    #expect(history.text.split(separator: "\n").count == 2)
    #expect(history.text.contains("\tok\tSTDIO\tstdio:sh server.sh\t"), "\(history.text)")
  }

  @Test func aProgramThatIsMissingIsExplainedByItsShell() async throws {
    let sent = try await Self.collection("no-such-program-at-all").run("send", "c/add.json", "--allow-commands")
    #expect(sent.status == 4)
    #expect(sent.error.contains("initialize: the program has ended without an answer: "), "\(sent.error)")
    #expect(sent.error.contains("no-such-program-at-all:"), "\(sent.error)")
  }

  /// Also one that ignores SIGTERM, with what it has started.
  @Test func interruptingEndsTheProgram() async throws {
    let sandbox = try Self.collection("trap '' TERM; echo $$ >pid; while read line; do :; done; sleep 1000")
    let started = try sandbox.start(["send", "c/add.json", "--allow-commands"])
    let group = try await eventually("the program") { pid_t(sandbox.text("c/pid").trimmingCharacters(in: .newlines)) }
    started.send(SIGINT)
    #expect(try await started.finished().status == 5)
    _ = try await eventually("the end of the program") { kill(-group, 0) == -1 ? true : nil }
  }

  @Test(arguments: [["--reconnect"], ["--count", "1"], ["--reconnect", "--print", "messages"]])
  func optionsOfStreamsAreReported(_ options: [String]) async throws {
    let sent = try await Self.collection().run(["send", "c/add.json", "--allow-commands"] + options)
    let names = ["--count": "--count", "messages": "--print messages, --reconnect"]
    let name = options.lazy.compactMap { names[$0] }.first ?? "--reconnect"
    let note = "Not used: \(name) — the response is that of a program, not a stream of events or lines\n"
    #expect(sent.error.contains(note) && sent.text == Self.answer, "\(sent.text) \(sent.error)")
  }

  @Test func optionsOfMessagesAreRefused() async throws {
    let sent = try await Self.collection().run("send", "c/add.json", "--allow-commands", "--message", "a")
    #expect(sent.error == "--message is for messages, and c/add.json is a stdio program, which takes none\n")
    #expect(sent.status == 2)
  }

  @Test func theCommandLineIsForTheCommandMCP() async throws {
    let refused = try await Self.collection().run("mcp", "c/add.json", "tools")
    #expect(
      refused.error
        == "c/add.json is a stdio program, and MCP needs an HTTP request — give its command line to --stdio\n")
    #expect(refused.status == 2)
  }
}
