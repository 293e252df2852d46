import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Bodies that change their kind, or are broken for a moment.
@Suite struct BodyKindTests {
  /// The Body tab with its kind selected.
  private func editing(_ body: RequestBody?) -> Harness {
    var app = Harness.shop()
    var request = SavedRequest.list
    request.body = body
    app.open("shop/list.json", request)
    app.press("2 ]] <Down>")
    return app
  }

  private func body(_ app: Harness) -> RequestBody? { app.bench.workspace.request?.body }

  private static let bodies: [RequestBody] = [
    .json(["sku": "A-1", "deep": [1, 2]]), .text("plain", type: "text/x-own"), .form([Parameter("a", "1")]),
    .multipart([Parameter("b", "2")]), .file("cat.png", type: "image/png"), .graphql(query: "{ a }", variables: [:]),
    .jsonrpc("subtract", params: [42, 23], id: 2),
  ]

  @Test(arguments: bodies, ["<Right>", "<Left>"])
  func onceThroughAllKindsChangesNothing(first: RequestBody, key: String) {
    var app = editing(first)
    for _ in 0..<8 { app.press(key) }
    #expect(body(app) == first)
    #expect(app.bench.workspace.unsaved.isEmpty)
  }

  @Test func membersOfTheBodyThatNobodyKnowsStayInTheirPlace() throws {
    let text = #"{"url": "x", "body": {"x-note": 1, "json": {"a": 1}}, "x-after": true}"#
    let object = try #require(try JSONText(text).value.object)
    let request = try SavedRequest(document: object)
    var app = Harness.shop()
    app.open("shop/list.json", request)
    app.press("2 ]] <Down>")
    for _ in 0..<8 { app.press("<Right>") }
    #expect(app.bench.workspace.request == request)
    #expect(app.bench.workspace.unsaved.isEmpty)
  }

  @Test func everyKindKeepsWhatWasTypedThere() {
    var app = editing(.json(["sku": "A-1"]))
    app.press("<Right> <Right> a name <Tab> Ada <Esc> <Home> <Down> <Left> <Left>")
    #expect(body(app) == .json(["sku": "A-1"]))
    app.press("<Right> <Right>")
    #expect(body(app) == .form([Parameter("name", "Ada")]))
  }

  @Test func anEditedTextBecomesTheJSONAndTheOtherWayRound() {
    var app = editing(.json(["sku": "A-1"]))
    app.press("<Right>")
    app.bench.workspace.items["shop/list.json"].draft?.edit {
      $0.request?.body = .text(#"{"sku": "B-2"}"#, type: "application/json")
    }
    app.press("<Left>")
    #expect(body(app) == .json(["sku": "B-2"]))
    app.bench.workspace.items["shop/list.json"].draft?.edit { $0.request?.body = .json(["sku": "C-3"]) }
    app.press("<Right>")
    #expect(body(app) == .text("{\n  \"sku\": \"C-3\"\n}", type: "application/json"))
  }

  @Test func textThatIsNoJSONIsThereAgainAfterTheJSON() {
    var app = editing(.text("hello", type: nil))
    app.press("<Left>")
    #expect(body(app) == .json([:]))
    app.press("<Right>")
    #expect(body(app) == .text("hello", type: nil))
  }

  @Test func aBodyIsTypedRightAfterItsKindIsChosen() {
    var app = editing(nil)
    app.press("<Enter> json <Enter>")
    #expect(app.bench.requestPane.editing?.target.isMultiline == true)
    app.type(#"{"id": 7}"#)
    app.press("<Esc>")
    #expect(body(app) == .json(["id": 7]))

    app = editing(nil)
    app.press("<Enter> xml <Enter>")
    app.type("<a/>")
    app.press("<Esc>")
    #expect(body(app)?["text"] == "<a/>" && body(app)?["type"] == "application/xml")

    app = editing(nil)
    app.press("<Enter> multi <Enter> part <Tab> x <Esc>")
    #expect(body(app) == .multipart([Parameter("part", "x")]))
  }

  @Test func anotherKindIsOnlySelected() {
    var app = editing(.json(["sku": "A-1"]))
    app.press("<Enter> <Down> <Enter>")
    #expect(!app.bench.isEditingText && body(app)?.kind == .text)
    #expect(app.bench.requestPane.selectedRow.map { if case .line = $0 { true } else { false } } == true)
  }

  @Test func leavingTheFieldOfANewKindChangesNothingElse() {
    var app = editing(nil)
    app.press("<Enter> json <Enter> <Esc>")
    #expect(!app.bench.isEditingText && body(app) == .json([:]))
    app.press("u")
    #expect(body(app) == nil && app.bench.workspace.unsaved.isEmpty)
  }

  @Test func aTokenIsTypedRightAfterTheKindOfAuthIsChosen() {
    var app = editing(nil)
    app.press("g a <Enter> bear <Enter>")
    app.type("secret")
    app.press("<Esc>")
    #expect(app.bench.workspace.request?.auth?["token"] == "secret")
    // The kind "none" has no text field.
    app.press("g a <Enter> none <Enter>")
    let row = app.bench.requestPane.selectedRow
    #expect(row.map { if case .setting(let field) = $0 { field.label == "Kind" } else { false } } == true)
    app.press("<Enter> basic <Enter> ada <Tab> pw <Enter>")
    #expect(app.bench.workspace.request?.auth == .basic(username: "ada", password: "pw"))
  }

  @Test func aTextWithoutATypeNamesTheHeaderThatIsSent() {
    var app = Harness.shop(columns: 160)
    app.show(keys: "2 ]]") { request in
      request.body = .text("a {}", type: nil)
      request.headers.append(Parameter("content-type", "text/css"))
    }
    app.expectOnScreen("not set  header: text/css")
    app.show(keys: "2 ]]") { $0.body = .text("a {}", type: "text/plain") }
    app.expectNotOnScreen("header: text")
  }

  @Test func undoTakesTheKindBack() {
    var app = editing(.json(["sku": "A-1"]))
    app.press("<Right> <Right> u u")
    #expect(body(app) == .json(["sku": "A-1"]))
  }

  @Test func jsonThatWasBrokenForAMomentIsJSONAgain() {
    var app = editing(.json(["sku": "A-1"]))
    app.press("G e , <Esc>")
    #expect(body(app) == .text("{\n  \"sku\": \"A-1\"\n},", type: "application/json"))
    app.press("<Home> j")
    app.expectOnScreen("‹ text ›")
    app.press("G e <BS> <Esc>")
    #expect(body(app) == .json(["sku": "A-1"]))
    app.expectOnScreen("‹ json ›")
  }

  @Test func aTextThatWasValidJSONBeforeStaysAText() {
    var app = editing(.text("[1]", type: "application/json"))
    app.press("G e <BS> , <Space> 2] <Esc>")
    #expect(body(app) == .text("[1, 2]", type: "application/json"))
  }

  @Test func aTextThatFitsIsEditedFromItsFirstLineOn() {
    var app = editing(.json(["a": 1, "b": 2, "c": 3, "d": 4]))
    app.press("z G e")
    app.expectOnScreen("1 {")
    app.expectOnScreen("6 }")
    #expect(app.bench.requestPane.editing?.editor.row == 5)
  }

  @Test func aTextThatBecameShorterThanThePaneIsShownFromItsFirstLineOn() {
    var app = editing(.text((1...60).map { "line \($0)" }.joined(separator: "\n"), type: nil))
    app.press("z G e")
    app.expectNotOnScreen("line 1 ")
    for _ in 0..<52 { app.press("<C-u> <BS>") }
    app.expectOnScreen("1 line 1")
    app.expectOnScreen("8 line 8")
  }
}
