import Foundation
import Glibc
import TestSupport
import Testing

/// Several folders open in one program.
@Suite(.serialized) struct WorkspaceTests {
  /// Two folders: `small`, and `other` with requests of its own.
  private func folders() throws -> Sandbox {
    let sandbox = try Sandbox.small()
    try sandbox.write("other/collection.json", "{}\n")
    try sandbox.write("other/ping.json", #"{ "url": "{{demo}}/anything/ping" }"# + "\n")
    try sandbox.write("other/cookies.json", #"{ "url": "{{demo}}/cookies" }"# + "\n")
    return sandbox
  }

  private func switchWorkspace(_ terminal: Terminal) async throws {
    try await terminal.press("C-o")
    try await terminal.wait(for: "Workspaces", "Ctrl+X")
    try await terminal.press("Enter")
  }

  @Test func anExchangeEndsInTheBackgroundAndEditsStay() async throws {
    let (arrived, answer) = (Gate(), Gate())
    let server = try RawServer { connection in
      try connection.readHead()
      arrived.open()
      answer.waitOnThread()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlate!")
    }
    let sandbox = try folders()
    try sandbox.write("small/held.json", "{ \"url\": \"\(server.url)/held\" }\n")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/held.json other/ping.json")
    try await terminal.wait(for: "small │", "/held", "env demo")
    try await terminal.press("F5")
    await arrived.wait()
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "other │", "/anything/ping", "small is running")
    try await terminal.press("e")
    try await terminal.type("/pong")
    try await terminal.press("Escape")
    try await terminal.wait(for: "1 unsaved")
    answer.open()
    try await terminal.wait("the end of the exchange elsewhere") { !$0.contains("is running") }
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "small │", "200 OK", "late!", "history 1")
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "/anything/ping/pong", "1 unsaved", "history 1")
    try await switchWorkspace(terminal)
    try await terminal.press("q")
    try await terminal.wait(for: "1 unsaved in other")
    try await terminal.press("s")
    try await terminal.wait(for: "ready>")
    #expect(sandbox.text("other/ping.json").contains("/anything/ping/pong"))
  }

  @Test func recentFoldersAreListedInTheNextRun() async throws {
    let terminal = try await Terminal(folders(), columns: 140)
    try await terminal.run("workbench small other")
    try await terminal.wait(for: "small │")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    rename(terminal.sandbox.path("small"), terminal.sandbox.path("moved"))
    try await terminal.run("clear; workbench other/ping.json")
    try await terminal.wait(for: "/anything/ping")
    try await terminal.press("C-o")
    try await terminal.wait(for: "✓ other", "missing")
    try await terminal.type(terminal.sandbox.path("mo"))
    try await terminal.wait(for: "Open " + terminal.sandbox.path("mo"), "/moved")
    try await terminal.press("Tab")
    try await terminal.wait(for: "Open " + terminal.sandbox.path("moved/"))
    try await terminal.press("Enter")
    try await terminal.wait(for: "moved │", "slow")
    try await terminal.press("C-o")
    try await terminal.wait(for: "✓ moved", "• other", "missing", "4 requests")
  }

  @Test func aClosedFolderThatIsOpenedAgainHasItsUnsavedEdits() async throws {
    let terminal = try await Terminal(folders())
    try await terminal.run("workbench other/ping.json small")
    try await terminal.wait(for: "other │", "/anything/ping")
    try await terminal.press("e")
    try await terminal.type("/pong")
    try await terminal.press("C-o")
    try await terminal.wait(for: "✓ other", "• small")
    try await terminal.press("Up", "C-x")
    try await terminal.wait(for: "Close other?", "1 file with unsaved edits")
    try await terminal.press("c")
    try await terminal.wait("small alone") { $0.contains("Closed other") && !$0.contains("│ other") }
    _ = try await eventually("the selected request in the stored state") {
      terminal.sandbox.text("home/state.json").contains("ping.json") ? true : nil
    }
    try await terminal.press("C-o")
    try await terminal.wait(for: "  other")
    try await terminal.type("other")
    try await terminal.press("Enter")
    try await terminal.wait(for: "other │", "/anything/ping/pong", "1 unsaved")
    #expect(!terminal.sandbox.text("other/ping.json").contains("pong"))
  }

  @Test func aFolderThatIsOpenedAgainWaitsUntilItsStateIsWritten() async throws {
    let sandbox = try folders()
    // Whoever holds this lock keeps the state from being written.
    try sandbox.write("home/state.json.lock", "")
    let descriptor = open(sandbox.path("home/state.json.lock"), O_RDWR | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench other/ping.json small")
    try await terminal.wait(for: "other │", "/anything/ping")
    try await terminal.press("C-o")
    try await terminal.wait(for: "✓ other", "• small")
    try await terminal.press("Up", "C-x")
    try await terminal.wait("small alone") { $0.contains("Closed other") && !$0.contains("│ other") }
    try await terminal.press("C-o")
    try await terminal.wait(for: "  other")
    try await terminal.type("other")
    try await terminal.press("Enter")
    try await terminal.waitUntilRead()
    close(descriptor)
    try await terminal.wait(for: "other │", "/anything/ping")
  }

  @Test func aFolderInTheBackgroundIsWatched() async throws {
    let terminal = try await Terminal(folders())
    try await terminal.run("workbench small/get.json other/ping.json")
    try await terminal.wait(for: "small │", "history 0")
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "other │", "/anything/ping")
    try terminal.sandbox.write("small/new.json", "{ \"url\": \"http://new.example\" }\n")
    try await terminal.press("C-o")
    try await terminal.wait(for: "5 requests")
    try await terminal.press("Enter")
    try await terminal.wait(for: "small │", "GET  new")
  }

  @Test func cookiesOfOneWorkspaceAreNotSentInAnother() async throws {
    let sandbox = try folders()
    try sandbox.write("small/set.json", #"{ "url": "{{demo}}/cookies/set?flavour=ginger" }"# + "\n")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/set.json other/cookies.json")
    try await terminal.wait(for: "small │", "/cookies/set", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "ginger", "history 1")
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "other │", "{{demo}}/cookies")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"cookies\": {}", "history 2")
  }

  /// Root may write anywhere, so it opens the folder as another user.
  @Test func aFolderThatCannotBeWrittenOpens() async throws {
    let sandbox = try folders()
    let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    try FileManager.default.createDirectory(atPath: sandbox.home, withIntermediateDirectories: true)
    if getuid() == 0 { chown(sandbox.home, 65534, 65534) }
    chmod(sandbox.path("small/get.json"), 0o444)
    chmod(sandbox.path("small"), 0o555)
    defer { chmod(sandbox.path("small"), 0o755) }
    let terminal = try await Terminal(sandbox)
    try await terminal.run("\(user)workbench --demo other small/get.json")
    try await terminal.wait(for: "other │")
    try await switchWorkspace(terminal)
    try await terminal.wait(for: "small │", "/get?colour=teal")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "history 1")
    try await terminal.press("e")
    try await terminal.type("x")
    try await terminal.press("C-s")
    try await terminal.wait(for: "File is read-only — overwrite?")
    try await terminal.press("o")
    try await terminal.wait(for: "permission denied", "1 unsaved")
  }
}
