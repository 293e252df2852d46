import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The form of the collection that is the root, which has no row in the list.
struct RootFormTests {
  private func opened() -> Harness {
    var app = Harness()
    let tree = CollectionTree(
      root: "/collections",
      nodes: ["first", "second"].map {
        CollectionNode(
          address: Address($0 + ".json"), depth: 0, kind: .request(method: "GET", id: nil), title: $0)
      }, isCollection: true)
    app.receive(.workspace(.loaded(tree)))
    app.receive(.workspace(.opened("first.json", .success(.request(.list)))))
    app.receive(.workspace(.scope("first.json", RequestContext(collection: "/collections"))))
    app.press("I")
    app.receive(.workspace(.opened("collection.json", .success(.shop))))
    app.press("1")
    return app
  }

  /// The texts on the selected surface, wherever the list is.
  private func selected(_ app: Harness) -> String {
    let frame = app.bench.render()
    return frame.cells.filter { $0.style.surface == .selected }.map(\.text).joined()
  }

  @Test func theTitleIsSelectedInPlaceOfARow() {
    #expect(selected(opened()) == "Collections")
  }

  @Test func enterGoesToTheFormAndSendsNothing() {
    var app = opened()
    app.press("<Enter>")
    #expect(app.bench.focusedPane == .request)
    #expect(app.sentID == nil)
    app.expectOnScreen("collection  shop")
  }

  @Test func sendingAsksForARequest() {
    var app = opened()
    app.press("<F5>")
    app.expectOnScreen("Select a request first")
    #expect(app.sentID == nil)
  }

  @Test func editingEditsTheNameOfTheCollection() {
    var app = opened()
    app.press("e x <Esc>")
    #expect(app.bench.workspace.draft?.current.name == "shopx")
  }

  @Test(arguments: ["<Down>", "<Up>"]) func anArrowReturnsToTheRowThatWasSelected(key: String) {
    var app = opened()
    app.press(key)
    #expect(app.bench.workspace.subject == .request("first.json"))
    #expect(selected(app).contains("first"))
  }

  @Test func goingBackToTheFormSelectsNoRow() {
    var app = opened()
    app.press("<Down> <Down> (")
    if app.bench.workspace.subject != .folder("") { app.press("(") }
    #expect(app.bench.workspace.subject == .folder(""))
    #expect(selected(app) == "Collections")
  }

  @Test func theFooterSaysWhatEnterDoes() {
    var app = opened()
    app.expectOnScreen("⏎ form")
    app.press("<Down>")
    app.expectOnScreen("⏎ send")
  }
}
