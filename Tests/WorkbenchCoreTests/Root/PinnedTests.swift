import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Two responses side by side.
@Suite struct PinnedTests {
  private func lines(_ word: String) -> String { (0..<200).map { "\(word) \($0)\n" }.joined() }

  private func answer(_ app: inout Harness, _ word: String) {
    app.sendAndAnswer {
      .answered($0, body: lines(word), headers: [Header("Content-Type", "text/plain")])
    }
  }

  private func paired(columns: Int = 160, rows: Int = 48) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("_ 3")
    answer(&app, "old")
    app.press("&")
    answer(&app, "new")
    return app
  }

  @Test func theNextResponseAppearsBesideThePinnedOne() {
    let app = paired()
    app.expectOnScreen("old 0")
    app.expectOnScreen("new 0")
    app.expectOnScreen("pinned · list")
    #expect(app.bench.layout.pinned!.row == app.bench.layout.response!.row)
  }

  @Test func thePinnedResponseHasTheNewTitleOfItsRequest() {
    var app = paired()
    var tree = CollectionTree.shop
    tree.nodes[3] = CollectionNode(
      address: "shop/orders.json", depth: 1, kind: .request(method: "GET", id: nil), title: "All orders")
    app.receive(.workspace(.placed("shop/orders.json", from: "shop/list.json", tree: tree)))
    app.expectOnScreen("pinned · All orders")
  }

  @Test func bothShowTheSameTabAndScrollTogether() {
    var app = paired()
    app.press("G")
    app.expectOnScreen("old 199")
    app.expectOnScreen("new 199")
    app.press("]")
    #expect(app.bench.workspace.features[Pins.self].response?.pane.tabID == "headers")
    app.press("[ <Home>")
    app.expectOnScreen("old 0 ")
  }

  @Test func textOfThePinnedOneIsSelectedWithTheMouse() {
    var app = paired()
    let start = app.place(of: "old 3")
    app.mouse(.press, start)
    app.mouse(.drag, start, right: 4, down: 1)
    #expect(app.bench.render().cells.count { $0.style.surface == .selection } == 10)
    app.mouse(.release, start, right: 4, down: 1)
    #expect(app.effects == [.copy("old 3\nold 4", what: "the selected text")])
  }

  @Test func eachScrollsAloneOnRequest() {
    var app = paired()
    _ = app.bench.run(Command.named("response.scrollAlong")!)
    app.press("G")
    app.expectOnScreen("old 0 ")
    app.expectOnScreen("new 199")
    let place = app.bench.layout.pinned!
    let point = Point(column: place.column + 5, row: place.row + 5)
    app.receive(.input(.mouse(Mouse(.wheelDown, at: point))))
    app.expectNotOnScreen("old 0 ")
    app.expectOnScreen("old 3 ")
    app.expectOnScreen("new 199")
  }

  @Test func thePinnedResponseStaysWhenAnotherRequestIsShown() {
    var app = paired()
    app.press("1 <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.expectOnScreen("old 0")
    app.expectNotOnScreen("new 0")
    app.press("&")
    app.expectNotOnScreen("old 0")
    #expect(app.bench.layout.pinned == nil)
  }

  @Test func theDifferencesAreACommandAway() {
    var app = paired()
    let pinned = app.bench.workspace.features[Pins.self].response!.live!.id
    let effects = app.bench.run(Command.named("response.comparePinned")!)
    #expect(effects == [.history(.compare(app.bench.workspace.exchange!.id, pinned))])
    app.press("<Esc> & &")
    _ = app.bench.run(Command.named("response.comparePinned")!)
    app.expectOnScreen("This is the pinned response")
  }

  @Test func aSmallScreenPutsOneAboveTheOtherOrShowsOne() {
    let medium = paired(columns: 80, rows: 24)
    #expect(medium.bench.layout.pinned!.columns == medium.bench.layout.response!.columns)
    let small = paired(columns: 40, rows: 12)
    #expect(small.bench.layout.pinned == nil)
    small.expectOnScreen("new 0")
  }

  @Test func theBorderToTheRequestMovesBoth() {
    var app = paired()
    let before = app.bench.layout
    app.press("3 >")
    let after = app.bench.layout
    #expect(after.pinned!.rows == before.pinned!.rows + 1)
    #expect(after.response!.rows == before.response!.rows + 1)
  }
}
