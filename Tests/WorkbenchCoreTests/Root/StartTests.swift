import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct StartTests {
  @Test func theStartReadsTheCollectionsAndTheHistory() {
    #expect(Harness().bench.startEffects == [.loadCollections, .listHistory(query: "")])
    Harness(columns: 40, rows: 8).expectOnScreen("Loading…")
  }

  @Test func theFirstRequestIsSelectedAndOpened() {
    var app = Harness(columns: 100, rows: 16)
    app.receive(.workspace(.loaded(.shop)))
    #expect(app.effects == [.open("shop/list.json")])
    app.open("shop/list.json", .list)
    #expect(app.bench.workspace.environment == "local")
    app.expectScreen(
      """
       shop ▸ list
      ╭ Collections ───────────╮ GET   {{base}}/orders?page=1                         env local  F5 sends
      │▾ shop                  │╭ list ──────────────────────────────────────────────────────────────────╮
      │  ▸ orders              ││ Params 1  Headers 1  Body  Auth  Options  Scripts  Checks  Docs        │
      │  GET  list             ││ ✓ Name        Value                                   Description      │
      │  DEL  remove           ││ ✓ page        1                                                        │
      │  !    odd              │╰─────────────────────────────────────────────────────────────────── 1/4 ╯
      │                        │╭ Response ──────────────────────────────────────────────────────────────╮
      │                        ││ Not sent yet: press F5                                                 │
      │                        ││                                                                        │
      │                        ││                                                                        │
      │                        ││                                                                        │
      │                        ││                                                                        │
      │                        ││                                                                        │
      ╰────────────────────────╯╰────────────────────────────────────────────────────────────────────────╯
       ⏎ send  e edit  / find  n new  : commands  ? help  v env  Tab pane                       history 0
      """)
  }

  @Test func theRequestOfTheLastRunIsSelectedThoughItsFolderIsClosed() {
    var app = Harness()
    app.bench = Workbench(
      size: app.bench.size, root: "/collections", environment: "live", selection: "shop/orders/create.json", seed: 1)
    app.receive(.workspace(.loaded(.shop)))
    #expect(app.effects == [.open("shop/orders/create.json")])
    app.open("shop/orders/create.json", .create)
    #expect(app.bench.workspace.environment == "live")
    app.expectOnScreen("POST Create order")
  }

  @Test func aBrokenFileIsARowWithItsErrorAndEOpensIt() {
    var app = Harness.shop()
    app.press("<Down> <Down>")
    #expect(app.effects == [.open("shop/remove.json"), .open("shop/odd.json")])
    app.receive(.workspace(.opened("shop/odd.json", .failure(Problem("shop/odd.json:1:2 — expected a value")))))
    app.expectOnScreen("!    odd")
    app.expectOnScreen("shop/odd.json:1:2 — expected a value")
    app.expectOnScreen("The file is unchanged. E opens it in your editor.")
    app.press("E")
    #expect(app.effects == [.editFile(.samples, "shop/odd.json")])
    app.press("<F5>")
    #expect(app.effects == [.open("shop/odd.json")] && app.sentID == nil)
  }

  @Test func anEmptyFolderSaysHowToBegin() {
    var app = Harness(columns: 40, rows: 8)
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
    app.expectScreen(
      """
       Workbench
      ╭ Collections ─────────────────────────╮
      │ No requests yet                      │
      │                                      │
      │ ⏎       first steps                  │
      │ n       new request                  │
      ╰──────────────────────────────────────╯
       Tab pane  ? help  ⏎ first steps
      """)
    for key in ["e", "E", "r", "m", "c", "d", "u", "<Down>", "<Up>", "G", "l", "h", "<F5>", "<C-s>", "v"] {
      app.press(key)
      #expect(app.effects.isEmpty, "\(key)")
      app.press("<Esc>")
    }
  }

  @Test func aHugeCollectionIsWalkedToItsEnd() {
    var app = Harness(columns: 40, rows: 12)
    let nodes = (0..<20_000).map { index in
      CollectionNode(
        address: Address("r\(index).json"), depth: 0, kind: .request(method: "GET", id: nil), title: "r\(index)")
    }
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes))))
    app.press("G")
    #expect(app.effects == [.open("r19999.json")])
    app.expectOnScreen("GET  r19999")
    app.expectNotOnScreen("r19992")
    app.expectOnScreen("r19993")
  }

  @Test func reloadingKeepsTheSelectionWhereTheFilesHaveMoved() {
    var app = Harness.shop()
    app.press("<Down> R")
    #expect(app.effects.last == .loadCollections)
    var tree = CollectionTree.shop
    tree.nodes.insert(
      CollectionNode(address: "shop/a.json", depth: 1, kind: .request(method: "GET", id: nil), title: "a"), at: 1)
    app.receive(.workspace(.loaded(tree)))
    #expect(app.bench.selectedNode?.address == "shop/remove.json")
    #expect(app.effects.isEmpty)
  }
}
