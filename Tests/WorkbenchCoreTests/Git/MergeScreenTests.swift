import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct MergeScreenTests {
  private static let entry = GitEntry.sample("api/shop/list.json", conflict: .bothModified)

  private func app(_ versions: ConflictVersions = .list) -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.stopped)))
    app.press("<C-g> <Enter>")
    #expect(app.effects.contains(.git(.readConflict(Self.entry))))
    app.receive(.git(.conflict(Self.entry, versions)))
    return app
  }

  private func resolution(_ app: Harness) -> String? {
    let work = app.effects.map { $0.work(GitEffect.self) }
    for case .act(.resolve(Self.entry, found: ConflictVersions.list.found, let result))? in work {
      return result.map { String(decoding: $0, as: UTF8.self) } ?? "deleted"
    }
    return nil
  }

  @Test func bothSidesAndWhatIsMergedByItselfAreShown() {
    let app = app()
    app.expectOnScreen("Conflict in api/shop/list.json")
    app.expectOnScreen("1 to decide")
    app.expectOnScreen("! Method")
    app.expectOnScreen("· Header Accept")
    app.expectOnScreen("· URL")
    app.expectOnScreen("Theirs: feature")
  }

  @Test func aRowIsSelectedByAClickAndDecidedByOneOnItsHint() {
    var app = app()
    func screen() -> MergeScreen? { app.bench.overlays.last?.screen as? MergeScreen }
    app.click("· URL")
    #expect(screen().map { $0.versions.rows[$0.selected].label } == "URL")
    app.click("! Method")
    app.click("t theirs  b before")
    #expect(screen()?.choices == [.theirs])
  }

  @Test func aParameterThatBothSidesRenamedIsOneRow() {
    func file(_ name: String, _ method: String) -> JSONValue {
      let row: JSONValue = ["name": .string(name), "value": "1"]
      return ["method": .string(method), "url": "u", "query": [row]]
    }
    let versions = ThreeVersions(
      base: file("a", "GET"), mine: file("b", "PUT"), theirs: file("c", "GET"), role: .request)
    #expect(versions.rows.map(\.kind) == [.conflict(0), .merged(.ours)])
    let conflict = versions.merge.conflicts.first
    #expect(conflict?.base == "a" && conflict?.ours == "b" && conflict?.theirs == "c")
  }

  @Test func nothingIsWrittenBeforeAllIsDecided() {
    var app = app()
    app.press("<Enter>")
    #expect(resolution(app) == nil)
    app.expectOnScreen("1 conflict to decide")
    app.press("<Esc>")
    #expect(resolution(app) == nil)
    app.expectNotOnScreen("Conflict in")
  }

  @Test func theKeyThatSendsKeepsTheChoices() {
    var app = app()
    app.press("t <F5>")
    app.expectOnScreen("Nothing is sent before this is done: ⏎ write and stage, Esc cancel")
    #expect(app.sentID == nil)
    app.press("<Enter>")
    #expect(resolution(app)?.contains("PUT") == true)
    var untouched = self.app()
    untouched.press("<F5>")
    untouched.expectNotOnScreen("Conflict in")
  }

  @Test(arguments: [("o", "POST"), ("t", "PUT"), ("b", "GET")])
  func theChosenSideIsWrittenWithTheRestMerged(key: String, method: String) {
    var app = app()
    app.press("\(key) <Enter>")
    let expected = String(decoding: ConflictVersions.bytes(method, "/orders", "a, b"), as: UTF8.self)
    #expect(resolution(app) == expected)
    app.receive(.git(.done(.resolve(Self.entry, found: [], result: []), output: "")))
    app.expectOnScreen("Resolved api/shop/list.json and staged it")
  }

  @Test func aFileThatOneSideDeletedIsTakenOrDeleted() {
    var versions = ConflictVersions.list
    versions.theirs = nil
    var app = app(versions)
    app.expectOnScreen("you changed it, and the other side deleted it")
    app.expectOnScreen("mine (HEAD): take the file")
    app.expectOnScreen("theirs (feature): delete the file")
    app.press("t")
    #expect(resolution(app) == "deleted")
  }

  @Test func aFileThatIsNoJSONIsTakenWhole() {
    var versions = ConflictVersions.list
    versions.ours = Array("not json".utf8)
    var app = app(versions)
    app.press("o")
    #expect(resolution(app) == "not json")
  }

  @Test func aConflictIsOpenedFromTheTreeToo() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.git(.status(.stopped)))
    app.press("<Enter>")
    #expect(app.effects == [.git(.readConflict(Self.entry))])
  }

  @Test(arguments: ["<Enter>", "<C-s>", "<F2>"])
  func unsavedEditsAreMergedWithTheFileOnDisk(key: String) throws {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("e <Path> /x <Esc> <C-s>")
    let mine = try #require(app.bench.workspace.request)
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.press("m")
    #expect(app.effects == [.files(.samples, .readDisk("shop/list.json"))])
    var disk = SavedRequest.list
    disk.method = "PUT"
    app.receive(.workspace(.onDisk("shop/list.json", .request(disk))))
    app.expectOnScreen("no conflicts")
    app.press(key)
    var merged = mine
    merged.method = "PUT"
    #expect(
      app.effects == [
        .files(.samples, .adopt("shop/list.json", .request(disk))), .save("shop/list.json", merged, overwriting: false),
      ])
    #expect(app.bench.workspace.request == merged)
  }
}
