import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct SwitchingTests {
  private let shop = "/home/ada/shop"
  private let admin = "/home/ada/admin"

  @Test func theFirstWorkspaceStartsAtOnceAndTheOthersAfterTheFirstFrame() {
    var app = ProgramHarness()
    let (first, second) = (app.number(of: shop), app.number(of: admin))
    func start(_ root: String) -> [Effect] {
      [.files(WorkspaceID(root: root), .loadCollections), .listHistory(query: "")]
    }
    #expect(app.program.startEffects == [.open(first, root: shop), .run(first, start(shop))])
    app.receive(.started)
    #expect(
      app.effects == [
        .open(second, root: admin), .run(second, start(admin)), .keepRecent(root: admin, requests: nil),
        .keepRecent(root: shop, requests: nil), .listRecents,
      ])
  }

  @Test func whatIsUndoneRightAfterTheStartIsTheLastChangeOfAnEarlierRun() {
    var app = ProgramHarness()
    app.press("u")
    #expect(app.effects(of: shop) == [])
    app.expectOnScreen("Reading the changes of earlier runs…")
    let id = WorkspaceID(root: shop)
    app.receive(.workspace(id, .trash([TrashID("deletion")])), in: shop)
    #expect(app.effects(of: shop) == [.files(id, .restore(TrashID("deletion")))])
  }

  @Test func everyWorkspaceWaitsForASlowChangeToUndoTheLastOne() {
    var app = ProgramHarness.loaded()
    app.receive(.slowChange(true))
    for root in [shop, admin] {
      #expect(app.shownRoot == root)
      app.press("u")
      app.expectOnScreen("Waiting for a change of files to end…")
      app.press("<C-o> <Enter>")
    }
    app.receive(.slowChange(false))
    app.expectOnScreen("No change to undo")
  }

  @Test func aFolderNamedTwiceIsOpenedOnce() {
    let app = ProgramHarness([shop, admin, shop])
    #expect(app.program.open.map(\.root) == [shop, admin])
  }

  @Test func theKeyAndEnterGoBackAndForthBetweenTheLastTwo() {
    var app = ProgramHarness.loaded()
    app.press("<C-o> <Enter>")
    #expect(app.shownRoot == admin)
    #expect(app.effects.contains(.keepRecent(root: admin, requests: 3)))
    app.press("<C-o> <Enter>")
    #expect(app.shownRoot == shop)
  }

  @Test func switchingReadsNoFileAgain() {
    var app = ProgramHarness.loaded()
    app.press("<C-o> <Enter>")
    #expect(app.effects(of: admin) == [.listHistory(query: "")])
    #expect(app.effects(of: shop) == [])
  }

  @Test func eachWorkspaceKeepsItsPlaceAndItsEdits() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <Esc> 3 z")
    let before = app.shown.screen
    app.press("<C-o> <Enter> <Down> v <Down> <Enter>")
    #expect(app.bench(admin)?.workspace.subject == .request("shop/remove.json"))
    app.press("<C-o> <Enter>")
    #expect(app.shown.screen == before)
    #expect(app.bench(shop)?.workspace.unsaved == ["shop/list.json"])
    #expect(app.bench(shop)?.workspace.environment == "local")
    #expect(app.bench(admin)?.workspace.subject == .request("shop/remove.json"))
  }

  @Test func aTextFieldStaysOpenWhileAnotherWorkspaceIsShown() {
    var app = ProgramHarness.loaded()
    app.press("e <Path> /x <C-o> <Enter> <C-o> <Enter> y <Enter>")
    #expect(app.bench(shop)?.workspace.request?.url == "{{base}}/orders/xy")
  }

  @Test func anExchangeGoesOnAndEndsInTheBackground() throws {
    var app = ProgramHarness.loaded()
    app.press("<F5>")
    let sent = app.effects(of: shop).compactMap { if case .send(let job) = $0 { job.id } else { nil } }
    let id = try #require(sent.first)
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))), in: shop)
    app.press("<C-o> <Enter>")
    app.expectOnScreen("admin │", "shop is running")
    #expect(app.bench(admin)?.workspace.exchange == nil)
    let exchange = Exchange.answered(id)
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)), in: shop)
    #expect(app.effects(of: shop).contains(.listNewest(50)))
    app.shown.expectNotOnScreen("is running")
    #expect(app.bench(admin)?.workspace.items.subjects(where: { $0.live != nil }) == [])
    app.press("<C-o> <Enter>")
    app.expectOnScreen("shop │", "200 OK")
  }

  @Test func anEventWithTheSameNumberOfAnExchangeElsewhereIsNotTaken() {
    var app = ProgramHarness.loaded()
    app.press("<F5>")
    let before = app.bench(shop)
    app.receive(.workspace(WorkspaceID(root: shop), .failed(Problem("lost"))), in: admin)
    #expect(app.bench(shop)?.notice == before?.notice)
    #expect(app.bench(admin)?.notice == nil)
  }

  @Test func aQuestionOfTheBackgroundIsAnnouncedAndWaitsThere() throws {
    var app = ProgramHarness.loaded()
    app.press("<F5>")
    let sent = app.effects(of: shop).compactMap { if case .send(let job) = $0 { job.id } else { nil } }
    let id = try #require(sent.first)
    app.press("<C-o> <Enter>")
    app.receive(.exchange(id, .refused(.init([.environmentVariable("TOKEN")]))), in: shop)
    app.expectOnScreen("shop asks")
    app.shown.expectNotOnScreen("Allow reading")
    // The answer is for the workspace that asks.
    app.press("y")
    #expect(app.effects(of: shop) == [])
    app.press("<C-o>")
    app.expectOnScreen("asks")
    app.press("<Enter>")
    app.expectOnScreen("F12 shows: Allow reading outside the collection?")
    app.press("<F12> y")
    let again = app.effects(of: shop).compactMap { if case .send(let job) = $0 { job.answers.allowed } else { nil } }
    #expect(again == [[.environmentVariable("TOKEN")]])
    #expect(app.effects(of: admin) == [])
  }

  @Test func aResizeReachesAWorkspaceWhenItIsShown() {
    var app = ProgramHarness.loaded()
    app.receive(.terminal(.resized(Size(columns: 70, rows: 20))))
    #expect(app.bench(admin)?.size == Size(columns: 100, rows: 24))
    app.press("<C-o> <Enter>")
    #expect(app.program.render().size == Size(columns: 70, rows: 20))
  }

  // MARK: Opening

  @Test func aRecentFolderIsFoundThenOpened() {
    var app = ProgramHarness.loaded()
    app.receive(.recents([RecentWorkspace(root: "/srv/billing", requests: 7), RecentWorkspace(root: shop)]))
    app.press("<C-o> bil")
    app.expectOnScreen("billing", "/srv/billing", "7 requests")
    app.press("<Enter>")
    #expect(app.effects == [.find(path: "/srv/billing")])
    let start = WorkspaceStart(root: "/srv/billing", chosenEnvironments: ["/srv/billing": "live"])
    app.receive(.found(.success(start)))
    let number = app.number(of: "/srv/billing")
    #expect(app.shownRoot == "/srv/billing")
    #expect(app.effects.prefix(1) == [.open(number, root: "/srv/billing")])
    #expect(app.bench("/srv/billing")?.workspace.chosenEnvironments == ["/srv/billing": "live"])
    #expect(app.program.open.map(\.root) == ["/srv/billing", shop, admin])
  }

  @Test func aFolderThatIsOpenIsShownWhateverItsSpelling() {
    var app = ProgramHarness.loaded()
    app.press("<C-o> ~/admin/../admin <Enter>")
    #expect(app.effects.last == .find(path: "~/admin/../admin"))
    app.receive(.found(.success(WorkspaceStart(root: admin, selection: "shop/remove.json"))))
    #expect(app.program.open.map(\.root) == [admin, shop])
    #expect(app.bench(admin)?.workspace.subject == .request("shop/remove.json"))
  }

  @Test func aFolderThatIsNotThereIsReportedInPlace() {
    var app = ProgramHarness.loaded()
    app.receive(.found(.failure(Problem("There is no file or folder \"/nowhere\""))))
    app.expectOnScreen("There is no file or folder \"/nowhere\"")
    #expect(app.shownRoot == shop)
  }

  @Test func aPathThatCannotBeOpenedIsInItsFieldAgain() {
    var app = ProgramHarness.loaded()
    app.press("<C-o> /nowher <Enter>")
    app.receive(.found(.failure(Problem("There is no file or folder \"/nowher\""))))
    app.expectOnScreen("There is no file or folder \"/nowher\"", "Open /nowher")
    app.press("e <Enter>")
    #expect(app.effects.last == .find(path: "/nowhere"))
  }

  @Test func aMissingFolderIsMarkedAndCanBeRemoved() {
    var app = ProgramHarness.loaded()
    app.receive(.recents([RecentWorkspace(root: "/srv/gone", isMissing: true)]))
    app.press("<C-o> gone <Enter>")
    app.expectOnScreen("missing", "/srv/gone is missing: Ctrl+X removes it from the list")
    #expect(!app.effects.contains(.find(path: "/srv/gone")))
    app.press("<C-x>")
    #expect(app.effects == [.forgetRecent(root: "/srv/gone")])
    app.expectOnScreen("No matches")
  }

  @Test func aPathIsCompletedFolderByFolder() {
    var app = ProgramHarness.loaded()
    app.press("<C-o> /sr")
    #expect(app.effects.last == .completeFolder("/sr"))
    app.receive(.completedFolder("/sr", by: "/srv", folders: ["/srv"]))
    app.press("<Tab>")
    #expect(app.effects == [.completeFolder("/srv/")])
    app.receive(.completedFolder("/srv/", by: "/srv/", folders: ["/srv/apis", "/srv/old"]))
    // An earlier result is stale.
    app.receive(.completedFolder("/sr", by: "/srv", folders: ["/stale"]))
    app.expectOnScreen("Open /srv/", "/srv/apis", "/srv/old")
    app.shown.expectNotOnScreen("/stale")
    app.press("<Down> <Down> <Tab>")
    #expect(app.effects.last == .completeFolder("/srv/old/"))
    app.press("<Enter>")
    #expect(app.effects == [.find(path: "/srv/old/")])
  }

  @Test func thePaletteOpensAPath() {
    var app = ProgramHarness.loaded()
    app.press(": open <Space> /srv/a <Enter>")
    #expect(app.effects == [.find(path: "/srv/a")])
  }
}
