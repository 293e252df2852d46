import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct CollectionTests {
  private func tree(_ change: (inout [CollectionNode]) -> Void) -> CollectionTree {
    var tree = CollectionTree.shop
    change(&tree.nodes)
    return tree
  }

  private func node(_ path: String, depth: Int, _ title: String) -> CollectionNode {
    CollectionNode(address: Address(path), depth: depth, kind: .request(method: "GET", id: nil), title: title)
  }

  @Test func foldersOpenAndClose() {
    var app = Harness.shop()
    app.press("<Up> <Enter>")
    app.expectOnScreen("▾ orders")
    app.expectOnScreen("POST Create order")
    app.press("<Left>")
    app.expectNotOnScreen("Create order")
    app.press("<Right> <Right>")
    #expect(app.effects == [.open("shop/orders/create.json")])
    app.press("<Left>")
    #expect(app.bench.selectedNode?.address == "shop/orders")
  }

  @Test func aNewFolderGoesIntoTheSelectedFolder() {
    var app = Harness.shop()
    app.press("N")
    app.expectOnScreen("Name; created in shop")
    app.press("<Enter>")
    #expect(app.effects.isEmpty)
    app.type("Refunds")
    app.press("<Enter>")
    #expect(app.effects == [.create(.folder, in: "shop", name: "Refunds")])
  }

  @Test func aRenamedRequestKeepsItsEditsAnswerAndEnvironment() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("e <Path> /x <Esc> 1 r all <Enter>")
    #expect(app.effects.last == .rename("shop/list.json", to: "all"))
    app.receive(
      .workspace(
        .placed("shop/all.json", from: "shop/list.json", tree: tree { $0[3] = node("shop/all.json", depth: 1, "all") }))
    )
    #expect(
      app.effects == [.open("shop/all.json"), .keepDraft("shop/all.json", app.bench.workspace.request)])
    app.open("shop/all.json", .list)
    app.expectOnScreen("shop ▸ all")
    app.expectOnScreen("{{base}}/orders/x")
    app.expectOnScreen("● unsaved")
    app.expectOnScreen("200 OK")
  }

  @Test func withoutAnotherFolderMovingOffersANewOne() {
    var app = Harness()
    let request = CollectionNode(address: "a.json", depth: 0, kind: .request(method: "GET", id: nil), title: "a")
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: [request]))))
    app.open("a.json", .list)
    app.press("1 g m")
    app.expectOnScreen("Type a new folder")
    app.type("other")
    app.press("<Enter>")
    #expect(app.effects == [.move("a.json", into: "other")])
  }

  @Test func aTypedFolderIsMadeForWhatIsMovedIntoIt() {
    var app = Harness.shop()
    app.open("shop/list.json", .list)
    app.press("1 g m")
    func rows() -> [String] { (app.bench.overlays.last?.screen as? Picker)?.matches.map(\.title) ?? [] }
    app.type("orders")
    #expect(rows() == ["shop/orders"])
    app.type(" 2026")
    #expect(rows() == ["shop/orders 2026"])
    app.press("<Enter>")
    #expect(app.effects == [.move("shop/list.json", into: "shop/orders 2026")])
  }

  @Test func aMovedFolderTakesItsEditsAlong() {
    var app = Harness.shop()
    app.press("<Up> l l")
    app.open("shop/orders/create.json", .create)
    app.press("e <Path> /x <Esc> 1 h g m")
    app.expectOnScreen("Move orders into")
    app.press("<Enter>")
    #expect(app.effects == [.move("shop/orders", into: "")])
    let moved = CollectionTree(
      root: "/collections",
      nodes: [
        CollectionNode(address: "orders", depth: 0, kind: .folder(isCollection: false), title: "orders"),
        node("orders/create.json", depth: 1, "Create order"),
      ])
    app.receive(.workspace(.placed("orders", from: "shop/orders", tree: moved)))
    #expect(app.bench.workspace.subject == .folder("orders"))
    #expect(app.bench.workspace.unsaved == ["orders/create.json"])
    #expect(app.bench.selectedNode?.address == "orders")
  }

  @Test func aFolderIsNeverMovedIntoItself() {
    var app = Harness.shop()
    app.press("<Up> g m")
    app.expectNotOnScreen("│ shop/orders")
  }

  @Test func aRequestIsCopiedWithTheUnsavedEditsThatAreShown() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 D")
    let edited = try #require(app.bench.workspace.items["shop/list.json"].draft?.current)
    #expect(edited.request?.url == "{{base}}/orders/x")
    #expect(
      app.effects == [
        .keepDraft("shop/list.json", edited.request), .duplicate("shop/list.json", edits: edited),
      ])
  }

  @Test func aDuplicateIsSelected() {
    var app = Harness.shop()
    app.press("D")
    #expect(app.effects == [.duplicate("shop/list.json")])
    app.receive(
      .workspace(
        .placed(
          "shop/list-2.json", from: nil, tree: tree { $0.insert(node("shop/list-2.json", depth: 1, "list 2"), at: 4) }))
    )
    #expect(app.effects == [.open("shop/list-2.json")])
  }

  @Test func aDeletedRequestComesBack() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 d")
    app.expectOnScreen("Delete list?")
    app.expectOnScreen("Moves it to the trash; u restores it.")
    app.press("d")
    #expect(app.effects.last == .delete("shop/list.json"))
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t1"), tree: tree { $0.remove(at: 3) })))
    #expect(app.effects == [.open("shop/remove.json")])
    app.expectOnScreen("Deleted shop/list.json — u restores it")
    #expect(app.bench.workspace.unsaved.isEmpty)
    app.press("u")
    #expect(app.effects == [.restore(TrashID("t1"))])
    app.press("u")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("No change to undo")
  }

  @Test func aFolderIsDeletedOnlyAfterAQuestion() {
    var app = Harness.shop()
    app.press("<Up> d")
    #expect(app.effects == [.open("shop/orders/folder.json")])
    app.expectOnScreen("Moves the folder with 1 file to the trash")
    app.press("d")
    #expect(app.effects == [.delete("shop/orders")])
  }

  @Test func theQuestionCountsTheFoldersInAFolderToo() {
    var app = Harness.shop()
    app.press("<Home> d")
    app.expectOnScreen("Moves the folder with 4 files and 1 folder to the trash")
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
  }

  @Test func whatAnEarlierRunDeletedComesBackAfterWhatThisOneDid() {
    var app = Harness.shop()
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t3"), tree: tree { $0.remove(at: 3) })))
    app.receive(.workspace(.trash([TrashID("t1"), TrashID("t2"), TrashID("t3")])))
    for id in ["t3", "t2", "t1"] {
      app.press("u")
      #expect(app.effects == [.restore(TrashID(id))])
    }
    app.press("u")
    app.expectOnScreen("No change to undo")
  }

  @Test func anImportOfAnEarlierRunIsUndoneOnlyAfterAQuestion() {
    var app = Harness.shop()
    let id = TrashID("t1")
    let earlier = EarlierImport(
      id: id, date: Date(timeIntervalSince1970: 0), target: "", collections: ["Kiosk"], earlierFileCount: 2,
      secretCount: 1)
    app.receive(.workspace(.trash([id], imports: [earlier])))
    app.press("u")
    app.expectOnScreen("Undo the import of ")
    app.expectOnScreen("Moves Kiosk to the trash.")
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
    app.press("u u")
    #expect(app.effects == [.restore(id)])
    app.press("u")
    app.expectOnScreen("No change to undo")
  }

  @Test func aReadOnlyFileIsOverwrittenOnlyAfterAQuestion() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> <C-s>")
    let edited = app.bench.workspace.request!
    #expect(app.effects.last == .save("shop/list.json", edited, overwriting: false))
    app.receive(.workspace(.readOnly("shop/list.json", overwriting: false)))
    app.expectOnScreen("File is read-only — overwrite?")
    app.press("o")
    #expect(app.effects == [.save("shop/list.json", edited, overwriting: false, evenReadOnly: true)])
  }

  @Test func aNewCollectionStandsBesideTheOthers() {
    var app = Harness.shop()
    app.press(":")
    app.type("new collection")
    app.press("<Enter> b a n k <Enter>")
    #expect(app.effects == [.create(.collection, in: "", name: "bank")])
  }

  @Test func theFilterLooksAtNamesNotAtTheEndingOfTheFiles() {
    var app = Harness.shop()
    app.press("/ json")
    app.expectOnScreen("No matches")
  }

  @Test func aRequestThatIsNamedByTheFilterIsSelectedBeforeOneInSuchAFolder() {
    var app = Harness.shop()
    app.receive(
      .workspace(
        .loaded(
          CollectionTree(
            root: "/collections",
            nodes: [
              CollectionNode(address: "list", depth: 0, kind: .folder(isCollection: true), title: "list"),
              CollectionNode(address: "list/a.json", depth: 1, kind: .request(method: "GET", id: nil), title: "a"),
              CollectionNode(
                address: "list/all.json", depth: 1, kind: .request(method: "GET", id: nil), title: "list all"),
            ]))))
    app.press("/ list")
    #expect(app.bench.selectedNode?.address == "list/all.json")
  }

  @Test func theFilterNarrowsTheTreeToEveryTypedWord() {
    var app = Harness(columns: 40, rows: 9)
    app.receive(.workspace(.loaded(.shop)))
    app.press("/")
    app.type("ORD create")
    #expect(app.bench.workspace.subject == .request("shop/orders/create.json"))
    app.expectScreen(
      """
       shop ▸ orders ▸ Create order
      ╭ Collections ─────────────────────────╮
      │/ORD create                           │
      │▾ shop                                │
      │  ▾ orders                            │
      │    POST Create order                 │
      │                                      │
      ╰──────────────────────────────────────╯
       ⏎ done  Esc clear
      """)
  }

  @Test func aFilterThatIsLeftKeepsTheSelection() {
    var app = Harness.shop()
    app.press("/ remove")
    app.expectNotOnScreen("GET  list")
    app.expectOnScreen("DEL  remove")
    app.press("<Enter> <Esc>")
    app.expectOnScreen("GET  list")
    #expect(app.bench.selectedNode?.address == "shop/remove.json")
  }

  @Test func aFilterThatNothingMatchesSaysSoAndTakesNoKeyForIt() {
    var app = Harness.shop()
    app.press("/ zzz")
    app.expectOnScreen("No matches")
    app.press("<Enter> <Enter> d D r")
    #expect(!app.effects.contains { if case .files(_, .delete) = $0 { true } else { false } })
  }

  @Test func aPasteIntoTheFilterSelectsWhatMatches() {
    var app = Harness.shop()
    app.press("G /")
    app.receive(.input(.paste("create")))
    #expect(app.bench.selectedNode?.address == "shop/orders/create.json")
    #expect(app.effects == [.open("shop/orders/create.json")])
  }
}
