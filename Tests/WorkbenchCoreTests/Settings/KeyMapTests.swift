import RequestModel
import TerminalUI
import Testing
import WorkbenchCore

@Suite struct KeyMapTests {
  private func read(_ text: String) -> (KeyMap, [String]) {
    var settings = Settings(Array(text.utf8))
    let keys = KeyMap(&settings)
    return (keys, settings.findings.map(\.description))
  }

  @Test func aCommandGetsTheKeysOfTheSettings() throws {
    let (keys, problems) = read(#"{ "keys": { "request.send": ["Ctrl+R", "F9"], "app.quit": [] } }"#)
    #expect(problems.isEmpty)
    #expect(keys.command(for: .control("r"), in: .request)?.name == "request.send")
    #expect(keys.command(for: .function(5), in: .request) == nil)
    #expect(keys.command(for: .character("q"), in: .collections) == nil)
    let send = try #require(Command.named("request.send"))
    #expect(keys.keys(of: send) == [KeySequence(.control("r")), KeySequence(.function(9))])
  }

  @Test func theKeyOfAnotherCommandIsTakenFromIt() throws {
    let (keys, _) = read(#"{ "keys": { "request.send": ["F7"] } }"#)
    #expect(keys.command(for: .function(7), in: .collections)?.name == "request.send")
    #expect(keys.keys(of: try #require(Command.named("request.preview"))) == [.go("P")])
  }

  @Test func whatIsWrongIsNamedAndTheRestApplies() {
    let (keys, problems) = read(
      """
      { "keys": {
        "send": "F9",
        "request.send": ["Hyper+X", "F9"],
        "request.preview": "F9"
      } }
      """)
    #expect(
      problems == [
        #"2:3 — unknown command "send": did you mean request.send or request.sendLast?"#,
        #"3:3 — "Hyper+X" is not a key: F5, Ctrl+S, Alt+x, Shift+Tab, Enter, PgDn, a character, or some like g b"#,
        "4:3 — F9 is the key of request.send already",
      ])
    #expect(keys.command(for: .function(9), in: .collections)?.name == "request.send")
  }

  @Test func oneKeyAlwaysLeavesTheProgram() {
    let (keys, problems) = read(
      """
      { "keys": {
        "app.cancel": [],
        "request.preview": ["Ctrl+C", "F9"]
      } }
      """)
    #expect(problems == ["2:3 — app.cancel keeps Ctrl+C", "3:3 — Ctrl+C is the key of app.cancel"])
    #expect(keys.command(for: .control("c"), in: .request)?.name == "app.cancel")
    #expect(keys.command(for: .function(9), in: .request)?.name == "request.preview")
  }

  @Test(arguments: Command.all.flatMap(\.keys)) func everyKeyHasAName(_ keys: KeySequence) {
    #expect(KeySequence(name: keys.description) == keys)
  }

  @Test func keysHaveASCIINames() {
    let names = [
      "Enter", "esc", "pagedown", "Shift+Up", "ctrl+left", "Alt+Enter", "Backspace", "Space", "ctrl+s", "Alt+x",
    ]
    let keys: [Key?] = [
      .enter, .escape, .pageDown, .shiftUp, .controlLeft, .altEnter, .backspace, .character(" "), .control("s"),
      .alt("x"),
    ]
    #expect(names.map { Key(name: $0) } == keys)
    #expect(["", "Ctrl+", "F99", "Hyper+x", "ab"].allSatisfy { Key(name: $0) == nil })
  }
}
