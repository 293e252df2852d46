import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

/// Changes of files are undone in turn, the newest first.
@Suite struct FileUndoTests {
  @Test func renamesNewFilesAndDeletionsAreUndoneInTurn() {
    var app = Harness.shop()
    app.receive(.workspace(.created(["shop/list.json"])))
    app.receive(.workspace(.placed("shop/all.json", from: "shop/list.json", tree: .shop)))
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.receive(.workspace(.deleted("shop/remove.json", trash: TrashID("deletion"), tree: .shop)))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("deletion"))])
    app.press("u")
    #expect(app.effects == [.restore(TrashID("rename"))])
    app.receive(.workspace(.placed("shop/list.json", from: "shop/all.json", tree: .shop)))
    app.press("u")
    #expect(app.effects == [.delete("shop/list.json")])
    app.press("u")
    #expect(app.effects == [])
    app.expectOnScreen("No change to undo")
  }

  @Test func undoingANewFileTakesTheFoldersWithItThatWereMadeForIt() {
    var app = Harness.shop()
    let file = Address("shop/list.json")
    app.receive(.workspace(.created([file])))
    // One of them was renamed since.
    app.receive(.workspace(.madeFolders(["shop/deep", "shop"], for: file)))
    app.press("u")
    #expect(app.effects == [.files(.samples, .delete(file, with: ["shop"]))])
  }

  @Test func stepsLeadBackAndForwardUntilThereIsANewChange() {
    var app = Harness.shop()
    let (file, trash) = (Address("shop/list.json"), TrashID("deletion"))
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.receive(.workspace(.created([file])))
    app.press("u")
    #expect(app.effects == [.delete(file)])
    app.receive(.workspace(.deleted(file, trash: trash, tree: .shop)))
    app.expectOnScreen("Deleted shop/list.json — U restores it")
    app.press("u")
    #expect(app.effects == [.restore(TrashID("rename"))])
    app.receive(.workspace(.undone(.undoable(TrashID("back")), isRedo: false)))
    app.press("U")
    #expect(app.effects == [.files(.samples, .restore(TrashID("back"), isRedo: true))])
    app.receive(.workspace(.undone(.undoable(TrashID("rename 2")), isRedo: true)))
    app.press("U")
    #expect(app.effects == [.files(.samples, .restore(trash, isRedo: true))])
    app.receive(.workspace(.undone(.created([file]), isRedo: true)))
    let workspace = app.bench.workspace
    #expect(workspace.fileChanges == [.undoable(TrashID("rename 2")), .created([file])] && workspace.fileRedos == [])
    app.press("U")
    app.expectOnScreen("No undone change to make again")
    app.press("u")
    app.receive(.workspace(.deleted(file, trash: trash, tree: .shop)))
    app.receive(.workspace(.undoable(TrashID("new"))))
    #expect(app.bench.workspace.fileRedos == [])
  }

  @Test func anUnsavedEditIsUndoneBeforeOlderChangesOfFiles() {
    var app = Harness.shop()
    app.receive(.workspace(.created(["shop/remove.json"])))
    app.show(keys: "1") { $0.url = "http://localhost/orders" }
    app.press("e ?a=1 <Esc> <Esc> u")
    #expect(!app.effects.contains(.delete("shop/remove.json")))
    app.expectOnScreen("Undid an edit of list — U reverts that")
    #expect(app.bench.workspace.items["shop/list.json"].draft?.isUnsaved == false)
    app.press("U")
    app.expectOnScreen("Made an edit again of list — u reverts that")
    #expect(app.bench.workspace.items["shop/list.json"].draft?.isUnsaved == true)
    app.press("u")
    app.press("u")
    #expect(app.effects == [.delete("shop/remove.json")])
  }

  @Test func aReplacementIsUndoneBeforeOlderChangesOfFiles() {
    var app = Harness.shop()
    app.receive(.workspace(.undoable(TrashID("import"))))
    app.receive(.replaced(ReplaceReport(number: 1, files: 1, matches: 2, problems: [])))
    app.press("u")
    // The report has no replacement of this session.
    app.expectOnScreen("Nothing has been replaced yet")
    app.press("u")
    #expect(app.effects == [.restore(TrashID("import"))])
  }

  @Test func theListOfEnvironmentsUndoesOnlyItsChanges() {
    var app = Harness.shop()
    let (rename, deletion) = (TrashID("rename"), TrashID("deletion"))
    app.receive(.workspace(.undoable(rename, of: "shop/environments/local.json")))
    app.receive(.workspace(.deleted("shop/remove.json", trash: deletion, tree: .shop)))
    app.press("<F9>")
    app.press("u")
    #expect(app.effects == [.restore(rename)])
    app.receive(.workspace(.undone(.undoable(TrashID("back")), isRedo: false, of: "shop/environments/local.json")))
    app.press("u")
    #expect(app.effects == [])
    app.expectOnScreen("No change of an environment to undo: u in the collections undoes others")
    app.press("U")
    #expect(app.effects == [.files(.samples, .restore(TrashID("back"), isRedo: true))])
    app.press("U")
    #expect(app.effects == [])
    app.expectOnScreen("No undone change of an environment")
    #expect(app.bench.workspace.fileChanges == [.undoable(deletion)])
  }

  @Test func aDeletedEnvironmentOfAnEarlierRunIsRestoredFromTheList() {
    var app = Harness.shop()
    let (environment, request) = (TrashID("environment"), TrashID("request"))
    app.receive(
      .workspace(
        .trash(
          [environment, request],
          places: [environment: "shop/environments/old.json", request: "shop/environments.json"])))
    app.press("<F9>")
    app.press("u")
    #expect(app.effects == [.restore(environment)])
  }

  @Test func aRestoredCopyCanBeUndoneAsBefore() {
    var app = Harness.shop()
    let (copy, trash) = (Address("shop/list.json"), TrashID("t"))
    app.receive(.workspace(.created([copy])))
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.receive(.workspace(.deleted(copy, trash: trash, tree: .shop)))
    #expect(app.bench.workspace.fileChanges == [.undoable(TrashID("rename")), .undoable(trash)])
    app.press("u")
    #expect(app.effects == [.restore(trash)])
    app.receive(.workspace(.undone(.created([copy]), isRedo: false)))
    #expect(app.bench.workspace.fileChanges == [.created([copy]), .undoable(TrashID("rename"))])
    #expect(app.bench.workspace.fileRedos == [.created([copy])])
  }

  @Test func aCopyThatWasDeletedAndUndoneIsMadeAndDeletedAgain() {
    var app = Harness.shop()
    let (copy, first, second) = (Address("shop/list.json"), TrashID("first"), TrashID("second"))
    app.receive(.workspace(.created([copy])))
    app.receive(.workspace(.deleted(copy, trash: first, tree: .shop)))
    app.press("u")
    app.receive(.workspace(.undone(.created([copy]), isRedo: false)))
    app.press("u")
    app.receive(.workspace(.deleted(copy, trash: second, tree: .shop)))
    #expect(app.bench.workspace.fileRedos == [.undoable(second)])
    app.press("U")
    app.receive(.workspace(.undone(.created([copy]), isRedo: true)))
    #expect(app.bench.workspace.fileChanges == [.created([copy])])
    #expect(app.bench.workspace.fileRedos == [.created([copy])])
  }

  @Test func aDeletionThatFailedIsNoStep() {
    var app = Harness.shop()
    app.receive(.workspace(.created(["shop/list.json"])))
    app.press("u")
    app.receive(.workspace(.failed(Problem("Cannot delete"))))
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: .shop)))
    #expect(app.bench.workspace.fileChanges == [.undoable(TrashID("t"))])
  }

  @Test func aNewFileThatWasDeletedIsNotDeletedAgain() {
    var app = Harness.shop()
    app.receive(.workspace(.created(["shop/list.json"])))
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: .shop)))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("t"))])
    app.press("u")
    app.expectOnScreen("No change to undo")
  }

  @Test func undoingWaitsForTheChangesOfEarlierRuns() {
    var app = Harness.shop()
    app.bench.workspace.readsEarlierChanges = true
    app.press("u")
    #expect(app.effects == [])
    app.expectOnScreen("Reading the changes of earlier runs…")
    app.receive(.workspace(.trash([TrashID("first"), TrashID("last")])))
    #expect(app.effects == [.restore(TrashID("last"))])
    app.receive(.workspace(.trash([])))
    #expect(app.effects == [] && app.bench.workspace.fileChanges == [.undoable(TrashID("first"))])
  }

  @Test func whatThisRunHasChangedIsUndoneBeforeTheChangesOfEarlierRunsAreRead() {
    var app = Harness.shop()
    app.bench.workspace.readsEarlierChanges = true
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("rename"))])
  }

  @Test(arguments: [("1", "No change to undo"), ("<F9>", "No change of an environment to undo")])
  func undoingThatHasWaitedSaysThatThereIsNothing(pane: String, sentence: String) {
    var app = Harness.shop()
    app.bench.workspace.readsEarlierChanges = true
    app.press(pane + " u")
    app.receive(.workspace(.trash([])))
    #expect(app.effects == [])
    app.expectOnScreen(sentence)
  }

  @Test(arguments: [("u", true), ("u j", false)])
  func theQuestionAboutAnEarlierImportOpensOnceItIsReadUnlessTheUserWentOn(keys: String, opens: Bool) {
    var app = Harness.shop()
    app.bench.workspace.readsEarlierChanges = true
    app.press(keys)
    let id = TrashID("import")
    let earlier = EarlierImport(
      id: id, date: Date(timeIntervalSince1970: 0), target: "", collections: ["Kiosk"], earlierFileCount: 0,
      secretCount: 0)
    app.receive(.workspace(.trash([id], imports: [earlier])))
    #expect(app.bench.overlays.count == (opens ? 1 : 0))
    app.expectOnScreen(opens ? "╭ Undo the import of " : "F12 shows: Undo the import of ")
  }

  @Test func undoingWaitsForTheEndOfASlowChange() {
    var app = Harness.shop()
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.receive(.workspace(.slowChange(true)))
    app.press("u")
    #expect(app.effects == [])
    app.expectOnScreen("Waiting for a change of files to end…")
    app.receive(.workspace(.deleted("shop/remove.json", trash: TrashID("deletion"), tree: .shop)))
    app.receive(.workspace(.slowChange(false)))
    #expect(app.effects == [.restore(TrashID("deletion"))])
    app.press("u")
    #expect(app.effects == [.restore(TrashID("rename"))])
  }

  @Test func aStepForwardThatANewChangeHasEndedIsNotTaken() {
    var app = Harness.shop()
    app.receive(.workspace(.undone(.undoable(TrashID("rename")), isRedo: false)))
    app.receive(.workspace(.slowChange(true)))
    app.press("U")
    app.receive(.workspace(.undoable(TrashID("move"))))
    app.receive(.workspace(.slowChange(false)))
    #expect(app.effects == [])
    app.expectOnScreen("No undone change to make again")
  }

  @Test func undoingACopySelectsItsOriginalInItsCollection() {
    let (original, copy) = (Address("shop/odd 0.json"), Address("shop/odd 1.json"))
    func request(_ address: Address) -> CollectionNode {
      CollectionNode(address: address, depth: 1, kind: .request(method: "GET", id: nil), title: address.stem)
    }
    func tree(_ last: [Address]) -> CollectionTree {
      let other = CollectionNode(address: "zoo", depth: 0, kind: .folder(isCollection: true), title: "zoo")
      return CollectionTree(
        root: CollectionTree.shop.root, nodes: CollectionTree.shop.nodes + last.map(request) + [other])
    }
    var app = Harness()
    app.receive(.workspace(.loaded(tree([original]))))
    app.receive(.workspace(.placed(copy, from: nil, tree: tree([original, copy]))))
    app.receive(.workspace(.created([copy], copyOf: original)))
    #expect(app.bench.workspace.subject == .request(copy))
    app.press("1 u")
    #expect(app.effects == [.delete(copy)])
    app.receive(.workspace(.deleted(copy, trash: TrashID("t"), tree: tree([original]))))
    #expect(app.bench.workspace.subject == .request(original) && app.bench.selectedNode?.address == original)
    app.expectOnScreen("Deleted shop/odd 1.json — U restores it")
  }
}
