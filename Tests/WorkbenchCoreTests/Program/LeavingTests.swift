import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct LeavingTests {
  private let shop = "/home/ada/shop"
  private let admin = "/home/ada/admin"

  private var edited: SavedRequest { .edited }

  private func remember(_ root: String) -> Effect {
    .files(
      WorkspaceID(root: root), .remember(environments: [:], selection: "shop/list.json", filters: []))
  }

  // MARK: Closing

  @Test func aWorkspaceWithNothingToLoseClosesAtOnce() {
    var app = ProgramHarness.loaded()
    let number = app.number(of: admin)
    app.press("<C-o> <C-x>")
    #expect(
      app.effects.suffix(4) == [
        .run(number, [remember(admin)]), .keepRecent(root: admin, requests: 3), .close(number), .listRecents,
      ])
    app.expectOnScreen("Closed admin")
    app.shown.expectNotOnScreen("shop │")
    #expect(app.program.open.map(\.root) == [shop])
  }

  @Test func closingAsksAboutUnsavedEditsAndKeepsThemAsDrafts() {
    var app = ProgramHarness.loaded()
    let number = app.number(of: shop)
    app.press("e <Path> /x <Esc> : close <Space> work <Enter>")
    app.expectOnScreen("Close shop?", "1 file with unsaved edits", "s    save all and close")
    app.press("x <Enter>")
    #expect(app.program.open.count == 2)
    app.press("c")
    #expect(app.effects.contains(.close(number)))
    #expect(app.shownRoot == admin)
    app.expectOnScreen("Closed shop; its unsaved edits are kept as drafts")
  }

  @Test func savingBeforeClosingClosesOnlyWhenTheFileIsSaved() {
    var app = ProgramHarness.loaded()
    let number = app.number(of: shop)
    app.press("e <Path> /x <Esc> <C-o> <Enter> <C-o> <C-x>")
    app.press("s")
    let save = Effect.files(
      WorkspaceID(root: shop), .save("shop/list.json", .request(edited), overwriting: false))
    #expect(app.effects(of: shop) == [save])
    #expect(app.program.open.count == 2)
    app.receive(.workspace(WorkspaceID(root: shop), .saved("shop/list.json", .request(edited))), in: shop)
    #expect(app.effects.contains(.close(number)))
    #expect(app.program.open.map(\.root) == [admin])
  }

  @Test func aSaveThatFailsKeepsTheWorkspaceAndShowsWhy() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> <C-o> <Enter> <C-o> <C-x> s")
    #expect(app.shownRoot == admin)
    app.receive(.workspace(WorkspaceID(root: shop), .changedOnDisk("shop/list.json")), in: shop)
    #expect(app.program.open.map(\.root) == [shop, admin])
    app.expectOnScreen("Changed on disk since you opened it")
    app.press("<Esc>")
    app.receive(.workspace(WorkspaceID(root: shop), .saved("shop/list.json", .request(edited))), in: shop)
    #expect(app.program.open.count == 2)
  }

  @Test func aSaveThatFailsDoesNotTakeTheKeysOfAField() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> <C-o> <Enter> <C-o> <C-x> s e <Path>")
    app.receive(.workspace(WorkspaceID(root: shop), .changedOnDisk("shop/list.json")), in: shop)
    #expect(app.program.open.map(\.root) == [admin, shop])
    app.expectOnScreen("shop stays open: a file could not be saved — Ctrl+O shows why")
    app.press("o")
    #expect(app.bench(admin)?.requestPane.editing?.editor.text.contains("/orderso") == true)
    app.expectOnScreen("shop asks")
    app.press("<Esc> <C-o> <Enter>")
    app.expectOnScreen("Another program changed shop/list.json.")
  }

  @Test func closingAsksAboutARunningRequest() {
    var app = ProgramHarness.loaded()
    app.press("<F5> <C-o> <Enter> <C-o> <C-x>")
    app.expectOnScreen("Close shop?", "1 running request, which closing cancels")
    app.press("<Esc>")
    #expect(app.program.open.count == 2)
  }

  @Test func closingAndQuittingAskAboutARunOfAnotherWorkspace() {
    var app = ProgramHarness.loaded()
    app.press("g r <F5> <C-o> <Enter> q")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("shop: run shop is in progress")
    app.press("<Esc> <C-o> <C-x>")
    app.expectOnScreen("Close shop?", "the run shop is in progress; closing stops it")
  }

  @Test func whatAClosedWorkspaceStillTellsIsDropped() {
    var app = ProgramHarness.loaded()
    let number = app.number(of: admin)
    app.press("<C-o> <C-x>")
    let before = app.program
    app.receive(.workspace(number, .notice(Notice(.failure, "late"))))
    #expect(app.program == before)
    #expect(app.effects == [])
  }

  @Test func theOnlyWorkspaceIsNotClosed() {
    var app = ProgramHarness([shop])
    app.load(shop)
    app.press("<C-o> <C-x>")
    #expect(app.effects.isEmpty || app.effects == [.listRecents])
    app.expectOnScreen("This is the only open workspace: q quits")
  }

  // MARK: Quitting

  @Test func quittingAsksAboutARunningRequestOfAnotherWorkspace() {
    var app = ProgramHarness.loaded()
    app.press("<F5> <C-o> <Enter> q")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("shop: 1 running request")
    app.press("q")
    #expect(app.effects.last == .quit)
  }

  @Test func quittingRemembersEveryWorkspace() {
    var app = ProgramHarness.loaded()
    let (first, second) = (app.number(of: shop), app.number(of: admin))
    app.press("q")
    #expect(
      app.effects == [
        .run(first, [remember(shop)]), .run(second, [remember(admin)]), .keepRecent(root: admin, requests: 3),
        .keepRecent(root: shop, requests: 3), .quit,
      ])
  }

  @Test func unsavedEditsOfOthersAreAskedAbout() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> <C-o> <Enter> q")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("1 unsaved in shop", "save all and quit")
    app.press("s")
    #expect(app.effects(of: admin) == [remember(admin)])
    #expect(!app.effects.contains(.quit))
    app.receive(.workspace(WorkspaceID(root: shop), .saved("shop/list.json", .request(edited))), in: shop)
    #expect(app.effects.contains(.quit))
  }

  @Test func editsOfEveryWorkspaceAreDiscardedByOneKey() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> <C-o> <Enter> q")
    app.press("d")
    let discarded = Effect.files(WorkspaceID(root: shop), .keepDraft("shop/list.json", nil))
    #expect(app.effects(of: shop) == [discarded, remember(shop)])
    #expect(app.effects.last == .quit)
  }

  @Test func closingCanDiscardTheEdits() {
    var app = ProgramHarness.loaded()
    let number = app.number(of: shop)
    app.press("e <Path> /x <Esc> : close <Space> work <Enter>")
    app.press("d")
    let discarded = Effect.files(WorkspaceID(root: shop), .keepDraft("shop/list.json", nil))
    #expect(app.effects.contains(.run(number, [discarded])))
    #expect(app.effects.contains(.close(number)))
    app.expectOnScreen("Closed shop")
    app.shown.expectNotOnScreen("kept as drafts")
  }

  @Test func aSaveThatFailsKeepsAllOpen() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> <C-o> <Enter> q s")
    app.receive(.workspace(WorkspaceID(root: shop), .failed(Problem("Cannot write: the disk is full"))), in: shop)
    #expect(app.shownRoot == shop)
    app.expectOnScreen("Cannot write: the disk is full")
    app.receive(.workspace(WorkspaceID(root: shop), .saved("shop/list.json", .request(edited))), in: shop)
    #expect(!app.effects.contains(.quit))
  }

  @Test func controlCDoesNotQuitWhileAnotherWorkspaceWaits() {
    var app = ProgramHarness.loaded()
    app.press("<F5> <C-o> <Enter> <C-c>")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("shop: 1 request still running — Ctrl+O shows it, q quits")
  }

  @Test func aSignalKeepsTheOpenTextOfEveryWorkspace() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <C-o> <Enter>")
    app.receive(.terminal(.terminated))
    let draft = Effect.files(WorkspaceID(root: shop), .keepDraft("shop/list.json", .request(edited)))
    #expect(app.effects == [.run(app.number(of: shop), [draft]), .quit])
  }
}
