import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct SavingTests {
  private var changed: SavedRequest { .edited }

  private func edited() -> Harness {
    var app = Harness.shop()
    app.press("e <Path> /x")
    return app
  }

  @Test func aRenameThatWritesTheNameLeavesUnsavedEdits() {
    var app = Harness.shop()
    app.press("e <Path> x <Enter>")
    var renamed = SavedRequest.list
    renamed.name = "All orders"
    app.receive(.workspace(.opened("shop/list.json", .success(.request(renamed)))))
    #expect(app.bench.workspace.draft?.isUnsaved == true)
    #expect(app.bench.workspace.request?.url == "{{base}}/ordersx")
    #expect(app.bench.workspace.request?.name == "All orders")
    #expect(app.effects.contains(.keepDraft("shop/list.json", app.bench.workspace.request)))
  }

  @Test func savingWhileEditingTakesTheTextAlong() {
    var app = edited()
    app.press("<C-s>")
    #expect(
      app.effects == [.keepDraft("shop/list.json", changed), .save("shop/list.json", changed, overwriting: false)])
    app.receive(.workspace(.saved("shop/list.json", .request(changed))))
    #expect(app.effects == [.keepDraft("shop/list.json", nil), .loadCollections])
    app.expectOnScreen("Saved shop/list.json")
    app.expectNotOnScreen("●")
  }

  @Test func nothingUnsavedIsNotSaved() {
    var app = Harness.shop()
    app.press("<C-s>")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("No unsaved edits")
  }

  @Test func editsMadeWhileSavingStayUnsaved() {
    var app = edited()
    app.press("<C-s> e y <Esc>")
    app.receive(.workspace(.saved("shop/list.json", .request(changed))))
    #expect(!app.effects.contains(.keepDraft("shop/list.json", nil)))
    app.expectOnScreen("● unsaved")
  }

  @Test func aFileThatChangedOnDiskIsLeftAlone() {
    var app = edited()
    app.press("<C-s>")
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.expectOnScreen("Changed on disk since you opened it")
    app.press("<Esc>")
    #expect(app.effects.isEmpty)
    app.expectOnScreen("● unsaved")
  }

  @Test func aChangedFileIsOverwrittenOnlyWhenAsked() {
    var app = edited()
    app.press("<C-s>")
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.press("o")
    #expect(app.effects == [.save("shop/list.json", changed, overwriting: true)])
  }

  @Test func readingAChangedFileAgainCanBeTakenBack() {
    var app = edited()
    app.press("<C-s>")
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.press("r")
    #expect(app.effects == [.open("shop/list.json")])
    let theirs = SavedRequest(url: "/theirs", id: RequestID("r00000001"))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(theirs)))))
    app.expectOnScreen("/theirs")
    app.expectNotOnScreen("● unsaved")
    app.press("2 u")
    app.expectOnScreen("{{base}}/orders/x")
    app.expectOnScreen("● unsaved")
  }

  @Test func theCollectionsRestoreEditsThatAReloadHasGivenUpBeforeOlderChanges() {
    var app = edited()
    app.press("<C-s>")
    app.receive(.workspace(.created(["shop/remove.json"])))
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.press("r")
    let theirs = SavedRequest(url: "/theirs", id: RequestID("r00000001"))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(theirs)))))
    app.press("1 u")
    #expect(app.bench.workspace.request == changed)
    app.expectOnScreen("Restored the unsaved edits of list — U reverts that")
    app.press("U")
    #expect(app.bench.workspace.request == theirs)
    app.expectOnScreen("Gave up the unsaved edits of list again — u reverts that")
    app.press("u")
    #expect(app.bench.workspace.request == changed)
    #expect(app.bench.workspace.fileChanges == [.created(["shop/remove.json"]), .edited("shop/list.json")])
  }

  @Test func theCollectionsRestoreEditsThatWereReverted() {
    var app = edited()
    app.press("<Esc> : revert <Enter>")
    #expect(app.bench.workspace.request == .list)
    app.press("1 u")
    #expect(app.bench.workspace.request == changed)
    app.expectOnScreen("Restored the unsaved edits of list — U reverts that")
  }

  @Test func revertingCanBeTakenBack() {
    var app = edited()
    app.press("<Esc> : revert <Enter>")
    #expect(app.bench.workspace.request == .list)
    app.press("2 u")
    #expect(app.bench.workspace.request == changed)
  }

  @Test func editsOfTheLastRunComeBackUnsaved() {
    var app = Harness.shop()
    app.receive(.workspace(.drafts(["shop/list.json": .request(changed)], withoutFile: [:])))
    app.expectOnScreen("1 request with unsaved edits from last time")
    #expect(app.bench.workspace.request == changed)
    app.expectOnScreen("● unsaved")
  }
}
