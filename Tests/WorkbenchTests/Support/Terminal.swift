import Foundation
import Glibc
import Testing

/// A terminal with a shell in it: a session of tmux.
final class Terminal: Sendable {
  let sandbox: Sandbox
  private let tmux: Tmux

  /// - Parameter environment: What the shell has beside its defaults; an empty value takes one of them away.
  init(_ sandbox: Sandbox, columns: Int = 110, rows: Int = 32, environment: [String: String] = [:]) async throws {
    self.sandbox = sandbox
    let build = URL(fileURLWithPath: Program.workbench).deletingLastPathComponent().path
    let all = [
      "TERM": "tmux-256color", "HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home, "PS1": "ready> ",
      "LC_ALL": "C.UTF-8", "TMPDIR": ProcessInfo.processInfo.environment["TMPDIR"] ?? "",
      "PATH": build + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
    ].merging(environment) { $1 }
    let variables = all.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }.sorted()
    tmux = try Tmux(
      newSession: ["-x", "\(columns)", "-y", "\(rows)", "-c", sandbox.folder, "env", "-i"] + variables
        + ["/bin/sh", "-i"], in: sandbox.folder)
    try await tmux.run(["set-option", "-s", "exit-unattached", "on"])
    try await wait(for: "ready>")
  }

  // MARK: Hands

  /// Presses keys by their tmux names: `F5`, `Enter`, `C-s`, `a`.
  func press(_ keys: String...) async throws { try await tmux.run(["send-keys"] + keys) }

  /// Types text literally.
  func type(_ text: String) async throws { try await tmux.run(["send-keys", "-l", "--", text]) }

  /// Types a line into the shell, when it reads: a program that is ending would swallow it.
  func run(_ line: String) async throws {
    try await waitForShell()
    try await answer(line)
  }

  /// Waits until the program has ended. Its last screen goes a moment earlier.
  func waitForShell() async throws {
    _ = try await eventually("a shell that reads", insteadOf: { try await self.screen() }) {
      try await self.fact("#{pane_current_command}") == "sh" ? true : nil
    }
  }

  /// Waits until the program has read what was typed.
  func waitUntilRead() async throws {
    let terminal = open(try await fact("#{pane_tty}"), O_RDONLY | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    _ = try await eventually("an empty queue of input") {
      var count: Int32 = 0
      return ioctl(terminal, UInt(FIONREAD), &count) == 0 && count == 0 ? true : nil
    }
  }

  /// Types text and waits until the program has read all of it: the terminal discards the rest when a key sends a signal.
  ///
  /// The queue of the terminal does not tell: the text may not have reached it.
  func typeUntilRead(_ text: String) async throws {
    let before = try await bytesRead()
    try await type(text)
    _ = try await eventually("a program that has read \(text.utf8.count) bytes") {
      try await self.bytesRead() >= before + text.utf8.count ? true : nil
    }
  }

  /// The number of bytes that the program in the shell has read, from the terminal and elsewhere.
  private func bytesRead() async throws -> Int {
    let shell = try await fact("#{pane_pid}")
    let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    let program = try #require(children.split(separator: " ").first)
    let figures = try String(contentsOfFile: "/proc/\(program)/io", encoding: .utf8)
    let line = try #require(figures.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst("rchar: ".count)))
  }

  /// Types a line for the program that asks.
  func answer(_ line: String) async throws {
    try await type(line)
    try await press("Enter")
  }

  /// Pastes as a terminal does: in brackets where the program has asked for them.
  func paste(_ text: String) async throws {
    let file = NSTemporaryDirectory() + "workbench-paste-" + UUID().uuidString
    defer { unlink(file) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try await tmux.run(["load-buffer", file])
    try await tmux.run(["paste-buffer", "-p", "-r"])
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux.run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Writes everything that programs send to this terminal, byte for byte, to a file of the sandbox.
  func record(to name: String) async throws {
    try await tmux.run(["pipe-pane", "-O", "cat >>'\(sandbox.path(name))'"])
  }

  // MARK: Eyes

  func screen() async throws -> String { try await tmux.run(["capture-pane", "-p"]) }

  /// A fact of the pane by its tmux format, such as `#{cursor_flag}`.
  func fact(_ format: String) async throws -> String {
    try await tmux.run(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen shows all of `texts`.
  @discardableResult
  func wait(for texts: String...) async throws -> String {
    try await wait("\(texts) on the screen") { screen in texts.allSatisfy(screen.contains) }
  }

  /// Waits until the screen is as `condition` says. Looks when it has changed.
  @discardableResult
  func wait(_ what: String, until condition: (String) -> Bool) async throws -> String {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let changes = tmux.changes
      let screen = try await screen()
      if condition(screen) { return screen }
      if ContinuousClock.now > deadline { throw NeverHappened(what: what, instead: screen) }
      await tmux.nextChange(after: changes)
    }
  }

  // MARK: The terminal's state

  /// The state that a shell must find unchanged.
  struct State: Equatable, CustomStringConvertible {
    /// `stty -g` of the terminal.
    var modes: String
    /// Screen, cursor and mouse, as tmux knows them.
    var flags: String

    var description: String { "\(modes) \(flags)" }
  }

  func state() async throws -> State {
    let terminal = try await fact("#{pane_tty}")
    let modes = try await Program(["stty", "-F", terminal, "-g"], in: sandbox.folder).finished()
    let flags = try await fact(
      "alternate #{alternate_on} cursor #{cursor_flag} keypad #{keypad_cursor_flag}#{keypad_flag} "
        + "mouse #{mouse_any_flag}#{mouse_button_flag}#{mouse_standard_flag}#{mouse_sgr_flag}#{mouse_utf8_flag} "
        + "wrap #{wrap_flag} insert #{insert_flag}")
    return State(modes: modes.text, flags: flags)
  }

  /// The process of the workbench that the shell runs.
  func workbenchProcess() async throws -> Int32 {
    let shell = try await fact("#{pane_pid}")
    return try await eventually("a workbench in this terminal") {
      let children = (try? String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)) ?? ""
      return children.split(separator: " ").compactMap { Int32($0) }.first { child in
        let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
        return name == "workbench\n"
      }
    }
  }
}
