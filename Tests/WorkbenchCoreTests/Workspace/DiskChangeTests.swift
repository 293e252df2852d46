import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Other programs change the files while the program runs.
@Suite struct DiskChangeTests {
  private func tree(_ change: (inout [CollectionNode]) -> Void = { _ in }) -> CollectionTree {
    var tree = CollectionTree.shop
    change(&tree.nodes)
    return tree
  }

  private func node(_ path: String, depth: Int = 1, id: String? = nil) -> CollectionNode {
    let address = Address(path)
    return CollectionNode(
      address: address, depth: depth, kind: .request(method: "GET", id: id.map(RequestID.init)), title: address.stem)
  }

  private var theirs: SavedRequest { SavedRequest(url: "/theirs", id: RequestID("r00000001")) }

  @Test func aRequestThatAnImportHasRemovedIsReadAgainOnceItIsBack() {
    var app = Harness.shop()
    let without = tree { nodes in nodes.removeAll { $0.address == "shop/list.json" } }
    app.receive(.workspace(.placed("shop", from: nil, tree: without)))
    app.receive(.workspace(.ownRemoval("shop/list.json")))
    #expect(app.bench.workspace.items["shop/list.json"].draft == nil)
    app.receive(.workspace(.placed("shop/list.json", from: nil, tree: .shop)))
    #expect(app.effects.contains(.files(.samples, .open("shop/list.json"))))
  }

  @Test func aNewFileIsARowAndTheSelectionStays() {
    var app = Harness.shop()
    app.receive(.workspace(.diskChanged(tree { $0.insert(node("shop/a.json"), at: 1) }, files: ["shop/a.json"])))
    app.expectOnScreen("GET  a")
    app.expectOnScreen("shop/a.json changed on disk")
    #expect(app.bench.selectedNode?.address == "shop/list.json")
    #expect(app.effects == [.open("shop/list.json")])
  }

  @Test func theShownFileIsReadAgain() {
    var app = Harness.shop()
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    #expect(app.effects == [.open("shop/list.json")])
    app.receive(.workspace(.opened("shop/list.json", .success(.request(theirs)))))
    app.expectOnScreen("/theirs")
    app.expectNotOnScreen("●")
  }

  @Test func manyFilesAreCounted() {
    var app = Harness.shop()
    app.receive(
      .workspace(
        .diskChanged(tree { $0.insert(node("shop/a.json"), at: 1) }, files: ["shop/list.json", "shop/remove.json"])))
    app.expectOnScreen("3 files changed on disk")
  }

  @Test func aRemovedEnvironmentIsNotCalledChanged() {
    var app = Harness.shop()
    let file: Address = "shop/environments/live.json"
    app.receive(.workspace(.diskChanged(tree(), files: [file], removed: [file])))
    #expect(app.bench.notice?.text == "shop/environments/live.json was removed from disk")
  }

  @Test func whatChangesNothingIsNotTold() {
    var app = Harness.shop()
    app.receive(.workspace(.diskChanged(tree(), files: [])))
    #expect(app.bench.notice == nil)
  }

  @Test func unsavedEditsStayAndTheScreenSaysWhatHappened() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    #expect(app.effects == [.refresh("shop/list.json")])
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
    app.expectOnScreen("● changed on disk")
    app.expectOnScreen("shop/list.json: changed on disk since you opened it; your edits are kept")
    app.press("2 u")
    #expect(app.effects == [.keepDraft("shop/list.json", nil), .open("shop/list.json")])
  }

  @Test func aFileThatIsAgainAsItWasOpenedHasOnlyUnsavedEdits() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    app.expectOnScreen("● changed on disk")
    app.receive(.workspace(.asOpened("shop/list.json")))
    app.expectOnScreen("● unsaved")
    app.expectNotOnScreen("● changed on disk")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
  }

  @Test func theNoticeAboutKeptEditsOutlivesOtherChanges() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/remove.json", "shop/odd.json"])))
    #expect(
      app.bench.notice?.text
        == "shop/list.json: changed on disk since you opened it; your edits are kept; 2 other files changed on disk")
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: ["shop/list.json"])))
    #expect(app.bench.notice?.text == "shop/list.json was removed from disk: your edits are kept")
    app.expectOnScreen("● file removed")
  }

  @Test func aRemovedFileIsWrittenAgainOrItsEditsAreDropped() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> <C-s>")
    let edited = app.bench.workspace.request!
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: [])))
    app.receive(.workspace(.removedFromDisk("shop/list.json")))
    app.expectOnScreen("Another program removed shop/list.json. Your edits are kept.")
    app.press("w")
    #expect(app.effects == [.save("shop/list.json", edited, overwriting: true)])
    app.receive(.workspace(.removedFromDisk("shop/list.json")))
    app.press("d")
    #expect(app.effects.first == .keepDraft("shop/list.json", nil))
    #expect(app.bench.workspace.unsaved.isEmpty)
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
  }

  @Test func filesThatWereOnlyMovedAreNamedSo() {
    var app = Harness.shop()
    app.receive(
      .workspace(
        .diskChanged(tree { $0[3] = node("shop/orders.json", id: "r00000001") }, files: ["shop/orders.json"])))
    #expect(app.bench.notice?.text == "shop/list.json was moved to shop/orders.json")
  }

  @Test func whatIsBeingTypedStays() {
    var app = Harness.shop()
    app.press("e <Path> /x")
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    app.press("y <Esc>")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/xy")
    app.expectOnScreen("● changed on disk")
  }

  @Test func aFieldThatIsOpenWithoutAChangeShowsTheNewText() {
    var app = Harness.shop()
    app.press("e")
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(theirs)))))
    app.press("! <Esc>")
    #expect(app.bench.workspace.request?.url == "/theirs!")
  }

  @Test func aFileThatIsRemovedInSightKeepsItsRowAndIsNotSent() {
    var app = Harness.shop()
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: [])))
    #expect(app.bench.selectedNode?.address == "shop/list.json")
    app.expectOnScreen("shop/list.json was removed from disk")
    app.expectOnScreen("● file removed")
    app.press("<F5>")
    #expect(app.sentID == nil)
    app.expectOnScreen("shop/list.json was removed from disk: Ctrl+S saves it again")
    app.press("<Up>")
    app.expectNotOnScreen("GET  list")
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
  }

  @Test func aShownFileThatIsMissingWhenItIsReadAgainKeepsItsRow() {
    var app = Harness.shop()
    app.receive(.workspace(.loaded(tree { $0.remove(at: 3) })))
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("shop/list.json — no such file")))))
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: ["shop/list.json"])))
    #expect(app.bench.selectedNode?.address == "shop/list.json")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders")
    #expect(app.bench.notice?.text == "shop/list.json was removed from disk")
    app.expectOnScreen("● file removed")
    app.press("<F5>")
    #expect(app.sentID == nil)
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/list.json"])))
    #expect(app.effects == [.open("shop/list.json")])
    app.expectNotOnScreen("● file removed")
  }

  @Test func aRemovedFileWithEditsKeepsItsRowForGood() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: [])))
    app.press("1 <Up> <Up> <Down>")
    app.expectOnScreen("list")
    #expect(app.bench.workspace.unsaved == ["shop/list.json"])
    app.press("G")
    #expect(app.bench.selectedNode?.address == "shop/list.json")
    app.press("<F5>")
    #expect(app.sentID != nil)
    app.press("<C-s>")
    guard case .files(_, .save("shop/list.json", let request, overwriting: false, _))? = app.effects.last else {
      return #expect(Bool(false), "\(app.effects)")
    }
    app.receive(.workspace(.saved("shop/list.json", request)))
    app.receive(.workspace(.loaded(tree())))
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
    #expect(app.bench.workspace.unsaved.isEmpty)
  }

  @Test func editsWithoutAFileAreDiscardedOnlyAfterAQuestion() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1")
    app.receive(.workspace(.diskChanged(tree { $0.remove(at: 3) }, files: [])))
    app.press("d")
    #expect(app.effects == [])
    app.expectOnScreen("Discard unsaved edits of list?")
    app.press("d")
    #expect(app.effects.first == .keepDraft("shop/list.json", nil))
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
  }

  @Test func editsFollowAFileThatIsRenamed() {
    var app = Harness.shop()
    app.press("e <Path> /x")
    app.receive(
      .workspace(
        .diskChanged(tree { $0[3] = node("shop/orders.json", id: "r00000001") }, files: ["shop/orders.json"])))
    #expect(app.effects.first == .follow("shop/list.json", to: "shop/orders.json"))
    #expect(app.bench.selectedNode?.address == "shop/orders.json")
    app.press("y <Esc>")
    #expect(app.bench.workspace.items["shop/orders.json"].draft?.current.request?.url == "{{base}}/orders/xy")
    #expect(app.bench.workspace.unsaved == ["shop/orders.json"])
  }

  /// A folder is not read at one moment, and a move to another file system is a copy and a removal.
  @Test(arguments: [[true, true], [false, false]])
  func editsFollowAMoveWhoseEndsAreSeenOneAfterTheOther(isThere: [Bool]) {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    let moved = node("shop/orders.json", id: "r00000001")
    let (old, new) = (isThere[0], isThere[1])
    app.receive(
      .workspace(
        .diskChanged(
          tree { nodes in
            if !old { nodes.remove(at: 3) }
            if new { nodes.insert(moved, at: 3) }
          }, files: [])))
    #expect(app.bench.workspace.unsaved == ["shop/list.json"])
    let changed: Address = old ? "shop/list.json" : "shop/orders.json"
    app.receive(.workspace(.diskChanged(tree { $0[3] = moved }, files: [changed])))
    #expect(app.effects.first == .follow("shop/list.json", to: "shop/orders.json"))
    #expect(app.bench.workspace.unsaved == ["shop/orders.json"])
    #expect(app.bench.selectedNode?.address == "shop/orders.json")
    #expect(app.bench.workspace.items.addresses(where: \.isRowWithoutFile).isEmpty)
  }

  @Test func editsFollowAMoveThatIsSeenByReadingTheTree() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    app.receive(.workspace(.loaded(tree { $0[3] = node("shop/orders.json", id: "r00000001") })))
    #expect(app.effects.first == .follow("shop/list.json", to: "shop/orders.json"))
    #expect(app.bench.workspace.unsaved == ["shop/orders.json"])
  }

  @Test func editsDoNotGoToACopyThatWasThereBefore() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc>")
    let copy = node("shop/orders.json", id: "r00000001")
    app.receive(.workspace(.diskChanged(tree { $0.insert(copy, at: 3) }, files: ["shop/orders.json"])))
    app.receive(.workspace(.diskChanged(tree { $0.insert(copy, at: 3) }, files: ["shop/remove.json"])))
    app.receive(.workspace(.diskChanged(tree { $0[3] = copy }, files: ["shop/list.json"])))
    #expect(app.bench.workspace.unsaved == ["shop/list.json"])
    app.expectOnScreen("● file removed")
  }

  @Test func aFolderThatIsGoneLeavesTheOneAboveSelected() {
    var app = Harness.shop()
    app.press("<Up>")
    app.receive(.workspace(.diskChanged(tree { $0.removeSubrange(1...2) }, files: [])))
    #expect(app.bench.workspace.subject == .folder("shop"))
  }

  @Test func foldsStay() {
    var app = Harness.shop()
    app.press("<Up> <Enter>")
    app.receive(.workspace(.diskChanged(tree { $0.append(node("z.json", depth: 0)) }, files: ["z.json"])))
    app.expectOnScreen("Create order")
  }

  @Test func whatSurroundsOtherRequestsIsReadWhenTheyAreLookedAt() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.receive(.workspace(.diskChanged(tree(), files: ["shop/environments/new.json"])))
    app.press("<Up>")
    #expect(app.effects == [.refresh("shop/list.json")])
  }

  @Test func reloadingReadsTheShownFileToo() {
    var app = Harness.shop()
    app.press("R")
    #expect(app.effects == [.open("shop/list.json"), .loadCollections])
  }

  @Test func aSendSaysWhetherItsFileCounts() {
    var app = Harness.shop()
    func basis() -> SendJob.Basis? {
      app.effects.lazy.compactMap { if case .send(let job) = $0 { job.basis } else { nil } }.first
    }
    app.press("<F5>")
    #expect(basis() == .file)
    let id = app.sentID!
    app.receive(.exchange(id, .replaced(theirs)))
    #expect(app.bench.workspace.exchange?.request == theirs)
    app.receive(.exchange(id, .ended(.answered(id), sentBody: nil)))
    app.press("e <Path> /x <F5>")
    #expect(basis() == .edits)
  }
}
