import Foundation
import Glibc
import Testing

/// Copying, where the programs that take it do not.
@Suite(.serialized) struct ClipboardTests {
  /// A terminal in which `xclip` is that script.
  private func terminal(xclip script: String) async throws -> Terminal {
    let sandbox = try Sandbox.small()
    for name in ["xclip", "xsel"] {
      try sandbox.write("bin/" + name, "#!/bin/sh\n" + (name == "xclip" ? script : "exit 1") + "\n")
      try sandbox.makeExecutable("bin/" + name)
    }
    let build = URL(fileURLWithPath: Program.workbench).deletingLastPathComponent().path
    return try await Terminal(
      sandbox, environment: ["DISPLAY": ":9", "PATH": "\(sandbox.path("bin")):\(build):/usr/bin:/bin"])
  }

  private func copy(_ terminal: Terminal) async throws {
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "/get?colour=teal", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "teal\"")
    try await terminal.press("3", "Y")
  }

  @Test func aToolThatTakesItGetsAllOfIt() async throws {
    let terminal = try await terminal(xclip: "cat >copied; sleep 100 & echo done >&2")
    try await copy(terminal)
    try await terminal.wait(for: "with xclip")
    #expect(terminal.sandbox.text("copied").contains("\"teal\""))
  }

  @Test func aToolThatFailsIsQuotedAndTheTerminalTakesIt() async throws {
    let terminal = try await terminal(xclip: "echo \"Error: Can't open display: :9\" >&2; exit 1")
    try await copy(terminal)
    try await terminal.wait(for: "xclip failed: Error: Can't open display: :9")
  }

  @Test func aToolThatHangsIsEndedWithAllThatItStarted() async throws {
    let terminal = try await terminal(xclip: "trap '' TERM; sleep 1000 & echo $! >child; wait")
    try await copy(terminal)
    try await terminal.wait(for: "xclip failed: no response for 3 s")
    let child = try #require(pid_t(terminal.sandbox.text("child").trimmingCharacters(in: .newlines)))
    _ = try await eventually("the end of what it started") { kill(child, 0) != 0 && errno == ESRCH ? true : nil }
  }
}
