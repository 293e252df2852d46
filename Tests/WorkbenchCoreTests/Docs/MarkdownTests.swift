import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct MarkdownTests {
  private func text(_ markdown: String, _ columns: Int = 40) -> String {
    MarkdownLayout.lines(of: MarkdownParser.blocks(of: markdown), columns: columns)
      .map { line in line.map(\.text).joined() }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("# Title #\ntext", "Title\n\ntext"),
    ("Title\n=====\n\nSub\n---", "Title\n\nSub"),
    ("a *b* **c** `d` ~~e~~", "a b c d e"),
    ("2 * 3 * 4, a_b_c, **open", "2 * 3 * 4, a_b_c, **open"),
    (#"\*no\* &amp; &#65; &nope; &#65x;"#, "*no* & A &nope; &#65x;"),
    ("caf&eacute; &mdash; &hellip;", "café — …"),
    ("[a](http://x) <http://y> ![p](q)", "a (http://x) http://y p (q)"),
    ("[a](b", "[a](b"),
    ("- a\n- b\n  - c\n\n  d\n1) x", "• a\n• b\n  • c\n  d\n\n1) x"),
    ("- [ ] a\n- [x] b", "☐ a\n☑ b"),
    ("> a\nb\n> > c", "▏ a b\n▏ \n▏ ▏ c"),
    ("```json\n{\"a\": 1}\n```\nb", "│ {\"a\": 1}\n\nb"),
    ("    code\n\n    more\n\ntext", "│ code\n│ \n│ more\n\ntext"),
    ("| a | b |\n|---|:-:|\n| 1 | `x\\|y` |", "a │ b\n──┼────\n1 │ x|y"),
    ("a  \nb\nc<br>d", "a\nb c\nd"),
    ("***", String(repeating: "─", count: 40)),
    ("", ""),
  ]) func markdownIsLaidOut(markdown: String, lines: String) {
    #expect(text(markdown) == lines)
  }

  @Test func textIsWrappedAtWordsAndLongWordsAnywhere() {
    #expect(text("one two three", 8) == "one two\nthree")
    #expect(text("abcdefghij kl", 4) == "abcd\nefgh\nij\nkl")
    #expect(text("日本語 x", 4) == "日本\n語 x")
    #expect(text("- one two three", 10) == "• one two\n  three")
  }

  @Test func aTableIsNarrowedOrStacked() {
    let table = "| name | description |\n|---|---|\n| a | one two three four |"
    #expect(text(table, 20) == "name │ description\n─────┼──────────────\na    │ one two three\n     │ four")
    #expect(text(table, 10) == "name: a\ndescriptio\nn: one two\nthree four")
    let two = "| name | description |\n|---|---|\n| a | one |\n| b | two |"
    #expect(text(two, 10) == "name: a\ndescriptio\nn: one\n\nname: b\ndescriptio\nn: two")
  }

  @Test func emphasisHasStyles() {
    #expect(
      MarkdownInline.spans(of: "a **b *c*** `d`") == [
        Span("a "), Span("b ", Style(bold: true)), Span("c", Style(bold: true, underlined: true)), Span(" "),
        Span("d", .bodyString),
      ])
  }

  @Test func controlCharactersAreShownAsMarks() {
    #expect(!text("a\u{1B}[2J `b\u{7}`\n\n    c\u{1B}").contains("\u{1B}"))
  }

  /// Anything may be in the notes of a request.
  @Test func anyTextIsLaidOutInTime() {
    var generator = SplitMix(state: 1)
    let parts = [
      "*", "_", "`", "[", "]", "(", ")", "<", ">", "|", "-", "#", "\n", "\n\n", " ", "    ", "a", "1.", "~~~", "\\",
      "&", "!", "日",
    ]
    for _ in 0..<400 {
      let markdown = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }
      for line in MarkdownLayout.lines(of: MarkdownParser.blocks(of: markdown.joined()), columns: 20) {
        #expect(line.columns <= 20 || line.map(\.text).joined().hasPrefix("▏"))
      }
    }
    for part in ["*a ", "[", "`a``", "> ", "- ", "<a", "(", "**_", "&", "| "] {
      _ = text(String(repeating: part, count: 5_000))
      _ = text(String(repeating: part + "\n", count: 2_000))
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
