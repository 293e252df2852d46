import Foundation
import Testing

/// The requirements of the program, and its messages without them.
struct StartTests {
  /// A sequence that sets a colour; 39 and 49 are the terminal's own.
  private var colour: Regex<AnyRegexOutput> {
    get throws { try Regex("\u{1B}\\[([0-9]+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;[0-9]+)*m") }
  }

  @Test func withoutATerminalItSaysSo() async throws {
    let result = try await Sandbox.small().run("small", environment: ["TERM": "xterm-256color"])
    #expect(result.status == 2)
    #expect(result.error == "Not a terminal — \"workbench send\" works without one\n")
    #expect(result.text.isEmpty)
  }

  @Test func withoutATerminalTheDemoSendsTheExamplesALineEach() async throws {
    let result = try await Sandbox.examples().run("--demo", "collections")
    let lines = result.text.split(separator: "\n")
    #expect(result.status == 4, "\(result.error)")
    #expect(lines.count > 70 && lines.contains { $0.hasPrefix("200  GET     httpbin/get.json  ") })
    #expect(lines.contains { $0.hasPrefix("200  GET     shop/products/list.json  ") })
    // Its script has no permission here.
    #expect(lines.filter { $0.hasPrefix("ERR") }.map { $0.contains("shop/orders/receipt.json") } == [true])
  }

  @Test(arguments: [
    ("", "TERM is not set — set it to your terminal's type"),
    ("no-such-terminal", "Unknown terminal type \"no-such-terminal\""),
    ("dumb", "Terminal type \"dumb\" cannot move the cursor"),
  ])
  func aTerminalItCannotUseIsNamed(_ type: String, _ sentence: String) async throws {
    let terminal = try await Terminal(.small(), environment: ["TERM": type])
    let before = try await terminal.state()
    // The shell sets no TERM of its own.
    try await terminal.run("workbench small; echo \"ended with $?\"")
    let screen = try await terminal.wait(for: "ended with 2\n")
    #expect(screen.replacingOccurrences(of: "\n", with: "").contains(sentence))
    #expect(try await terminal.state() == before)
  }

  @Test func noColourMeansNone() async throws {
    let terminal = try await Terminal(.small(), environment: ["NO_COLOR": "1"])
    try await terminal.record(to: "bytes")
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"args\"")
    let bytes = try await eventually("the recorded screen") {
      let text = terminal.sandbox.text("bytes")
      return text.contains("200 OK") ? text : nil
    }
    #expect(try bytes.firstMatch(of: colour) == nil)
  }

  @Test func withoutNoColourThereAreColours() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.record(to: "bytes")
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    _ = try await eventually("a colour") {
      try terminal.sandbox.text("bytes").firstMatch(of: colour).map { _ in true }
    }
  }

  @Test func aPathThatIsNotThereIsNamed() async throws {
    let result = try await Sandbox.small().run("nowhere")
    #expect(result.status == 2)
    let mistyped = try await Sandbox.small().run("sned")
    #expect(mistyped.error == "There is no file or folder \"sned\" — did you mean the command \"send\"?\n")
    #expect(result.error == "There is no file or folder \"nowhere\" — check the path\n")
  }
}
