import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Responses become examples of their request and are compared with them.
struct ExampleTests {
  private static let address: Address = "shop/list.json"

  private func answered(_ body: String = #"{"id":7}"#) -> Harness {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0, body: body) }
    app.press("3")
    return app
  }

  private func examples(in app: Harness) -> [SavedExample] {
    app.bench.workspace.items[Self.address].draft?.current.request?.examples ?? []
  }

  private static let saved = SavedExample(
    name: "200 OK", status: 200, reason: "OK", headers: [Header("Content-Type", "application/json")],
    body: #"{"id":7}"#)

  @Test func aResponseIsSavedUnderItsStatusAndUndoRemovesIt() throws {
    var app = answered()
    app.press("a")
    app.expectOnScreen("Save as example")
    app.expectOnScreen("Name, in list")
    app.press("<Enter>")
    #expect(examples(in: app) == [Self.saved])
    var request = SavedRequest.list
    request.examples = [Self.saved]
    #expect(app.effects.last == .save(Self.address, request, overwriting: false))
    app.receive(.workspace(.saved(Self.address, .request(request))))
    app.press("2 u")
    #expect(examples(in: app) == [])
  }

  @Test func anExampleJoinsOtherUnsavedEditsWithoutSavingThem() throws {
    var app = answered()
    var edited = SavedRequest.list
    edited.url = "http://x"
    _ = app.bench.workspace.apply(.replace(.request(edited)), to: Self.address)
    app.press("a <Enter>")
    #expect(examples(in: app) == [Self.saved])
    #expect(!app.effects.contains { if case .files(_, .save) = $0 { true } else { false } })
    app.expectOnScreen("among the unsaved edits: Ctrl+S saves them")
  }

  @Test func aTakenNameGetsANumber() {
    var app = answered()
    app.press("a <Enter> a <Enter>")
    #expect(examples(in: app).map(\.name) == ["200 OK", "200 OK 2"])
  }

  @Test func aLargeBodyIsWrittenBesideTheRequestFirst() throws {
    var app = answered("\"" + String(repeating: "x", count: 100_000) + "\"")
    app.press("a <Enter>")
    guard case .writeBody(let draft)? = app.effects.last?.work(ExampleEffect.self)?.action else {
      Issue.record("\(app.effects)")
      return
    }
    #expect(draft.body.count == 100_002 && examples(in: app) == [])
    app.receive(.example(.wroteBody(Self.address, draft, file: "list.200 OK.body")))
    #expect(examples(in: app).map(\.bodyFile) == ["list.200 OK.body"])
    #expect(examples(in: app).map(\.body) == [nil])
  }

  @Test func examplesAreListedOpenedAndDeleted() throws {
    var app = answered()
    app.press("a <Enter> T")
    app.expectOnScreen("Examples of list")
    app.expectOnScreen("200 OK")
    app.press("<Enter> <Enter>")
    #expect(app.effects == [.example(.open(Self.saved), of: Self.address)])
    app.receive(.example(.text(title: "200 OK", lines: ["200 OK", "", #"{"id":7}"#])))
    app.expectOnScreen(#"{"id":7}"#)
    app.press("<Esc> T <Enter> d")
    #expect(examples(in: app) == [])
    app.press("T")
    app.expectOnScreen("No examples yet")
    app.press("<Enter>")
    app.expectOnScreen("Name, in ")
    app.press("<Enter>")
    #expect(examples(in: app).count == 1)
  }

  @Test func aQuestionAboutAnExampleLeadsBackToTheTable() {
    var app = answered()
    app.press("a <Enter> T <Enter> <Esc>")
    app.expectOnScreen("Examples of list")
    app.press("<Enter> <C-c>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func theResponseIsComparedWithAnExampleAndCheckedAgainstIt() throws {
    var app = answered()
    app.press("a <Enter> T <Enter> c")
    guard
      case .compareExample(let task, let body, Self.saved, of: Self.address)? = app.effects.last?.work(BodyEffect.self)
    else {
      Issue.record("\(app.effects)")
      return
    }
    #expect(body.body == Data(#"{"id":7}"#.utf8) && task.tab == "body")
    app.press("T <Enter> k")
    guard case .check(Self.saved, let response)? = app.effects.last?.work(ExampleEffect.self)?.action else {
      Issue.record("\(app.effects)")
      return
    }
    #expect(response.status == 200 && response.body == Data(#"{"id":7}"#.utf8))
  }

  @Test func withoutAResponseOrARequestThereIsNothingToSave() {
    var app = Harness.shop()
    app.press("3 a")
    app.expectOnScreen("No response yet")
    app.press("<Enter>")
    #expect(app.sentID != nil)
    app.press("a")
    app.expectOnScreen("The response is still being received")
  }

  @Test(arguments: ["<Enter>", "<F5>"]) func theListWithoutExamplesSendsForWantOfAResponse(key: String) {
    var app = Harness.shop()
    app.press("T")
    app.expectOnScreen("No examples yet. No response yet")
    app.expectOnScreen("send request")
    app.press(key)
    #expect(app.sentID != nil && app.bench.overlays.isEmpty)
  }
}
