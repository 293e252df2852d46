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

  @Test(arguments: [
    (12, "00000000  …"), (13, "00000000  61…"), (14, "00000000  61 …"), (15, "00000000  61 …"),
    (16, "00000000  61 62…"),
  ]) func aCutRowOfHexHasWholeBytes(columns: Int, line: String) {
    let row = [Span("00000000", .hint), Span("  61 62 63 ", .hint), Span("abc", .hint)]
    #expect(row.markedWhereCut(at: columns, keepsBytes: true).map(\.text).joined() == line)
  }

  @Test func aWrappedRowOfHexHasWholeBytesInEachLine() {
    let lines = [Span("61 62 63 64", .hint)].wrapped(to: 5, keepsBytes: true)
    #expect(lines.map { $0.map(\.text).joined() } == ["61 62", " 63 ", "64"])
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
