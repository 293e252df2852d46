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
    try await terminal.press("3", "g", "Y")
  }

  @Test func aToolThatTakesItGetsAllOfIt() async throws {
    let terminal = try await terminal(xclip: "cat >copied; sleep 100 & echo done >&2")
    try await copy(terminal)
    try await terminal.wait(for: "Copied the body", "characters, with xclip")
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

  /// A terminal of 80 columns that pretends to be tmux, with a `tmux` that is that script.
  private func terminal(tmux script: String) async throws -> Terminal {
    let sandbox = try Sandbox.small()
    let answer = "[ \"$1\" = load-buffer ] || exit 1"
    try sandbox.write("bin/tmux", "#!/bin/sh\n\(answer)\n\(script)\n")
    try sandbox.makeExecutable("bin/tmux")
    let build = URL(fileURLWithPath: Program.workbench).deletingLastPathComponent().path
    return try await Terminal(
      sandbox, columns: 80,
      environment: ["TMUX": "/tmp/none,1,0", "PATH": "\(sandbox.path("bin")):\(build):/usr/bin:/bin"])
  }

  @Test func tmuxGetsTheTextInItsBuffer() async throws {
    let terminal = try await terminal(tmux: "cat >copied; echo \"$@\" >arguments")
    try await copy(terminal)
    try await terminal.wait(for: "characters, to tmux (clipboard if allowed)")
    #expect(terminal.sandbox.text("arguments") == "load-buffer -w -\n")
    #expect(terminal.sandbox.text("copied").contains("\"teal\""))
  }

  @Test func aTmuxThatRefusesIsQuotedAndTheTerminalIsAsked() async throws {
    let terminal = try await terminal(tmux: "echo 'unknown flag -w' >&2; exit 1")
    try await copy(terminal)
    try await terminal.wait(for: "tmux failed: unknown flag -w. Sent the body")
  }
}
