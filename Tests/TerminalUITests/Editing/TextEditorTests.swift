import RequestBasics
import TerminalUI
import TestSupport
import Testing

extension TextEditor {
  var lines: [String] { (0..<lineCount).map(line) }
}

@Suite struct TextEditorTests {
  /// The text with `|` where the cursor is.
  private func shown(_ editor: TextEditor) -> String {
    var lines = editor.lines
    lines[editor.row].insert("|", at: lines[editor.row].index(lines[editor.row].startIndex, offsetBy: editor.column))
    return lines.joined(separator: "\n")
  }

  /// An editor with its cursor where `|` stands.
  private func editor(_ text: String, multiline: Bool = false) -> TextEditor {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = lines.firstIndex { $0.contains("|") } ?? 0
    let column = lines[row].prefix { $0 != "|" }.count
    var editor = TextEditor(text.filter { $0 != "|" }, isMultiline: multiline)
    editor.place(row, column)
    return editor
  }

  @Test(arguments: [
    ("ab|c", Key.character("x"), "abx|c"), ("ab|c", .backspace, "a|c"), ("|abc", .backspace, "|abc"),
    ("ab|c", .delete, "ab|"),
    ("ab|c", .control("d"), "ab|"), ("abc|", .delete, "abc|"), ("ab|c", .left, "a|bc"), ("|abc", .left, "|abc"),
    ("ab|c", .right, "abc|"), ("abc|", .right, "abc|"), ("ab|c", .home, "|abc"), ("ab|c", .control("a"), "|abc"),
    ("ab|c", .end, "abc|"), ("a b_1 |c", .controlLeft, "a |b_1 c"), ("a| b_1 c", .controlRight, "a b_1| c"),
    ("/a/bc|/d", .control("w"), "/a/|/d"), ("ab |c", .alt("b"), "|ab c"), ("ab|c", .control("u"), "|c"),
    ("ab|c", .control("k"), "ab|"), ("e\u{301}|x", .backspace, "|x"), ("👩‍👩‍👧|", .backspace, "|"),
  ])
  func keysEditOneLine(before: String, key: Key, after: String) {
    var field = editor(before)
    let isTaken = field.handle(key)
    #expect(isTaken)
    #expect(shown(field) == after)
  }

  @Test(arguments: [
    ("ab|c", Key.enter, "ab\n|c"), ("  ab|", .enter, "  ab\n  |"), ("a\n|b", .backspace, "a|b"),
    ("a|\nb", .delete, "a|b"),
    ("a|\nb", .control("k"), "a|b"), ("a\n|b", .left, "a|\nb"), ("a|\nb", .right, "a\n|b"),
    ("abc|\nd\nef", .down, "abc\nd|\nef"),
    ("a\nb|", .up, "a|\nb"), ("a\nb|", .controlHome, "|a\nb"), ("|a\nb", .controlEnd, "a\nb|"), ("|", .tab, "  |"),
    ("a|\nb", .pageDown, "a\nb|"),
  ])
  func keysEditManyLines(before: String, key: Key, after: String) {
    var text = editor(before, multiline: true)
    let isTaken = text.handle(key)
    #expect(isTaken)
    #expect(shown(text) == after)
  }

  @Test(arguments: [Key.enter, .tab, .up, .function(5), .escape, .control("s")])
  func oneLineLeavesOtherKeysToItsOwner(key: Key) {
    var field = editor("ab|c")
    let isTaken = field.handle(key)
    #expect(!isTaken)
    #expect(shown(field) == "ab|c")
  }

  @Test func lineEndsOfAPasteIntoOneLineBecomeBlanks() {
    var field = editor("a|b")
    field.insert("1\n2")
    #expect(shown(field) == "a1 2|b")
  }

  @Test func aPasteOfManyLinesIsOneUndo() {
    var text = editor("a|b", multiline: true)
    text.insert("1\n2\n3")
    #expect(shown(text) == "a1\n2\n3|b")
    text.undo()
    #expect(shown(text) == "a|b")
    text.redo()
    #expect(shown(text) == "a1\n2\n3|b")
  }

  @Test func lettersTypedInARowAreUndoneTogether() {
    var field = editor("|")
    for letter in "abc" { field.insert(String(letter)) }
    field.moveLeft()
    for letter in "xy" { field.insert(String(letter)) }
    field.deleteBackward()
    field.undo()
    #expect(field.text == "abxyc")
    field.undo()
    #expect(field.text == "abc")
    field.undo()
    #expect(field.text == "")
    field.undo()
    #expect(field.text == "")
    for _ in 0..<9 { field.redo() }
    #expect(field.text == "abxc")
  }

  @Test func typingAfterAnUndoForgetsWhatWasUndone() {
    var field = editor("a|")
    field.insert("bc")
    field.undo()
    field.insert("x")
    field.redo()
    #expect(field.text == "ax")
  }

  @Test func aMarkThatJoinsTheCharacterBeforeItKeepsTheCursorInTheLine() {
    var field = editor("e|")
    field.insert("\u{301}")
    #expect(field.column == 1)
    field.insert("x")
    #expect(shown(field) == "e\u{301}x|")
    var joined = editor("ex|\u{301}")
    joined.deleteBackward()
    #expect(joined.column <= joined.lines[0].count)
    _ = joined.handle(.character("y"))
  }

  @Test func theCursorCountsDrawnColumns() {
    let field = editor("日本|語")
    #expect(field.cursorColumns == 4)
    var text = editor("|日本語\nabc", multiline: true)
    text.place(row: 0, atColumns: 3)
    #expect(shown(text) == "日|本語\nabc")
    text.place(row: 9, atColumns: 99)
    #expect(shown(text) == "日本語\nabc|")
  }

  /// The same edits on an array of characters, and then all of them undone.
  @Test(arguments: Seeds.some(of: 10))
  func randomEditsDoWhatAPlainArrayDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      var text = TextEditor("", isMultiline: true)
      var model: [Character] = []
      var cursor = 0
      for _ in 0..<120 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
          let letter: Character = "ab \n界".randomElement(using: &random)!
          text.insert(String(letter))
          model.insert(letter, at: cursor)
          cursor += 1
        case 3:
          text.deleteBackward()
          if cursor > 0 {
            cursor -= 1
            model.remove(at: cursor)
          }
        case 4:
          text.deleteForward()
          if cursor < model.count { model.remove(at: cursor) }
        case 5:
          text.moveLeft()
          cursor = max(0, cursor - 1)
        case 6:
          text.moveRight()
          cursor = min(model.count, cursor + 1)
        default:
          text.moveToLineStart()
          while cursor > 0, model[cursor - 1] != "\n" { cursor -= 1 }
        }
        #expect(text.text == String(model))
        let before = text.lines[..<text.row].reduce(0) { $0 + $1.count + 1 }
        #expect(before + text.column == cursor)
      }
      for _ in 0..<200 { text.undo() }
      #expect(text.text == "")
      for _ in 0..<200 { text.redo() }
      #expect(text.text == String(model))
    }
  }

  /// Any keys and any text: the cursor stays in the text.
  @Test(arguments: Seeds.some(of: 10))
  func randomKeysNeverLeaveTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys: [Key] = [
      .backspace, .delete, .left, .right, .controlLeft, .controlRight, .home, .end, .controlHome, .controlEnd, .up,
      .down,
      .pageUp, .pageDown, .enter, .tab, .control("w"), .control("u"), .control("k"), .control("z"), .control("y"),
    ]
    let scalars = Array("a1 _\n\r界e\u{301}\u{200D}👩🇩🇪\u{FE0F}\u{1B}क\u{93F}\u{1100}\u{1161}".unicodeScalars)
    for isMultiline in [true, false] {
      var text = TextEditor("", isMultiline: isMultiline)
      for _ in 0..<(Seeds.isSoak ? 4_000 : 1_000) {
        if Int.random(in: 0..<3, using: &random) == 0 {
          _ = text.handle(keys.randomElement(using: &random)!)
        } else {
          text.insert(
            String(
              String.UnicodeScalarView(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in scalars.randomElement(using: &random)! })))
        }
        guard (0..<text.lineCount).contains(text.row), (0...text.line(text.row).count).contains(text.column) else {
          Issue.record("The cursor is at \(text.row):\(text.column) of \(text.lines)")
          return
        }
      }
    }
  }
}
