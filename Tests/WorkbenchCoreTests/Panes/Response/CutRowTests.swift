import TerminalUI
import Testing

@testable import WorkbenchCore

/// Rows that are wider than their pane.
@Suite struct CutRowTests {
  @Test(arguments: [
    ([], ""), (["abc"], "abc"), (["abcd"], "abcd"), (["abcde"], "abc…"), (["ab", "cd"], "abcd"),
    (["ab", "cde"], "abc…"),
    (["abcd", "   "], "abcd   "), (["abcd", "  ", "x"], "abc…"), (["ab", "漢字"], "ab…"),
    ([String(repeating: "x", count: 1_000)], "xxx…"),
  ]) func aLineThatGoesOnEndsInAMark(parts: [String], line: String) {
    #expect(parts.map { Span($0, .hint) }.markedWhereCut(at: 4).map(\.text).joined() == line)
  }

  @Test(arguments: ["x", "é", "漢"]) func aLongRowSaysThatItIsCutUntilItIsWrapped(character: String) {
    var app = Harness.shop(columns: 60)
    app.sendAndAnswer { .answered($0, body: "[\"" + String(repeating: character, count: 200) + "\"]") }
    app.press("3")
    let end = String(repeating: character, count: 4) + "…"
    app.expectOnScreen(end)
    app.press("W")
    app.expectNotOnScreen(end)
  }
}
