import Foundation
import TestSupport
import Testing

/// `workbench history` with conversations.
@Suite(.timeLimit(.minutes(2)))
struct ReplayTests {
  private func replayLast(_ sandbox: Sandbox) async throws -> Program.Finished {
    let known = try await ids(sandbox)
    return try await sandbox.run("history", "replay", try #require(known.first))
  }

  private func ids(_ sandbox: Sandbox) async throws -> [String] {
    try await sandbox.run("history", "list").text.split(separator: "\n").map { String($0.prefix(8)) }
  }

  @Test func theMessagesOfAConversationAreSentAgainAndBothCanBeCompared() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.webSockets().url("/echo")
    _ = try await sandbox.run("send", url, input: Data("one\n\ntwo".utf8))
    #expect(try await sandbox.run("history", "list").text.contains("\tWS\t"))
    for options in [[], ["--no-gaps"]] {
      let known = try await ids(sandbox)
      let first = try #require(known.last)
      let again = try await sandbox.run(["history", "replay", first] + options)
      #expect(again.text == "one\n\ntwo\n" && again.status == 0, "\(again.error)")
      #expect(again.error.hasPrefix("101 Switching Protocols") && again.error.hasSuffix("Closed: 1000\n"))
    }
    let all = try await ids(sandbox)
    #expect(all.count == 3)
    let compared = try await sandbox.run("diff", all[2], all[0])
    // The answers may have come before or after the second message, so only the order of messages may differ.
    #expect(compared.text.contains("~ Messages") == (compared.status == 1) && compared.status <= 1, "\(compared.text)")
    let other = try await sandbox.run("send", url, input: Data("three".utf8))
    #expect(other.status == 0)
    let changed = try await sandbox.run("diff", all[2], try #require(try await ids(sandbox).first))
    #expect(changed.text.contains("three") && changed.status == 1, "\(changed.text)")
  }

  @Test func aServerThatHasBecomeSlowerMayStillAnswer() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.webSockets().url("/tire?key=\(UUID().uuidString)")
    let first = try await sandbox.run("send", url, "--count", "1", input: Data("one".utf8))
    #expect(first.text == "one\n", "\(first.error)")
    let again = try await replayLast(sandbox)
    #expect(again.text == "one\n" && again.status == 0, "\(again.error)")
  }

  @Test func aCheckThatFailsInAReplayIsNamed() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.webSockets().url("/echo")
    try sandbox.write(
      "chat.json",
      #"""
      { "url": "\#(url)", "steps": [{ "send": { "value": "a" } }, { "expect": "body == a" }],
        "checks": [{ "query": "messages", "filters": ["count"], "value": 7 }] }
      """#)
    #expect(try await sandbox.run("run", "chat.json").status == 1)
    let again = try await replayLast(sandbox)
    #expect(again.status == 1)
    #expect(again.error.contains("✗ messages | count equals 7: expected 7, got 1\n"), "\(again.error)")
  }

  /// The failed step says it, with the path of its file.
  @Test func aStepThatIsNotSentIsNamedOnce() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.webSockets().url("/echo")
    try sandbox.write("chat.json", #"{ "url": "\#(url)", "steps": [{ "send": { "value": "{{nobody}}" } }] }"#)
    let finished = try await sandbox.run("run", "chat.json")
    #expect(finished.status == 1 && finished.text.contains("No value for {{nobody}}"), "\(finished.text)")
    #expect(!finished.error.contains("No value"), "\(finished.error)")
  }

  @Test func whatIsNotInHistoryIsNotReplayed() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.webSockets().url("/echo")
    _ = try await sandbox.run(
      "send", url, "--secret", "key=s3cret-value", "--count", "1", input: Data("the {{key}}\n".utf8))
    let masked = try await replayLast(sandbox)
    #expect(masked.status == 2 && masked.error.hasPrefix("Message 1 has asterisks, which stand for a secret"))
    _ = try await sandbox.run("send", url, input: Data())
    let empty = try await replayLast(sandbox)
    #expect(empty.status == 2 && empty.error == "The exchange has no sent messages\n")
    _ = try await sandbox.run("send", "http://127.0.0.1:1/")
    let plain = try await replayLast(sandbox)
    #expect(plain.status == 2 && plain.error.contains("is not a conversation — send its request again"))
  }
}
