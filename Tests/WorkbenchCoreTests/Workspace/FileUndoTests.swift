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
    app.expectOnScreen("No change of files to undo")
  }

  @Test func aNewFileThatWasDeletedIsNotDeletedAgain() {
    var app = Harness.shop()
    app.receive(.workspace(.created(["shop/list.json"])))
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: .shop)))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("t"))])
    app.press("u")
    app.expectOnScreen("No change of files to undo")
  }

  @Test func environmentsUndoWithTheSameKey() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.workspace(.undoable(TrashID("rename"))))
    app.press("<F9>")
    app.press("u")
    #expect(app.effects == [.restore(TrashID("rename"))])
  }
}
