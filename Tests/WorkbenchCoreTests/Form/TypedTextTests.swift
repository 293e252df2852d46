import BodyDocument
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Keys that open something to type into: what is typed next is never taken for commands.
@Suite struct TypedTextTests {
  /// Letters that delete, rename, quit, send and fold where they are commands.
  private static let text = "dqrnNmcCuEHzG"

  private func expectUntouched(_ app: Harness, since before: Harness) {
    #expect(app.effects.isEmpty)
    #expect(app.bench.workspace == before.bench.workspace)
    #expect(app.bench.focusedPane == before.bench.focusedPane)
    #expect(app.bench.isZoomed == before.bench.isZoomed)
    #expect(app.bench.leftPane == before.bench.leftPane)
  }

  @Test(arguments: ["f", "$", "|", "/", "w", "=", "c", "D"])
  func whereThereIsNoBodyTheTextIsSwallowed(key: String) {
    var app = Harness.shop()
    app.press("3")
    let before = app
    app.press(key)
    app.type(Self.text)
    expectUntouched(app, since: before)
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
    expectUntouched(app, since: before)
  }

  @Test(arguments: ["e", "<Enter>", "a"])
  func whereARequestCannotBeEditedTheTextIsSwallowed(key: String) {
    var app = Harness.shop()
    app.press("2 H")
    app.receive(.history(.listed(query: "", [.sample(1)], total: 1)))
    app.receive(.history(.opened(.answered(ExchangeSummary.sample(1).id), body: nil, sentBody: nil)))
    app.press("2")
    let before = app
    app.press(key)
    app.expectOnScreen("History is read-only")
    app.type(Self.text)
    expectUntouched(app, since: before)
    app.press("<Enter>")
    #expect(app.bench.overlays.isEmpty)
    expectUntouched(app, since: before)
  }

  @Test func aRowIsNotAddedWhereThereAreNone() {
    var app = Harness.shop()
    app.press("2 ]]] a")
    let before = app
    app.type(Self.text)
    expectUntouched(app, since: before)
    app.expectOnScreen("This tab has no table")
  }

  @Test(arguments: ["f", "$", "|", "w", "=", "c", "p", "V"])
  func onAnotherTabTheBodyIsShownFirst(key: String) {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 ]")
    #expect(app.bench.responsePane.tabID == "headers")
    app.press(key)
    #expect(app.bench.responsePane.tabID == "body")
    let workspace = app.bench.workspace
    if !["p", "V"].contains(key) {
      app.type("dqz")
      #expect(app.bench.workspace == workspace)
      #expect(!app.bench.isZoomed)
    }
  }

  @Test func yCopiesTheValueOfTheTabInSight() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 ] y")
    #expect(app.effects == [.copy("application/json", what: "the value")])
    app.press("Y")
    #expect(app.effects == [.copy("Content-Type  application/json", what: "the row")])
  }

  @Test func whatOnlyABodyHasSaysSoOnAnotherTab() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 ] <Enter>")
    app.expectOnScreen("Only in the Body tab: g b shows it")
  }

  @Test func aKeyOfATabThatTheResponseLacksSaysSo() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 e")
    app.expectOnScreen("This response has no Checks tab")
  }

  @Test func aSearchInTheCollectionsBeginsEmpty() {
    var app = Harness.shop()
    app.press("/ remove <Enter>")
    app.expectNotOnScreen("GET  list")
    app.press("/ list <Enter>")
    app.expectOnScreen("GET  list")
    app.expectNotOnScreen("DEL  remove")
    app.press("/ <Enter>")
    app.expectOnScreen("DEL  remove")
    #expect(app.bench.panes[CollectionsPane.self].filter == nil)
  }

  @Test func aSearchInHistoryBeginsEmpty() {
    var app = Harness.shop()
    app.press("H / old <Enter>")
    app.press("/ n")
    #expect(app.effects == [.listHistory(query: ""), .listHistory(query: "n")])
  }

  @Test func aSearchInAResponseBeginsEmptyAndEnterRepeatsTheLastOne() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 / name <Enter> / tags")
    #expect(app.bench.responsePane.tab.view.search?.editor.text == "tags")
    app.press("<Enter> / <Enter>")
    #expect(app.bench.responsePane.tab.view.search?.editor.text == "tags")
    #expect(app.bench.responsePane.isTyping == false)
  }
}
