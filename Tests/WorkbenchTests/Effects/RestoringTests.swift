import Foundation
import Glibc
import Testing

/// The terminal is as it was, whichever way the program ends.
@Suite(.serialized) struct RestoringTests {
  /// A way out, and how the shell tells of it: 128 and the number of the signal that ended the program.
  enum WayOut: CaseIterable, CustomTestStringConvertible {
    case quit, controlC, terminated, hungUp, interrupted, crashed, aborted, killed

    var status: Int32 {
      switch self {
      case .quit, .controlC, .terminated, .hungUp, .interrupted: 0
      case .crashed: 128 + SIGSEGV
      case .aborted: 128 + SIGABRT
      case .killed: 128 + SIGKILL
      }
    }

    var testDescription: String { "\(self)" }

    func take(in terminal: Terminal) async throws {
      switch self {
      case .quit: try await terminal.press("q")
      case .controlC: try await terminal.press("C-c")
      case .terminated: kill(try await terminal.workbenchProcess(), SIGTERM)
      case .hungUp: kill(try await terminal.workbenchProcess(), SIGHUP)
      case .interrupted: kill(try await terminal.workbenchProcess(), SIGINT)
      case .crashed: kill(try await terminal.workbenchProcess(), SIGSEGV)
      case .aborted: kill(try await terminal.workbenchProcess(), SIGABRT)
      case .killed: kill(try await terminal.workbenchProcess(), SIGKILL)
      }
    }
  }

  @Test(arguments: WayOut.allCases) func theTerminalIsAsItWasAfter(_ way: WayOut) async throws {
    let terminal = try await Terminal(.small())
    let before = try await terminal.state()
    try await terminal.run("workbench --demo small; echo $? >status")
    try await terminal.wait(for: "/get?colour=teal")
    let during = try await terminal.state()
    #expect(during.modes != before.modes && during.flags != before.flags)
    try await way.take(in: terminal)
    // Not on the screen: after a kill the shell may write before the screen is its own again.
    let status = try await eventually("its end") {
      terminal.sandbox.text("status").hasSuffix("\n") ? terminal.sandbox.text("status") : nil
    }
    #expect(status == "\(way.status)\n")
    _ = try await eventually(
      "the terminal as it was, \(before)", insteadOf: { "\(try await terminal.state())" }
    ) { try await terminal.state() == before ? true : nil }
    // Typed text is echoed, and pasted text has no brackets around it.
    try await terminal.run("cat >pasted; echo do''ne")
    try await terminal.paste("plain\n")
    try await terminal.wait(for: "plain")
    try await terminal.press("C-d")
    try await terminal.wait(for: "\ndone")
    #expect(terminal.sandbox.text("pasted") == "plain\n")
  }

  @Test func theKeyThatSuspendsStopsItAndFgBringsItBack() async throws {
    let terminal = try await Terminal(.small())
    let before = try await terminal.state()
    try await terminal.run("workbench --demo small")
    let shown = try await terminal.wait(
      for: "/get?colour=teal", "✓ colour", "GET  slow", "env demo", "⏎ send  e edit", "history 0")
    try await terminal.press("g", "z")
    try await terminal.wait(for: "Stopped")
    #expect(try await terminal.state() == before)
    try await terminal.run("fg")
    try await terminal.wait("the screen as it was") { $0 == shown }
  }

  @Test func unsavedEditsOutliveAKill() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    try await terminal.run("workbench --demo small/echo.json; touch ended")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("Enter")
    try await terminal.wait(for: "/anything/older", "1 unsaved")
    // Not the temporary file that becomes the draft.
    _ = try await eventually("a draft on the disk") {
      try terminal.sandbox.homeFiles().contains {
        $0.key.hasPrefix("drafts/") && $0.key.hasSuffix(".json")
          && $0.value.range(of: Data("/anything/older".utf8)) != nil
      }
        ? true : nil
    }
    kill(try await terminal.workbenchProcess(), SIGKILL)
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }
    #expect(terminal.sandbox.text("small/echo.json") == file)

    try await terminal.run("clear; workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/older", "1 unsaved", "unsaved edits from last time")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved")
    #expect(terminal.sandbox.text("small/echo.json") == file.replacingOccurrences(of: "/old", with: "/older"))
  }

  @Test func editsOfAnEarlierRunDoNotOverwriteWhatAnotherProgramWroteSince() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    try await terminal.run("workbench --demo small/echo.json; touch ended")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("Enter", "q")
    try await terminal.wait(for: "Unsaved edits")
    try await terminal.press("q")
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }

    let theirs = file.replacingOccurrences(of: "/old", with: "/theirs")
    try terminal.sandbox.write("small/echo.json", theirs)
    try await terminal.run("clear; workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/older", "1 unsaved")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Changed on disk since you opened it")
    #expect(terminal.sandbox.text("small/echo.json") == theirs)
  }
}
