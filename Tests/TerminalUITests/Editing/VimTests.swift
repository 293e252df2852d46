import TerminalUI
import Testing

@Suite struct VimTests {
  /// The text with `|` where the cursor is.
  private func shown(_ editor: TextEditor) -> String {
    var text = editor.text
    text.insert("|", at: text.utf8.index(text.startIndex, offsetBy: editor.cursor))
    return text
  }

  private func editor(_ text: String) -> TextEditor {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    var editor = TextEditor(parts.joined(), isMultiline: true)
    editor.move(to: parts[0].utf8.count)
    return editor
  }

  /// Types `keys`, with `⎋` for Escape, `⏎` for Enter and `^R` for Ctrl+R.
  private func type(_ keys: String, _ vim: inout VimState, _ editor: inout TextEditor) {
    var isControl = false
    for character in keys {
      if character == "^", !isControl, keys.contains("^R") {
        isControl = true
        continue
      }
      let key: Key =
        isControl
        ? .control(Character(character.lowercased()))
        : character == "⎋" ? .escape : character == "⏎" ? .enter : .character(character)
      isControl = false
      _ = vim.handle(key, in: &editor)
    }
  }

  private func run(_ keys: String, on text: String) -> String {
    var editor = editor(text)
    var vim = VimState()
    type(keys, &vim, &editor)
    return shown(editor)
  }

  @Test(
    arguments: [
      ("a|bc", "h", "|abc"), ("|abc", "h", "|abc"), ("|abc", "l", "a|bc"), ("ab|c", "l", "ab|c"),
      ("|abcd", "2l", "ab|cd"),
      ("a|bc\nde", "j", "abc\nd|e"), ("abc\nd|e", "k", "a|bc\nde"), ("ab|c\n\nxyz", "jj", "abc\n\nxy|z"),
      ("|ab cd", "w", "ab |cd"), ("|ab.cd", "w", "ab|.cd"), ("|ab.cd ef", "W", "ab.cd |ef"),
      ("|a\n\nb", "w", "a\n|\nb"),
      ("|ab cd", "e", "a|b cd"), ("a|b cd", "e", "ab c|d"), ("ab c|d", "b", "ab |cd"), ("ab |cd", "b", "|ab cd"),
      ("|a b c d", "3w", "a b c |d"), ("  ab|c", "0", "|  abc"), ("  ab|c", "^", "  |abc"), ("|abc", "$", "ab|c"),
      ("a\nb\n|c", "gg", "|a\nb\nc"), ("|a\nb\nc", "G", "a\nb\n|c"), ("|a\nb\nc", "2G", "a\n|b\nc"),
      ("|a,b,c", "f,", "a|,b,c"), ("|a,b,c", "2f,", "a,b|,c"), ("|ab,c", "t,", "a|b,c"), ("a,b|,c", "F,", "a|,b,c"),
      ("a,b|c", "T,", "a,|bc"), ("|a,b,c", "f,;", "a,b|,c"), ("|a,b,c", "f,;,", "a|,b,c"), ("|a,b,c", "t,;", "a,|b,c"),
      ("|f(a[1])", "%", "f(a[1]|)"), ("f(a[1]|)", "%", "f|(a[1])"), ("|a\nb\n\nc", "}", "a\nb\n|\nc"),
      ("a\n\nb\n|c", "{", "a\n|\nb\nc"), ("|日本 語", "w", "日本 |語"), ("|e\u{301}x", "l", "e\u{301}|x"),
    ] as [(String, String, String)])
  func motionsMove(before: String, keys: String, after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test(
    arguments: [
      ("|abc", "x", "|bc"), ("ab|c", "x", "a|b"), ("|abcd", "3x", "|d"), ("ab|c", "X", "a|c"), ("|ab cd", "dw", "|cd"),
      ("|a b c", "d2w", "|c"), ("|a b c", "2dw", "|c"), ("ab |cd\nef", "dw", "ab| \nef"), ("|ab cd", "de", "| cd"),
      ("ab c|d", "db", "ab |d"), ("ab|cd", "d$", "a|b"), ("ab|cd", "D", "a|b"), ("ab|cd", "d0", "|cd"),
      ("|a\nb\nc", "dd", "|b\nc"), ("a\nb\n|c", "dd", "a\n|b"), ("|a\nb\nc", "2dd", "|c"), ("|a\nb\nc", "dj", "|c"),
      ("a\n|b\nc", "dG", "|a"), ("a\n|b\nc", "dgg", "|c"), ("|a,b", "df,", "|b"), ("|a,b", "dt,", "|,b"),
      ("|(a b)c", "d%", "|c"), ("|ab cd", "cwxy⎋", "x|y cd"), ("a|bc", "sxy⎋", "ax|yc"),
      ("  a|b\nc", "ccx⎋", "  |x\nc"),
      ("a|bc", "Cx⎋", "a|x"), ("a|b\nc", "Sx⎋", "|x\nc"), ("|abc", "rx", "|xbc"), ("|abc", "2rx", "x|xc"),
      ("|abc", "5rx", "|abc"), ("|a\n  b", "J", "a| b"), ("|a\nb\nc", "3J", "a b| c"), ("|aBc", "3~", "Ab|C"),
      ("|a\nb", "yyp", "a\n|a\nb"), ("a\n|b", "yyP", "a\n|b\nb"), ("|ab", "ylp", "a|ab"), ("|ab", "yl3p", "aaa|ab"),
      ("|a\nb", "ddp", "b\n|a"), ("|a\nb", "\"qyyjdd\"qp", "a\n|a"), ("|a\nb", "\"qyyj\"Qyy\"qp", "a\nb\n|a\nb"),
      ("|a\nb", ">>", "  |a\nb"), ("  |a\nb", "<<", "|a\nb"), ("|a\nb", ">j", "  |a\n  b"),
      ("|abc", "xu", "|abc"), ("|abc", "xu^R", "|bc"), ("|abc", "ihi ⎋u", "|abc"), ("|abc", "x.", "|c"),
      ("|abcd", "x2.", "|d"),
      ("|a b c", "dw.", "|c"), ("|a b", "cwx⎋w.", "x |x"), ("|a\nb", "Ax⎋j.", "ax\nb|x"), ("|a b c d", "2dw.", "|"),
    ] as [(String, String, String)])
  func operatorsAndActionsEdit(before: String, keys: String, after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test(
    arguments: [
      ("ab c|d ef", "diw", "ab | ef"), ("ab c|d ef", "daw", "ab |ef"),
      ("{\"k\": \"v|w\"}", "ci\"x⎋", "{\"k\": \"|x\"}"),
      ("{\"k|\": 1}", "da\"", "{|: 1}"), ("f(a, |b)", "di(", "f(|)"), ("f(a, |b)", "da(", "|f"),
      ("[1, [2|]]", "di[", "[1, [|]]"),
      ("{a {|b}}", "ci{x⎋", "{a {|x}}"), ("a\nb|\n\nc", "dip", "|\nc"),
    ] as [(String, String, String)])
  func textObjectsAreOperatedOn(before: String, keys: String, after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test(
    arguments: [
      ("|abc", "vld", "|c"), ("a|bc", "vhd", "|c"), ("|a\nb\nc", "Vjd", "|c"), ("|a\nb", "Vyjp", "a\nb\n|a"),
      ("|abc", "v$d", "|"),
      ("|ab cd", "viwcx⎋", "|x cd"), ("|abc", "vlrx", "|xxc"), ("|abc", "vl~", "|ABc"), ("|a\nb", "Vj>", "  |a\n  b"),
      ("a|bcd", "vlohd", "|d"), ("|abc", "v⎋x", "|bc"), ("|ab", "yl$vp", "a|a"),
    ] as [(String, String, String)])
  func visualModeSelects(before: String, keys: String, after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test(
    arguments: [
      ("|ab", "ix⎋", "|xab"), ("|ab", "ax⎋", "a|xb"), (" |ab", "Ix⎋", " |xab"), ("|ab", "Ax⎋", "ab|x"),
      (" |a\nb", "ox⎋", " a\n |x\nb"),
      (" |a\nb", "Ox⎋", " |x\n a\nb"), ("|", "ihello⎋", "hell|o"),
    ] as [(String, String, String)])
  func insertModeTypes(before: String, keys: String, after: String) {
    #expect(run(keys, on: before) == after)
  }

  @Test func escapeLeavesEachModeBeforeTheField() {
    var editor = editor("|abc")
    var vim = VimState()
    type("ix", &vim, &editor)
    #expect(vim.mode == .insert)
    #expect(vim.handle(.escape, in: &editor) == .done)
    #expect(vim.mode == .normal)
    type("V", &vim, &editor)
    #expect(vim.mode == .visualLine && editor.shownSelection == 0..<4)
    #expect(vim.handle(.escape, in: &editor) == .done)
    type("d", &vim, &editor)
    #expect(vim.handle(.escape, in: &editor) == .done)
    #expect(vim.handle(.escape, in: &editor) == .leave)
  }

  @Test func whatTheOwnerHasToDoIsReported() {
    var editor = editor("|abc")
    var vim = VimState()
    type("/a.c", &vim, &editor)
    #expect(vim.commandLine?.editor.text == "a.c")
    #expect(vim.handle(.enter, in: &editor) == .search("a.c", forward: true))
    #expect(vim.handle(.character("n"), in: &editor) == .search("a.c", forward: true))
    #expect(vim.handle(.character("N"), in: &editor) == .search("a.c", forward: false))
    type(":s/a/b/", &vim, &editor)
    #expect(vim.handle(.enter, in: &editor) == .command("s/a/b/"))
    type("V:", &vim, &editor)
    #expect(vim.commandLine?.editor.text == "1,1")
    #expect(vim.handle(.escape, in: &editor) == .done)
    type("\"+y", &vim, &editor)
    #expect(vim.handle(.character("y"), in: &editor) == .copied("abc\n"))
    #expect(vim.handle(.character("Z"), in: &editor) == .unknown)
  }
}
