import Foundation
import Glibc
import TestSupport
import Testing

/// History after `kill -9` of a program with an open conversation.
@Suite(.timeLimit(.minutes(2)))
struct KilledConversationTests {
  /// Sends a number as an event, twenty times a second.
  private static func tickingStream() throws -> RawServer {
    try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      for number in 0... {
        try connection.send("data: \(number)\n\n")
        usleep(50_000)
      }
    }
  }

  /// Kills a program that has received for three seconds, and looks into history.
  private func kill(_ url: String, method: String) async throws {
    let sandbox = try Sandbox()
    let program = try sandbox.start(["send", url, "--count", "100000"])
    _ = try await eventually("sixty messages", insteadOf: { program.errorSoFar }) {
      program.outputSoFar.split(separator: "\n").count >= 60 ? true : nil
    }
    program.send(SIGKILL)
    _ = try await program.finished()
    let list = try await sandbox.run("history", "list").text
    #expect(list.contains("\t\(method)\t\(url)\t"), "\(list)")
    let id = String(list.prefix { $0 != "\t" })
    let shown = try await sandbox.run("history", "show", id, "--print", "messages")
    let numbers = shown.text.matches(of: /"data":"(\d+)"/).compactMap { Int($0.output.1) }
    // Those of the last second may be missing, which are twenty at most.
    #expect(numbers.count >= 30 && numbers == Array(0..<numbers.count), "\(shown.text) \(shown.error)")
  }

  @Test func theMessagesOfAWebSocketAreThere() async throws {
    try await kill(TestServers.webSockets().url("/tick"), method: "WS")
  }

  @Test func theEventsOfAStreamAreThere() async throws {
    let server = try Self.tickingStream()
    try await kill(server.url, method: "GET")
  }
}
