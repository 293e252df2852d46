import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct EditingTests {
  /// The shop with a request of one's own under edit, the request pane focused.
  private func editing(_ change: (inout SavedRequest) -> Void = { _ in }) -> Harness {
    var request = SavedRequest.list
    change(&request)
    var app = Harness.shop()
    app.open("shop/list.json", request)
    app.press("2")
    return app
  }

  private func request(_ app: Harness) -> SavedRequest { app.bench.workspace.request! }

  @Test func shiftTabGoesBackThroughTheCells() {
    var app = Harness.shop()
    app.press("2 <Down> <Enter> <Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterName(.query, 1))
    app.press("9 <S-Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(.query, 0))
    #expect(app.bench.workspace.request?.query[1].name == "debug9")
    app.press("<S-Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterName(.query, 0))
  }

  @Test func lettersAreTextWhileTextIsEdited() {
    var app = editing()
    app.press("e <Path> q?:nRz1dE <Esc>")
    #expect(request(app).url == "{{base}}/ordersq?:nRz1dE")
    #expect(app.bench.overlays.isEmpty)
    #expect(app.bench.focusedPane == .request)
  }

  @Test func pastedTextNeverActs() {
    var app = editing()
    app.receive(.input(.paste("q\n:\u{3}")))
    #expect(app.effects.isEmpty && app.bench.overlays.isEmpty)
    app.expectOnScreen("No field is open: press ⏎ on a field, then paste")
    app.press("e <Path>")
    app.receive(.input(.paste("/q\nx")))
    app.press("<Enter>")
    #expect(request(app).url == "{{base}}/orders/q x")
  }

  @Test func aDialogTakesNoPasteForAnAnswer() {
    var app = editing()
    app.press("e x <Esc> q")
    app.receive(.input(.paste("q")))
    #expect(app.effects.isEmpty)
    app.expectOnScreen("Unsaved edits")
  }

  @Test func theUnsavedMarkFollowsTheEditAndItsUndo() {
    var app = editing()
    app.expectNotOnScreen("●")
    app.press("e <Path> /x <Enter>")
    app.expectOnScreen("● unsaved")
    app.expectOnScreen("● 1 unsaved")
    app.expectOnScreen("GET  list            ●")
    app.press("u")
    #expect(app.effects == [.keepDraft("shop/list.json", nil)])
    app.expectNotOnScreen("●")
    app.press("U")
    #expect(request(app).url == "{{base}}/orders/x")
    app.press("U")
    app.expectOnScreen("Nothing to redo")
  }

  @Test func theMethodIsChosenOrTyped() {
    var app = editing()
    app.press("h <Enter> put <Enter>")
    #expect(request(app).method == "PUT")
    app.press("<Enter> purge")
    app.expectOnScreen("Enter uses \"purge\"")
    app.press("<Enter>")
    #expect(request(app).method == "PURGE")
  }

  @Test func tabGoesFromNameToValueToTheNextRow() {
    var app = editing()
    app.press("<Down> h e <Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(.query, 0))
    app.press("2 <Tab>")
    #expect(app.bench.requestPane.editing?.target == .parameterName(.query, 1))
    app.press("<Tab> <Tab> sort <Tab> name <Tab> <Esc>")
    #expect(request(app).query.map(\.name) == ["page", "debug", "sort"])
    #expect(request(app).query.map(\.value) == ["12", "true", "name"])
  }

  @Test func tabGoesFromTheAddressToTheRowsAndShiftTabBack() {
    var app = editing()
    app.press("e <Path> /x")
    app.expectOnScreen("Tab next")
    app.press("<Tab>")
    #expect(request(app).url == "{{base}}/orders/x")
    #expect(app.bench.requestPane.editing?.target == .parameterName(.query, 0))
    app.press("<S-Tab>")
    #expect(app.bench.requestPane.editing?.target == .url)
  }

  @Test func tabGoesThroughTheSettingsOfATab() {
    var app = editing { $0.auth = .basic(username: "ada", password: "geheim") }
    app.press("]]] <Down> <Down> e <C-u> bob")
    app.expectOnScreen("Tab next")
    app.press("<Tab> <C-u> neu")
    app.expectNotOnScreen("Tab next")
    app.press("<S-Tab> by <Tab> <Tab>")
    #expect(request(app).auth == .basic(username: "bobby", password: "neu"))
    #expect(app.bench.requestPane.editing == nil)
    #expect(app.bench.requestPane.selectedRow == app.bench.requestPane.rows.last { $0.isSelectable })
  }

  @Test func aNewRowHasNoNextFieldUntilItHasAName() {
    var app = editing()
    app.press("a")
    app.expectNotOnScreen("Tab next")
    app.press("s")
    app.expectOnScreen("Tab next")
  }

  @Test func aRowThatIsLeftEmptyWasNeverThere() {
    var app = editing()
    app.press("a <Esc>")
    #expect(request(app) == .list)
    #expect(app.effects == [.keepDraft("shop/list.json", nil)])
  }

  @Test func spaceKeepsARowWithoutSendingIt() {
    var app = editing()
    app.press("<Down> <Space>")
    #expect(request(app).query[0].isOff)
    app.expectOnScreen("✗ page")
    app.press("<Space>")
    #expect(request(app) == .list)
  }

  @Test func aDeletedRowComesBack() {
    var app = editing()
    app.press("<Down> d")
    #expect(request(app).query.map(\.name) == ["debug"])
    app.press("u")
    #expect(request(app) == .list)
    app.press("<Home> d")
    app.expectOnScreen("Select a parameter, header or field to delete it")
  }

  @Test func pathParametersComeFromTheAddress() {
    var app = editing()
    app.press("e <Path> /:order/items <Enter>")
    app.expectOnScreen("  :order")
    app.press("<Down> e 42 <Enter>")
    #expect(request(app).pathParameters == [Parameter("order", "42")])
    app.expectOnScreen("Params 2")
  }

  @Test func headersHaveTheirOwnTab() {
    var app = editing()
    app.press("] a X-Trace <Tab> {{$guid}} <Esc>")
    #expect(request(app).headers.map(\.name) == ["Accept", "X-Trace"])
    app.expectOnScreen("Headers 2")
    app.expectOnScreen("✓ X-Trace     {{$guid}}")
  }

  @Test func aJSONBodyIsEditedAsText() throws {
    var app = editing { $0.body = .json(["sku": "A-1"]) }
    app.press("]] G e")
    #expect(app.bench.requestPane.editing?.target == .text(try #require(.content(of: .json))))
    app.press("<Up> <End> ,")
    app.press("<Enter> \"n\":1 <Esc>")
    #expect(request(app).body == .json(["sku": "A-1", "n": 1]))
    app.expectOnScreen("\"n\": 1")
  }

  @Test func jsonThatDoesNotParseIsKeptAsTextWithANotice() {
    var app = editing { $0.body = .json(["sku": "A-1"]) }
    app.press("]] G e ] <Esc>")
    #expect(request(app).body == .text("{\n  \"sku\": \"A-1\"\n}]", type: "application/json"))
    app.expectOnScreen("Kept as text until it is valid JSON: ")
    app.press("u")
    #expect(request(app).body == .json(["sku": "A-1"]))
  }

  @Test func theKindOfABodyTakesItsContentAlong() {
    var app = editing { $0.body = .json(["sku": "A-1"]) }
    app.press("]] <Down> <Right>")
    #expect(request(app).body == .text("{\n  \"sku\": \"A-1\"\n}", type: "application/json"))
    app.press("<Left>")
    #expect(request(app).body == .json(["sku": "A-1"]))
    app.press("<Left>")
    #expect(request(app).body == nil)
    app.expectOnScreen("This request sends no body")
  }

  @Test func aPartThatStartsWithAnAtSignIsAFile() {
    var app = editing { $0.body = .multipart([Parameter("photo", "")]) }
    app.press("]] <Down> <Down> e @cat.png <Esc>")
    #expect(request(app).body == .multipart([Parameter(document: ["name": "photo", "file": "cat.png"])]))
    app.expectOnScreen("@cat.png")
  }

  @Test func aPasswordIsMaskedAndAVariableIsNot() {
    var app = editing { $0.auth = .basic(username: "ada", password: "geheim") }
    app.press("]]]")
    app.expectOnScreen("Username    ada")
    app.expectOnScreen("Password    ••••••")
    app.expectNotOnScreen("geheim")
    app.press("G e <C-u> {{secret}} <Esc>")
    app.expectOnScreen("{{secret}}")
  }

  @Test func anOptionThatIsNoNumberIsLeftAsItWas() {
    var app = editing()
    app.press("]]]] <Down> e <C-u> soon <Esc>")
    app.expectOnScreen("\"soon\" is not a time — give seconds, or 0 to wait forever")
    #expect(request(app) == .list)
    app.press("e <C-u> 2.5 <Esc>")
    #expect(request(app).options.timeout == 2.5)
    app.press("e <C-u> <Esc>")
    #expect(request(app) == .list)
    app.expectOnScreen("not set  60 s idle timeout")
  }

  @Test func enterGoesFromTheNameOfARowToItsEmptyValueOnly() {
    var app = editing()
    app.press("a id <Enter>")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(.query, 2))
    app.press("7 <Enter>")
    #expect(app.bench.requestPane.editing == nil && request(app).query.last == Parameter("id", "7"))
    app.press("h e s <Enter>")
    #expect(app.bench.requestPane.editing == nil && request(app).query.last == Parameter("ids", "7"))
    // An empty name adds no row, and has no value.
    app.press("a <Enter>")
    #expect(app.bench.requestPane.editing == nil && request(app).query.last == Parameter("ids", "7"))
  }

  @Test func aChoiceIsTakenFromItsList() {
    var app = editing()
    app.press("]]]] <Down> <Down> <Down> e off <Enter>")
    #expect(request(app).options.usesCookies == false)
    app.expectOnScreen("Cookies           ‹ off ›")
  }

  @Test func theLastRowThatCanBeSelectedIsReachedThoughAHintStandsBelow() {
    var app = editing()
    app.press("]] G")
    #expect(app.bench.requestPane.selectedRow == .setting(.bodyKind))
  }

  @Test func anUndoThatTakesTheSelectedRowAwaySelectsOneThatIsThere() {
    var app = editing()
    app.press("]] <Down> <Right> G u")
    #expect(app.bench.requestPane.selectedRow == .setting(.bodyKind))
  }

  @Test func theExternalEditorGetsTheBodyAndItsTextComesBack() throws {
    var app = editing { $0.body = .json(["sku": "A-1"]) }
    app.press("]] E")
    let edited = EditedText(
      workspace: .samples, file: "shop/list.json", target: .text(try #require(PlacedField.content(of: .json))))
    #expect(app.effects == [.edit(edited, text: "{\n  \"sku\": \"A-1\"\n}", fileExtension: "json")])
    app.press("1 <Down>")
    app.receive(.edited(edited, text: "[1]"))
    #expect(app.bench.workspace.items["shop/list.json"].draft?.current.request?.body == .json([1]))
    app.receive(.edited(edited, text: nil))
    #expect(app.effects.isEmpty)
    app.press("u")
    #expect(app.bench.workspace.items["shop/list.json"].draft?.current.request?.body == .json(["sku": "A-1"]))
  }

  @Test func aTextStaysWithItsRequestThoughAnotherIsSelected() {
    var app = editing()
    app.press("e <Path> /x")
    app.receive(.input(.mouse(.init(.press, at: .init(column: 5, row: 5)))))
    #expect(app.bench.workspace.items["shop/list.json"].draft?.current.request?.url == "{{base}}/orders/x")
    #expect(app.bench.workspace.subject == .request("shop/remove.json"))
  }

  @Test func whatIsTypedStandsUnderTheCursor() {
    var app = editing()
    app.press("e <Path> /日本")
    let frame = app.bench.render()
    let cursor = frame.cursor!
    #expect(frame[cursor.column - 2, cursor.row].text == "本")
    #expect(frame[cursor.column, cursor.row].style.surface == .input)
    app.type(String(repeating: "x", count: 200))
    let scrolled = app.bench.render()
    #expect(scrolled.cursor?.row == cursor.row)
    #expect(scrolled[scrolled.cursor!.column - 1, cursor.row].text == "x")
  }
}
