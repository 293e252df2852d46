import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct SelectionTests {
  /// The text with the selection in `[` and `]`, the cursor `|`.
  private func shown(_ editor: TextEditor) -> String {
    var marks = [(editor.cursor, "|")]
    if let selection = editor.selection { marks += [(selection.lowerBound, "["), (selection.upperBound, "]")] }
    var bytes = Array(editor.text.utf8)
    for (offset, mark) in marks.sorted(by: { $0.0 > $1.0 }) { bytes.insert(contentsOf: mark.utf8, at: offset) }
    return String(decoding: bytes, as: UTF8.self).replacing("[|", with: "|[").replacing("|]", with: "]|")
  }

  private func editor(_ text: String, _ syntax: EditingSyntax = EditingSyntax()) -> TextEditor {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    var editor = TextEditor(parts.joined(), isMultiline: true)
    editor.syntax = syntax
    editor.move(to: parts[0].utf8.count)
    return editor
  }

  private func run(_ keys: [Key], on text: String, _ syntax: EditingSyntax = EditingSyntax()) -> String {
    var editor = editor(text, syntax)
    for key in keys { _ = editor.handle(key) }
    return shown(editor)
  }

  @Test(arguments: [
    ("a|bc", [Key.shiftRight], "a[b]|c"), ("a|bc", [.shiftLeft], "|[a]bc"), ("a|b\ncd", [.shiftDown], "a[b\nc]|d"),
    ("ab|c", [.shiftHome], "|[ab]c"), ("a|bc", [.shiftEnd], "a[bc]|"), ("|ab cd", [.controlShiftRight], "[ab]| cd"),
    ("ab cd|", [.controlShiftLeft], "ab |[cd]"), ("a\n|b", [.controlShiftHome], "|[a\n]b"),
    ("a|b", [.alt("a")], "[ab]|"),
    ("a|bc", [.control("^"), .right, .right], "a[bc]|"), ("a|bc", [.shiftRight, .right], "ab|c"),
    ("a|bc", [.shiftRight, .left], "a|bc"), ("a|bc", [.shiftRight, .character("x")], "ax|c"),
    ("a|bc", [.shiftRight, .backspace], "a|c"), ("a|bc", [.shiftRight, .delete], "a|c"),
    ("a|e\u{301}b", [.shiftRight], "a[e\u{301}]|b"), ("|ab", [.shiftRight, .shiftRight, .shiftLeft], "[a]|b"),
    ("a|bc", [.shiftRight, .control("z"), .character("x")], "ax|c"),
  ])
  func keysSelect(before: String, keys: [Key], after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test(arguments: [
    ("|a\nb\nc", [Key.altDown], "b\n|a\nc"), ("a\nb|", [.altUp], "b|\na"), ("a\n|b", [.altDown], "a\n|b"),
    ("|a", [.altUp], "|a"), ("a|\nb", [.alt("y")], "a\na|\nb"), ("a|", [.altShiftDown], "a\na|"),
    ("|a\nb", [.shiftDown, .tab], "[  a\n]|b"), ("  a|", [.backTab], "a|"), ("\ta|", [.backTab], "a|"),
    ("a|", [.backTab], "a|"),
    ("a b|c d", [.alt("d")], "a b| d"), ("a b|c", [.controlDelete], "a b|"), ("f(|x)", [.alt("m")], "f(x|)"),
    ("a|b\nc", [.control("a"), .control("e")], "ab|\nc"),
  ])
  func keysChangeLines(before: String, keys: [Key], after: String) {
    #expect(run(keys, on: before) == after)
  }

  private static let code = EditingSyntax(comment: .init("//"), indentsBrackets: true)

  @Test(arguments: [
    ("{|}", [Key.enter], "{\n  |\n}"), ("  [|", [.enter], "  [\n    |"), ("  a|", [.enter], "  a\n  |"),
    ("{\n  |", [.character("}")], "{\n}|"), ("{\n  a|", [.character("}")], "{\n  a}|"),
    ("  a|", [.control("_")], "  // a|"), ("  // a|", [.alt("/")], "  a|"),
    ("|a\n\n  b", [.alt("a"), .control("_")], "[// a\n\n//   b]|"),
    ("|// a\n//   b", [.alt("a"), .control("_")], "[a\n  b]|"),
  ])
  func codeIsIndentedAndCommented(before: String, keys: [Key], after: String) {
    #expect(run(keys, on: before, Self.code) == after)
  }

  @Test func aCommentOfMarkupIsClosed() {
    #expect(run([.alt("/")], on: "<a/>|", EditingSyntax(comment: .init("<!--", "-->"))) == "<!-- <a/> -->|")
    #expect(run([.alt("/"), .alt("/")], on: " <a/>|", EditingSyntax(comment: .init("<!--", "-->"))) == " <a/>|")
  }

  @Test func withoutCommentsTheKeyUndoes() {
    #expect(run([.character("x"), .control("_")], on: "a|") == "a|")
  }

  @Test func whatIsCutOrCopiedCanBePasted() {
    var text = editor("a|bc\nd")
    _ = text.handle(.shiftRight)
    #expect(text.copy() == "b")
    text.moveToEnd()
    text.insert(text.clipboard)
    #expect(text.text == "abc\ndb")
    text.moveToStart()
    // Without a selection it is the line.
    #expect(text.cut() == "abc\n")
    #expect(text.text == "db")
  }

  @Test func doubleAndTripleClicksSelectWordAndLine() {
    var text = editor("one tw|o\nthree")
    text.selectWord()
    #expect(shown(text) == "one [two]|\nthree")
    text.selectLine()
    #expect(shown(text) == "[one two\n]|three")
    var empty = editor("|")
    empty.selectWord()
    #expect(empty.selection == nil)
  }

  @Test func severalReplacementsAreOneStep() {
    var text = editor("a-b-c|")
    text.replaceAll([(1..<2, Array("++".utf8)), (3..<4, [])])
    #expect(text.text == "a++bc")
    text.undo()
    #expect(shown(text) == "a-b-c|")
    text.redo()
    #expect(text.text == "a++bc")
  }

  /// Any edits: undoing all of them brings the text back, redoing them brings the result back.
  @Test(arguments: Seeds.some(of: 10))
  func randomEditsAreUndoneAndRedone(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys: [Key] = [
      .character("a"), .character("界"), .character("}"), .character(" "), .backspace, .delete, .enter, .tab, .backTab,
      .left, .right, .up, .down, .shiftLeft, .shiftRight, .shiftUp, .shiftDown, .shiftEnd, .controlShiftLeft, .alt("a"),
      .alt("d"), .alt("y"), .altUp, .altDown, .control("w"), .control("u"), .control("k"), .control("^"), .control("_"),
      .controlRight, .alt("m"), .home, .end,
    ]
    for start in ["", "{\n  \"a\": [1, 2],\n\t\"é\": \"👩‍👩‍👧\"\n}", "one\r\ntwo\n\n"] {
      var text = TextEditor(start, isMultiline: true)
      text.syntax = Self.code
      for _ in 0..<600 {
        let key = keys.randomElement(using: &random) ?? .enter
        if key != .control("z") { _ = text.handle(key) }
        if Int.random(in: 0..<40, using: &random) == 0 { text.insert("x\ny e\u{301}") }
      }
      let result = text.text
      for _ in 0..<700 { text.undo() }
      #expect(text.text == start)
      for _ in 0..<700 { text.redo() }
      #expect(text.text == result)
    }
  }
}
