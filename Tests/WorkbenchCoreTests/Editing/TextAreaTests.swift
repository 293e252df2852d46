import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct TextAreaTests {
  /// The body under edit, the cursor at its start.
  private func editing(_ text: String, type: String? = nil, columns: Int = 100, rows: Int = 30) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    var request = SavedRequest.list
    request.body = .text(text, type: type)
    app.open("shop/list.json", request)
    app.press("2 ]] G e")
    app.bench.requestPane.editing?.editor.move(to: 0)
    return app
  }

  private func editor(_ app: Harness) -> TextEditor? { app.bench.requestPane.editing?.editor }

  private func text(_ app: Harness) -> String? { app.bench.workspace.request?.body?["text"]?.string }

  @Test func findingShowsTheCountAndGoesAround() {
    var app = editing("one two\none")
    app.press("<C-f> on")
    #expect(editor(app)?.selection == 0..<2)
    app.expectOnScreen("1 of 2")
    app.press("<Enter>")
    #expect(editor(app)?.selection == 8..<10)
    app.press("<Down> <Up> <Up>")
    #expect(editor(app)?.selection == 0..<2)
    app.press("x")
    app.expectOnScreen("no match")
    app.press("<BS> <Esc>")
    #expect(editor(app)?.selectedText == "on")
  }

  @Test func replacingIsOneUndo() {
    var app = editing("one two\none")
    app.press("<C-f> one <Tab> 1 <Enter>")
    #expect(editor(app)?.text == "1 two\none")
    #expect(editor(app)?.selectedText == "one")
    app.press("<A-Enter>")
    app.expectOnScreen("Replaced 1 match")
    app.press("<Esc> <C-z> <C-z>")
    #expect(editor(app)?.text == "one two\none")
  }

  @Test func aRegularExpressionReplacesWithItsGroups() {
    var app = editing("a1 b2")
    app.press("<C-f> <C-r> (\\w)(\\d) <Tab> $2${1}! <A-Enter> <Esc>")
    #expect(editor(app)?.text == "1a! 2b!")
    app.press("<C-f> ( <Esc>")
    app = editing("a(")
    app.press("<C-f> (")
    app.expectOnScreen("1 of 1")
    app.press("<C-r>")
    app.expectNotOnScreen("1 of 1")
  }

  @Test func replacingAllMatchesSaysHowMany() {
    var app = editing("one two\none")
    app.press("<C-f> one <Tab> 1 <A-Enter>")
    app.expectOnScreen("2 replaced")
    app.expectNotOnScreen("no match")
    app.press("<Tab> x")
    app.expectOnScreen("no match")
  }

  @Test func theFindBarRemembersThatItSearchesForARegularExpression() {
    var app = editing("a1 b2 c.")
    app.press("<C-f> <C-r> [ab]\\d <Esc> <C-f>")
    app.expectOnScreen("/regex/ [ab]\\d")
    app.expectOnScreen("1 of 2")
    app.press("<Esc> <End> <S-Left> <S-Left> <C-f>")
    app.expectOnScreen("/regex/ c\\.")
    app.expectOnScreen("1 of 1")
  }

  @Test(arguments: [false, true]) func savingLeavesALongTextOpen(isVim: Bool) {
    var app = editing("a")
    if isVim { app.press("<Esc> : vim <Enter> e gg") }
    app.press(isVim ? "ib <Esc> :w <Enter>" : "b <C-s>")
    #expect(text(app) == "ba")
    guard let saved = app.bench.workspace.file else { return }
    #expect(app.effects.contains(.save("shop/list.json", saved.request ?? .list, overwriting: false)))
    #expect(editor(app)?.text == "ba")
    app.receive(.workspace(.saved("shop/list.json", saved)))
    app.receive(.workspace(.opened("shop/list.json", .success(saved))))
    #expect(editor(app)?.text == "ba" && editor(app)?.cursor == (isVim ? 0 : 1))
    app.expectNotOnScreen("● unsaved")
    app.press(isVim ? ":w <Enter>" : "<C-s>")
    app.expectOnScreen("No unsaved edits")
    app.press(isVim ? "ic <Esc> :wq <Enter>" : "c <Esc>")
    #expect(text(app) == (isVim ? "cba" : "bca"))
    #expect(editor(app) == nil)
  }

  @Test func aJSONTextThatIsSavedStaysAsItIsTypedWhileItIsOpen() {
    var app = Harness.shop(columns: 100, rows: 30)
    var request = SavedRequest.list
    request.body = .json(["a": 1])
    app.open("shop/list.json", request)
    app.press("2 ]] G e")
    app.bench.requestPane.editing?.editor.selectAll()
    app.receive(.input(.paste("{ \"a\": ")))
    app.press("<C-s>")
    #expect(app.bench.workspace.request?.body?.kind == .text)
    app.receive(.input(.paste("2 }")))
    app.press("<C-s>")
    #expect(app.bench.workspace.request?.body == .json(["a": 2]))
    #expect(editor(app)?.text == "{ \"a\": 2 }")
  }

  @Test func theClipboardGoesThroughTheProgram() {
    var app = editing("abc")
    app.press("<S-Right> <C-x>")
    #expect(app.effects == [.copy("a", what: "the text")])
    app.press("<End> <C-v>")
    #expect(editor(app)?.text == "bca")
    // Ctrl+C copies only a selection: without one it still cancels.
    app.press("<S-Left> <C-c>")
    #expect(app.effects == [.copy("a", what: "the text")])
    #expect(app.bench.requestPane.editing != nil)
  }

  @Test func ctrlCEndsInsertingInVimAndLeavesTheTextThen() {
    var app = editing("abc")
    app.press("<Esc> : vim <Enter> e gg i x <C-c>")
    #expect(editor(app)?.text == "xabc" && app.bench.requestPane.editing?.vim?.mode == .normal)
    app.press("<C-c>")
    #expect(text(app) == "xabc" && editor(app) == nil)
  }

  /// Types into a JSON body without members.
  private func typing(_ typed: String) -> Harness {
    var app = Harness.shop(columns: 100, rows: 30)
    var request = SavedRequest.list
    request.body = .json([:])
    app.open("shop/list.json", request)
    app.press("2 ]] G e")
    app.type(typed)
    app.press("<Esc>")
    return app
  }

  @Test(
    arguments: [
      (#"{"id": 7}"#, .json(["id": 7])), ("[1, 2]", .json([1, 2])), (#""a""#, .json("a")), ("{}", .json([:])),
      ("", .json([:])), (" ", .json([:])),
    ] as [(String, RequestBody)])
  func typedJSONReplacesAnEmptyObject(typed: String, body: RequestBody) {
    let app = typing(typed)
    #expect(app.bench.workspace.request?.body == body)
    #expect(app.bench.workspace.unsaved.isEmpty == (body == .json([:])))
  }

  @Test func aTextSavedWhileItIsEmptyKeepsTheObject() {
    var app = typing("")
    app.press("e <C-s>")
    #expect(app.bench.workspace.request?.body == .json([:]))
    #expect(editor(app)?.text == "")
  }

  @Test func escapeEndsTheSelectionBeforeTheField() {
    var app = editing("abc")
    app.press("<S-Right> <Esc>")
    #expect(editor(app)?.selection == nil && app.bench.requestPane.editing != nil)
    app.press("<Esc>")
    #expect(app.bench.requestPane.editing == nil)
  }

  @Test func theMousePlacesTheCursorAndSelects() throws {
    var app = editing("one two\nthree")
    let area = try #require(app.bench.layout[.request])
    func mouse(_ action: Mouse.Action, _ column: Int, _ row: Int, clicks: Int = 1) {
      // Two columns of border, two of line numbers; the border and the tabs.
      let point = Point(column: area.column + 4 + column, row: area.row + 2 + row)
      app.receive(.input(.mouse(Mouse(action, at: point, clicks: clicks))))
    }
    mouse(.press, 4, 0)
    #expect(editor(app)?.cursor == 4)
    mouse(.drag, 2, 1)
    #expect(editor(app)?.selectedText == "two\nth")
    mouse(.press, 5, 0, clicks: 2)
    #expect(editor(app)?.selectedText == "two")
    mouse(.press, 5, 0, clicks: 3)
    #expect(editor(app)?.selectedText == "one two\n")
    mouse(.press, 90, 40)
    #expect(app.bench.requestPane.editing != nil)
  }

  @Test func anErrorIsShownWithItsPlaceAndKeptTextIsNotLost() {
    var app = editing("{\n  \"a\" 1\n}", type: "application/json")
    app.expectOnScreen("2:7 expected \":\" after the key")
    app.press("<C-f> 1 <Esc> <Left> :")
    app.expectNotOnScreen("expected")
    app.press("<A-q>")
    #expect(editor(app)?.text == "{\n  \"a\": 1\n}")
  }

  @Test func commentsStayInTheFile() {
    var app = editing("x", type: "application/json")
    app.press("<BS> <Del>")
    app.receive(.input(.paste("[1] // one")))
    app.expectOnScreen("Comments are not sent")
    app.press("<Esc>")
    #expect(text(app) == "[1] // one")
  }

  @Test(
    arguments: [
      ("{\"n\": {{count}}}", nil), ("{\"n\": {{count}} // why\n}", "Comments are not sent"),
      ("{\"n\": {{count}},}", "Trailing commas are not sent"), ("{\"n\": nope}", "expected a value"),
    ] as [(String, String?)]) func theFormAndTheEditorAgreeOnJSON(body: String, sentence: String?)
  {
    var app = editing(body, type: "application/json")
    let check = app.bench.requestPane.editing?.check
    app.press("<Esc>")
    app.expectNotOnScreen(sentence == "expected a value" ? "not sent" : "Not valid JSON")
    guard let sentence else {
      #expect(check?.problem == nil && check?.note == nil)
      return
    }
    app.expectOnScreen(sentence)
    #expect((check?.problem?.sentence ?? check?.note)?.contains(sentence) == true)
  }

  @Test func aVariableWithoutQuotesIsNoError() {
    var app = Harness.shop(columns: 100, rows: 30)
    var request = SavedRequest.list
    request.body = .json(["a": 1])
    app.open("shop/list.json", request)
    app.press("2 ]] G e")
    app.bench.requestPane.editing?.editor.selectAll()
    app.receive(.input(.paste("{\"a\": {{count}}}")))
    app.press("<Esc>")
    app.expectOnScreen("Kept as text: {{variables}} without quotes are replaced before it is sent")
  }

  @Test func whatCannotBeFormattedSaysWhy() {
    var app = editing("{", type: "application/json")
    app.press("<A-q>")
    app.expectOnScreen("Cannot format the text: 1:1 the \"{\" is not closed")
    app = editing("a")
    app.press("<A-q>")
    app.expectOnScreen("Cannot format text")
  }

  @Test func vimKeysAreTurnedOnInThePalette() {
    var app = editing("one two\none")
    app.press("<Esc> : vim <Enter>")
    app.expectOnScreen("Vim keys are on in multi-line text")
    app.press("e gg")
    app.expectOnScreen("NORMAL")
    app.press("cwx")
    app.expectOnScreen("INSERT")
    app.press("<Esc> w v")
    app.expectOnScreen("VISUAL")
    app.press("ed /one <Enter>")
    #expect(editor(app)?.cursor == 3 && editor(app)?.text == "x \none")
    app.press(":%s/[xo]/-/g <Enter>")
    app.expectOnScreen("Replaced 2 matches")
    app.press(":nonsense <Enter>")
    app.expectOnScreen("There is no command \":nonsense\"")
    app.press("u <Esc>")
    #expect(text(app) == "x \none")
  }

  @Test func aLongLineScrollsSideways() {
    var app = editing(String(repeating: "0123456789", count: 100_000), columns: 80, rows: 24)
    app.press("<End>")
    app.expectOnScreen("456789")
    #expect(app.bench.render().cursor != nil)
    app.press("x <Home>")
    app.expectOnScreen("0123456789")
  }

  @Test func aTabIsDrawnToItsStop() {
    let app = editing("a\tb\n日本\tc")
    app.expectOnScreen("a→  b")
    app.expectOnScreen("日本→   c")
  }

  /// A long text is checked when nothing is typed for a while.
  @Test func aLongTextIsCheckedInAPause() {
    var app = editing("[" + String(repeating: "1,", count: 50_000), type: "application/json")
    app.press("x")
    app.expectNotOnScreen("1:1")
    app.receive(.draftDue)
    app.expectNotOnScreen("expected a value")
    app.receive(.draftDue)
    app.expectOnScreen("expected a value")
  }
}
