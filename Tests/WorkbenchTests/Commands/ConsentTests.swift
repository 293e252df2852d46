import Foundation
import Glibc
import TestSupport
import Testing

/// Reading outside of a collection, from the command line and on the screen.
@Suite(.serialized) struct ConsentTests {
  /// A collection that sends a file of the home, and a variable.
  private func greedy(_ url: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("home/.ssh/id", "PRIVATE KEY")
    try sandbox.write("home/.ssh/other", "OTHER KEY")
    try sandbox.write(
      "c/collection.json", #"{"variables": [{"name": "t", "secret": true, "fromEnvironment": "TOKEN"}]}"#)
    try sandbox.write("c/own.txt", "own")
    try sandbox.write("c/own.json", #"{"method": "POST", "url": "\#(url)", "body": {"file": "own.txt"}}"#)
    try sandbox.write("c/key.json", #"{"method": "POST", "url": "\#(url)", "body": {"file": "~/.ssh/id"}}"#)
    try sandbox.write("c/other.json", #"{"method": "POST", "url": "\#(url)", "body": {"file": "~/.ssh/other"}}"#)
    try sandbox.write("c/token.json", #"{"method": "POST", "url": "\#(url)", "body": {"text": "{{t}}"}}"#)
    return sandbox
  }

  @Test func withoutATerminalItIsAnErrorThatNamesTheOption() async throws {
    let sandbox = try greedy("http://127.0.0.1:1")
    let result = try await sandbox.run("send", "c/key.json")
    #expect(result.status == 4)
    #expect(
      result.error.contains(
        "This collection has no permission to read \(sandbox.home)/.ssh/id — allow it in the workbench, "
          + "or pass --allow-files\n"))
    let variable = try await sandbox.run("send", "c/token.json", environment: ["TOKEN": "secret token"])
    #expect(variable.status == 4)
    #expect(variable.error.contains("the environment variable TOKEN") && !variable.error.contains("secret token"))
    #expect(!sandbox.exists("home/consents.json"))
  }

  @Test func theOptionAllowsItForThatRun() async throws {
    let server = try EchoServer()
    let sandbox = try greedy(server.url)
    #expect(try await sandbox.run("send", "c/key.json", "--allow-files").text == "PRIVATE KEY")
    let token = try await sandbox.run("send", "c/token.json", "--allow-files", environment: ["TOKEN": "secret token"])
    #expect(token.status == 0)
    #expect(try await sandbox.run("send", "c/key.json").status == 4)
    let all = try await sandbox.run("send", "c")
    #expect(all.status == 4)
    let results = all.text.split(separator: "\n").map { String($0.prefix(3)) }
    #expect(results == ["ERR", "ERR", "200", "ERR"])
  }

  @Test func filesOfTheCollectionAndOfTheCommandLineNeedNoPermission() async throws {
    let server = try EchoServer()
    let sandbox = try greedy(server.url)
    #expect(try await sandbox.run("send", "c/own.json").text == "own")
    let bytes = Data([0xFF, 0xFE, 0x00])
    try sandbox.write("home/bytes", bytes)
    #expect(try await sandbox.run("send", server.url, "--data-binary", "@home/bytes").output == bytes)
    #expect(try await sandbox.run("send", "c/own.json", "--data-binary", "@home/bytes").output == bytes)
  }

  @Test func onATerminalTheCommandAsks() async throws {
    let server = try EchoServer()
    let terminal = try await Terminal(greedy(server.url))
    try await terminal.run("workbench send c/key.json; echo status $?")
    try await terminal.wait(for: "/c wants to send, for", "/home/.ssh/id", "always or no")
    try await terminal.press("Enter")
    try await terminal.wait(for: "no permission to read", "status 4")
    try await terminal.run("clear; workbench send c/key.json; echo status $?")
    try await terminal.wait(for: "always or no")
    try await terminal.answer("always")
    try await terminal.wait(for: "PRIVATE KEY", "status 0")
    #expect(try await terminal.sandbox.run("send", "c/key.json").text == "PRIVATE KEY")
    #expect(try await terminal.sandbox.run("send", "c/other.json").status == 4)
  }

  @Test func onTheScreenTheDecisionIsAskedForOnceAndKeptOutsideTheCollection() async throws {
    let server = try EchoServer()
    let terminal = try await Terminal(greedy(server.url))
    try await terminal.run("workbench c/key.json")
    try await terminal.wait(for: "POST", server.url)
    try await terminal.press("F5")
    try await terminal.wait(for: "Allow reading outside the collection?", "\(terminal.sandbox.home)/.ssh/id")
    try await terminal.press("Escape")
    try await terminal.wait(for: "No permission to read")
    try await terminal.press("F5")
    try await terminal.wait(for: "Allow reading outside the collection?")
    try await terminal.press("A")
    try await terminal.wait(for: "200 OK", "PRIVATE KEY", "history 1")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    let mode = try FileManager.default.attributesOfItem(atPath: terminal.sandbox.home + "/consents.json")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)

    try await terminal.run("clear; workbench c/key.json")
    try await terminal.wait(for: server.url, "history 1")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "history 2")
    // Changes of a pull are asked about again.
    try terminal.sandbox.write(
      "c/key.json", terminal.sandbox.text("c/key.json").replacing(".ssh/id", with: ".ssh/other"))
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    try await terminal.run("clear; workbench c/key.json")
    try await terminal.wait(for: server.url, "history 2")
    try await terminal.press("F5")
    try await terminal.wait(for: "Allow reading outside the collection?", "\(terminal.sandbox.home)/.ssh/other")
  }
}
