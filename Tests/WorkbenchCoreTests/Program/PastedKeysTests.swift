import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Terminals without bracketed paste send what is pasted as keys, all at once.
@Suite struct PastedKeysTests {
  private let long = String(repeating: "https://x", count: 8)

  /// The inputs that the program handles of keys that arrive at once.
  private func inputs(_ app: ProgramHarness, _ text: String, then last: [TerminalInput] = []) -> [TerminalInput] {
    let keys = text.map { TerminalInput.key(.character($0)) } + last
    var events = keys.map { ProgramEvent.terminal(.input($0)) }[...]
    var found: [TerminalInput] = []
    while case .terminal(.input(let input))? = app.program.next(of: &events) { found.append(input) }
    return found
  }

  @Test(arguments: ["e", ": ", "<C-p> ", "? /"]) func inAFieldTheyArePasted(keys: String) {
    var app = ProgramHarness.loaded()
    app.press(keys)
    #expect(inputs(app, long, then: [.key(.enter)]) == [.paste(long), .key(.enter)])
  }

  @Test func aFewAreKeys() {
    var app = ProgramHarness.loaded()
    app.press("e")
    #expect(inputs(app, "abc") == [.key(.character("a")), .key(.character("b")), .key(.character("c"))])
  }

  @Test func withoutAFieldTheyAreKeys() {
    let app = ProgramHarness.loaded()
    #expect(inputs(app, long) == long.map { .key(.character($0)) })
  }
}
