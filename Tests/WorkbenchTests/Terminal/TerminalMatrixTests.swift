import Foundation
import Testing

/// Terminals and locales that people have, and sizes that windows have.
struct TerminalMatrixTests {
  private static let terminals = ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"]

  @Test(arguments: terminals, ["C.UTF-8", "C"])
  func aRequestIsSentAndReadOnEveryTerminal(type: String, locale: String) async throws {
    let terminal = try await Terminal(.small(), environment: ["TERM": type, "LC_ALL": locale])
    let before = try await terminal.state()
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old", "env demo")
    try await terminal.press("F5")
    let screen = try await terminal.wait(for: "200 OK", "\"args\"")
    let isASCII = type == "vt100" || locale == "C"
    #expect(screen.unicodeScalars.allSatisfy(\.isASCII) == isASCII)
    #expect(screen.contains(isASCII ? "+ Collections -" : type == "linux" ? "┌ Collections ─" : "╭ Collections ─"))
    #expect(!screen.contains("\u{FFFD}"))
    try await terminal.press("q")
    try await terminal.wait("the shell again") { $0.contains("\nready>") }
    #expect(try await terminal.state() == before)
  }

  @Test func aWindowOfAnySizeIsDrawnAndLeft() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/echo.json; echo \"ended with $?\"")
    try await terminal.wait(for: "/anything/old")
    for (columns, rows) in [(2, 2), (2, 100), (300, 1), (19, 5), (20, 6), (40, 12), (60, 16), (300, 100), (80, 24)] {
      try await terminal.resize(columns: columns, rows: rows)
      // A text that fits in a row of its width.
      try await terminal.wait(columns < 20 || rows < 6 ? "the smallest screen" : "the footer") { screen in
        columns < 20 || rows < 6 ? screen.hasPrefix(String("Window too small".prefix(columns))) : screen.contains("e")
      }
    }
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("q")
    try await terminal.wait(for: "ended with 0")
  }

  /// Where a terminal scrolls after its last cell, ncurses inserts the cell before it. One column has none.
  @Test func nothingIsInsertedInAWindowOfOneCell() async throws {
    let terminal = try await Terminal(.small())
    let command = "stty cols 1 rows 1; TERM=screen workbench --demo small/echo.json"
    try await terminal.run("script -qfc '\(command)' raw.txt; echo \"ended with $?\"")
    let raw = terminal.sandbox.path("raw.txt")
    _ = try await eventually("the title of the request", insteadOf: { try await terminal.screen() }) {
      String(decoding: (try? Data(contentsOf: URL(filePath: raw))) ?? Data(), as: UTF8.self).contains("▸ echo")
        ? true : nil
    }
    try await terminal.press("q")
    try await terminal.wait(for: "ended with 0")
    let text = String(decoding: try Data(contentsOf: URL(filePath: raw)), as: UTF8.self)
    #expect(!text.contains("\u{1B}[1@"), "\(text.debugDescription)")
  }
}
