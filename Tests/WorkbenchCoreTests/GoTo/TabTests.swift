import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct TabTests {
  private static let list: Address = "shop/list.json"
  private static let remove: Address = "shop/remove.json"
  private static let create: Address = "shop/orders/create.json"

  /// Tabs of the first two requests of the shop, the second one shown.
  private static func two(columns: Int = 100, rows: Int = 24) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("<C-t> <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders"))
    app.press("<C-t>")
    return app
  }

  @Test func movingThroughTheTreeFillsNoTabs() {
    var app = Self.two()
    app.press("<Up> <Up> <Down> <Down>")
    #expect(app.bench.tabs.kept == [Self.list, Self.remove])
    #expect(app.bench.tabs.preview == nil)
    app.press("<Up> <Up>")
    app.press("<Up>")
    #expect(app.bench.tabs.kept == [Self.list, Self.remove])
  }

  @Test func whatIsLookedAtIsTheLastTabUntilAnotherOneIs() {
    var app = Self.two()
    app.press("<C-p> create <Enter>")
    #expect(app.bench.tabs.all == [Self.list, Self.remove, Self.create])
    #expect(app.bench.tabs.kept == [Self.list, Self.remove])
    app.expectOnScreen("(POST Create order)")
    app.press("<Down>")
    #expect(app.bench.tabs.all == [Self.list, Self.remove])
  }

  @Test func anEditKeepsTheTab() {
    var app = Harness.shop()
    app.press("e <Path> /x <Enter>")
    #expect(app.bench.tabs.kept == [Self.list])
  }

  @Test func sendingKeepsTheTab() {
    var app = Harness.shop()
    app.press("<F5>")
    #expect(app.bench.tabs.kept == [Self.list])
    #expect(app.navigation == [.use("file:shop/list.json"), .keepTabs([Self.list])])
  }

  @Test func oneTabTakesNoRow() {
    var app = Harness.shop()
    let before = app.bench.layout
    app.press("<C-t>")
    #expect(app.bench.layout == before)
  }

  @Test func closingShowsTheTabThatTakesItsPlace() {
    var app = Self.two()
    app.press("{ <C-w>")
    #expect(app.bench.tabs.kept == [Self.remove])
    #expect(app.bench.workspace.subject == .request(Self.remove))
  }

  @Test func aClosedTabKeepsItsUnsavedEditsAndCanBeReopened() {
    var app = Self.two()
    app.press("e <Path> /x <Enter> <C-w>")
    #expect(app.bench.tabs.kept == [Self.list])
    #expect(app.bench.workspace.unsaved == [Self.remove])
    app.expectOnScreen("Closed remove; its unsaved edits are kept")
    app.run("tab.reopen")
    #expect(app.bench.tabs.kept == [Self.list, Self.remove])
    #expect(app.bench.workspace.subject == .request(Self.remove))
  }

  @Test func tabsAreChosenByNumberAndInTurn() {
    var app = Self.two()
    app.press("<A-1> }")
    #expect(app.bench.workspace.subject == .request(Self.list))
    app.press("}")
    #expect(app.bench.workspace.subject == .request(Self.remove))
    app.press("}")
    #expect(app.bench.workspace.subject == .request(Self.list))
    app.press("7 }")
    app.expectOnScreen("There is no tab 7")
  }

  /// The digits of panes are numbers of tabs, too, and leave the focus where it was.
  @Test func everyTabHasANumberWithoutAlt() {
    var app = Self.two()
    let focus = app.bench.focusedPane
    app.press("1 }")
    #expect(app.bench.workspace.subject == .request(Self.list) && app.bench.focusedPane == focus)
    app.press("2 }")
    #expect(app.bench.workspace.subject == .request(Self.remove) && app.bench.focusedPane == focus)
    app.press("3 }")
    app.expectOnScreen("There is no tab 3")
    app.press("1 <Esc> }")
    #expect(app.bench.workspace.subject == .request(Self.list))
  }

  /// Nothing that is below the URL is below the tabs only.
  @Test(arguments: [160, 240, 100], ["3", "_ 3"]) func tabsCoverNoOtherPane(columns: Int, keys: String) {
    var app = Self.two(columns: columns, rows: 48)
    app.press(keys)
    app.sendAndAnswer { .answered($0) }
    app.press("&")
    let layout = app.bench.layout
    let areas = [layout.tabs, layout.address, layout.sidebar, layout.request, layout.response, layout.pinned]
      .compactMap(\.self)
    #expect(areas.count == 6)
    for (index, area) in areas.enumerated() {
      for other in areas[..<index] { #expect(!area.overlaps(other), "\(area) and \(other)") }
    }
    app.expectOnScreen("DELETE  {{base}}/orders")
    app.expectOnScreen("sends")
  }

  @Test func aHiddenSidebarLiesOverTheTabsToo() {
    var app = Self.two(columns: 100, rows: 30)
    app.press("\\ 1")
    app.expectOnScreen("╭ Collections")
    let before = app.bench.workspace.subject
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 5, row: 1)))))
    #expect(app.bench.workspace.subject == before && app.bench.focusedPane == .sidebar)
  }

  @Test func aTabIsMoved() {
    var app = Self.two()
    app.run("tab.moveLeft")
    #expect(app.bench.tabs.kept == [Self.remove, Self.list])
    app.run("tab.moveLeft")
    #expect(app.bench.tabs.kept == [Self.remove, Self.list])
  }

  @Test func theOthersAreClosed() {
    var app = Self.two()
    app.run("tab.closeOthers")
    #expect(app.bench.tabs.kept == [Self.remove])
  }

  @Test func tabsFollowRenamesAndDeletions() {
    var app = Self.two()
    var tree = CollectionTree.shop
    tree.nodes[3].address = "shop/all.json"
    app.receive(.workspace(.placed("shop/all.json", from: Self.list, tree: tree)))
    #expect(app.bench.tabs.kept == ["shop/all.json", Self.remove])
    tree.nodes.remove(at: 4)
    app.receive(.workspace(.deleted(Self.remove, trash: TrashID("1"), tree: tree)))
    #expect(app.bench.tabs.kept == ["shop/all.json"])
  }

  @Test func tabsOfFilesThatOtherProgramsRemoveAreClosed() {
    var app = Self.two()
    var tree = CollectionTree.shop
    tree.nodes.remove(at: 3)
    app.receive(.workspace(.diskChanged(tree, files: [])))
    #expect(app.bench.tabs.kept == [Self.remove])
  }

  @Test func tabsOfTheLastRunComeBackWithoutThoseThatAreGone() {
    var app = Harness.shop()
    app.receive(.workspace(.tabs([Self.create, "shop/gone.json", Self.list])))
    #expect(app.bench.tabs.kept == [Self.create, Self.list])
    #expect(app.bench.tabs.preview == nil)
  }

  @Test func newRequestsOfTheLastRunHaveTheOrderOfTheirTabs() {
    var app = Harness()
    let drafts = ["r00000003", "r00000001", "r00000002"].map { Address.scratch(RequestID($0), in: "shop") }
    let files = drafts.map { ($0, SavedFile.request(SavedRequest(url: "http://a.test/" + $0.stem))) }
    app.receive(.workspace(.drafts([:], withoutFile: Dictionary(uniqueKeysWithValues: files))))
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.tabs(drafts)))
    #expect(app.bench.workspace.tree.nodes.map(\.address).filter(\.isScratch) == drafts)
    #expect(app.bench.tabs.kept == drafts)
    app.receive(.workspace(.loaded(.shop)))
    #expect(app.bench.workspace.tree.nodes.map(\.address).filter(\.isScratch) == drafts)
  }

  @Test func newRequestsStayInOrderWhenTheTreeIsReadAgain() {
    var app = Harness.shop()
    let requests = (1...5).map { SavedRequest(url: "http://a.test/\($0)") }
    _ = app.bench.workspace.newRequests(requests, in: "shop")
    let rows = app.bench.workspace.tree.nodes.filter(\.address.isScratch)
    #expect(rows.map(\.title) == (1...5).map { "a.test/\($0)" })
    app.receive(.workspace(.loaded(.shop)))
    #expect(app.bench.workspace.tree.nodes.filter(\.address.isScratch) == rows)
  }

  @Test func aClickShowsTheTab() throws {
    var app = Self.two()
    let area = try #require(app.bench.layout.tabs)
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: area.column + 3, row: area.row)))))
    #expect(app.bench.workspace.subject == .request(Self.list))
  }

  @Test(arguments: [20, 30, 40, 60]) func theShownTabIsAmongThoseThatFit(columns: Int) {
    var strip = TabStrip()
    for number in 0..<20 { strip.keep(Address("shop/request \(number).json")) }
    for number in 0..<20 {
      var workspace = Workspace(root: "/collections")
      workspace.subject = .request(Address("shop/request \(number).json"))
      let titles = TabTitles(strip, nodes: [:], preview: nil, in: workspace, columns: columns)
      #expect(titles.shown.contains(number))
      #expect(titles.hit(0) != nil)
    }
  }

  @Test func equalTitlesAreToldApartByTheirFolders() {
    var strip = TabStrip()
    strip.keep("a/list.json")
    strip.keep("b/list.json")
    let titles = TabTitles(strip, nodes: [:], preview: nil, in: Workspace(root: "/collections"), columns: 80)
    #expect(titles.tabs.map(\.title) == ["a/list", "b/list"])
  }
}

@Suite struct TrailTests {
  @Test func backAndForwardShowWhatWasShown() {
    var app = Harness.shop()
    app.press("<C-p> create <Enter> <C-p> remove <Enter>")
    app.press("(")
    #expect(app.bench.workspace.subject == .request("shop/orders/create.json"))
    app.press("(")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
    app.press("(")
    app.expectOnScreen("There is nothing to go back to")
    app.press(") )")
    #expect(app.bench.workspace.subject == .request("shop/remove.json"))
  }

  @Test func rowsThatTheSelectionOnlyPassesLeaveNoTrace() {
    var app = Harness.shop()
    app.press("<C-t> <Up> <Up> <Up> <Down> <Down> <Down> <Down> <Tab>")
    app.press("(")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func goingElsewhereForgetsWhatWasAhead() {
    var app = Harness.shop()
    app.press("<C-p> create <Enter> ( <C-p> remove <Enter> )")
    app.expectOnScreen("There is nothing to go forward to")
    #expect(app.bench.workspace.subject == .request("shop/remove.json"))
  }

  @Test func anExchangeOfHistoryIsAPlace() {
    var app = Harness.shop()
    let old = ExchangeSummary.sample("https://x.test/old")
    app.press("<C-p> #old")
    app.receive(.history(.found(4, [old])))
    app.press("<Enter> <C-p> remove <Enter> (")
    #expect(app.bench.workspace.subject == .past(old.id))
    app.press("(")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func whatWasDeletedIsSkippedAndWhatWasMovedIsFollowed() {
    var trail = Trail()
    for path in ["a/1.json", "a/2.json", "b/3.json"] { trail.show(.init(.request(Address(path))), isPassing: false) }
    trail.follow(Relocation("a/2.json", to: nil, in: "/collections"))
    trail.follow(Relocation("a", to: "c", in: "/collections"))
    #expect(trail.step(-1) { _ in true }?.subject == .request("c/1.json"))
    #expect(trail.step(-1) { _ in true } == nil)
    #expect(trail.step(1) { _ in true }?.subject == .request("b/3.json"))
  }

  @Test func aDeletedPlaceBetweenTwoEqualOnesLeavesOne() {
    var trail = Trail()
    for path in ["1", "2", "1"] { trail.show(.init(.request(Address(path))), isPassing: false) }
    trail.follow(Relocation("2", to: nil, in: "/collections"))
    #expect(trail.places.count == 1)
    #expect(trail.step(-1) { _ in true } == nil)
  }

  @Test func aLongWayIsBounded() {
    var trail = Trail()
    for number in 0..<1_000 { trail.show(.init(.request(Address("\(number)"))), isPassing: false) }
    #expect(trail.places.count == Trail.limit)
    #expect(trail.current?.subject == .request("999"))
  }
}

extension Harness {
  mutating func run(_ command: String) {
    guard let command = Command.named(command) else { return }
    press("<C-p>")
    type(">" + command.title)
    press("<Enter>")
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    column < other.column + other.columns && other.column < column + columns && row < other.row + other.rows
      && other.row < row + rows
  }
}
