import RequestModel
import Testing

@testable import WorkbenchCore

/// Unsaved edits stay within reach, whatever became of their files.
@Suite struct DraftRowTests {
  private var edited: SavedRequest { .edited }

  @Test func editsOfALostFileAreARowOfTheirOwn() {
    var app = Harness()
    app.receive(
      .workspace(
        .drafts([:], withoutFile: ["shop/lost.json": .request(edited), "gone/deep/lost.json": .request(edited)])))
    app.receive(.workspace(.loaded(.shop)))
    app.expectOnScreen("2 requests with unsaved edits from last time")
    app.expectOnScreen("GET  lost")
    app.expectOnScreen("gone/deep")
    #expect(app.bench.workspace.unsaved == ["gone/deep/lost.json", "shop/lost.json"])
  }

  @Test func aRowWithoutAFileIsShownSentAndSaved() {
    var app = Harness.shop()
    app.receive(.workspace(.drafts([:], withoutFile: ["shop/lost.json": .request(edited)])))
    app.receive(.workspace(.loaded(.shop)))
    app.press("G")
    app.expectOnScreen("{{base}}/orders/x")
    app.receive(.workspace(.scope("shop/lost.json", .shop)))
    app.press("<F5>")
    #expect(app.sentID != nil)
    app.press("<C-s>")
    #expect(app.effects == [.save("shop/lost.json", edited, overwriting: false)])
  }

  @Test func aRowWithoutAFileCanBeRenamedAndIsNotMovedOrCopied() {
    var app = Harness.shop()
    app.receive(.workspace(.drafts([:], withoutFile: ["shop/lost.json": .request(edited)])))
    app.receive(.workspace(.loaded(.shop)))
    app.press("G D")
    app.expectOnScreen("The file was removed: save the request first with Ctrl+S")
    app.press("g m <Esc> E")
    #expect(app.effects == [])
    app.press("<Esc> r <C-u> found <Enter>")
    #expect(app.effects == [.rename("shop/lost.json", to: "found")])
    app.receive(.workspace(.placed("shop/found.json", from: "shop/lost.json", tree: .shop)))
    #expect(app.effects == [])
    #expect(app.bench.workspace.unsaved == ["shop/found.json"])
    #expect(app.bench.selectedNode?.address == "shop/found.json")
  }

  @Test func editsFindTheirFileAgain() {
    var app = Harness.shop()
    app.receive(.workspace(.drafts([:], withoutFile: ["shop/new.json": .request(edited)])))
    app.receive(.workspace(.loaded(.shop)))
    var tree = CollectionTree.shop
    tree.nodes.append(
      CollectionNode(address: "shop/new.json", depth: 1, kind: .request(method: "GET", id: nil), title: "new"))
    app.receive(.workspace(.diskChanged(tree, files: ["shop/new.json"])))
    #expect(app.effects.contains(.open("shop/new.json")))
    app.receive(.workspace(.opened("shop/new.json", .success(.request(.list)))))
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
    #expect(app.bench.workspace.items["shop/new.json"].draft?.current == .request(edited))
    #expect(app.bench.workspace.items["shop/new.json"].draft?.saved == .request(.list))
  }

  @Test func editsOfADeletedRequestComeBackWithIt() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 d")
    var tree = CollectionTree.shop
    tree.nodes.remove(at: 3)
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t1"), tree: tree)))
    #expect(!app.effects.contains(.keepDraft("shop/list.json", nil)))
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    app.receive(.workspace(.restoredEdits(["shop/list.json": .request(edited)])))
    app.receive(.workspace(.placed("shop/list.json", from: nil, tree: .shop)))
    #expect(app.bench.workspace.request == edited)
    app.expectOnScreen("● unsaved")
  }
}
