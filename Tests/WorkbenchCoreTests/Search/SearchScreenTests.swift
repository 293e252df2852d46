import BodyDocument
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct SearchScreenTests {
  @Test func typingSearchesAllFilesAndDropsWhatComesLate() {
    var app = Harness.shop()
    app.press("g / shop")
    let jobs = app.searches
    #expect(jobs.map(\.pattern.text) == ["s", "sh", "sho", "shop"])
    #expect(jobs.last?.scope == Address(""))
    app.receive(.searched(jobs[0].number, .found(.sample)))
    app.expectOnScreen("Searching…")
    app.receive(.searched(jobs[3].number, .progress(1_200)))
    app.expectOnScreen("Searching… 1200 files")
    app.receive(.searched(jobs[3].number, .found(.sample)))
    app.expectOnScreen("3 matches in 2 files")
  }

  @Test func keysChangeThePatternTheScopeAndThePlaces() {
    var app = Harness.shop()
    app.press("g / shop <C-r> <A-c> <A-w> <A-s> <A-p>")
    let job = app.searches.last
    #expect(job?.pattern == TextPattern("shop", isRegularExpression: true, matchesCase: true, matchesWords: true))
    #expect(job?.scope == "shop")
    #expect(job?.places == [.names])
    app.expectOnScreen("regex · match case · whole words · in collection shop · names")
  }

  @Test func aMistakeInThePatternIsToldAndNothingIsSearched() {
    var app = Harness.shop()
    app.press("g / <C-r> (")
    #expect(app.searches == [])
    #expect(app.effects.last == .search(.stop))
    app.expectOnScreen("missing closing parenthesis")
  }

  @Test func unsavedEditsAreSearchedAsTheyAre() {
    var app = Harness.shop()
    app.press("e <Path> /x <Enter> g / x")
    #expect(app.searches.last?.edits.keys.map(\.path) == ["shop/list.json"])
  }

  @Test func enterShowsTheFormOfAMatch() {
    var app = Harness.found()
    app.press("<Enter> j <Enter>")
    #expect(app.bench.overlays.isEmpty)
    #expect(app.bench.workspace.subject == .folder("shop"))
  }

  @Test func theMouseOpensAFieldSelectsARowAndOpensItsFile() {
    var app = Harness.found()
    func screen() -> SearchScreen? { app.bench.overlays.last?.screen as? SearchScreen }
    app.click("Replace ")
    #expect(screen()?.part == .replacement && screen()?.isReplacing == true)
    app.click("shop/orders/create.json")
    #expect(screen()?.part == .list && screen()?.window.selected == 2)
    app.click("shop/orders/create.json")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func theMarkOfAMatchIsTakenAwayByAClick() {
    var app = Harness.found(replacing: "store")
    app.expectOnScreen("3 of 3 matches")
    app.click("[x]")
    app.expectOnScreen("2 of 3 matches")
  }

  @Test func escapeStopsTheSearch() {
    var app = Harness.shop()
    app.press("g / x <Esc>")
    #expect(app.effects.last == .search(.stop))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func theNextSearchBeginsWithTheLastOneSelected() {
    for end in ["<Esc>", "<C-c>"] {
      var app = Harness.shop()
      app.press("g / sh.p <C-r> " + end + " g /")
      #expect(app.searches.last?.pattern == TextPattern("sh.p", isRegularExpression: true))
      app.press("o")
      #expect(app.searches.last?.pattern.text == "o")
    }
  }

  @Test func aTextOfTheCommandReplacesTheLastPattern() {
    var app = Harness.shop()
    app.press("g / shop <Esc> :search")
    app.type(" base")
    app.press("<Enter>")
    #expect(app.searches.last?.pattern == TextPattern("base"))
  }

  @Test(arguments: [(160, 48), (80, 24), (40, 12)])
  func filesThatCannotBeReadAreCountedAndNamedAboveTheMatches(columns: Int, rows: Int) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("g / shop")
    var result = SearchResult.sample
    result.unread = [UnreadFile("a.json", "/c/a.json:1:1 — no"), UnreadFile("b.json", "/c/b.json:1:1 — no")]
    app.receive(.searched(app.searches.last?.number ?? 0, .found(result)))
    app.expectOnScreen("2 files not searched: a.json")
    app.expectOnScreen("shop/collection.json")
    app.expectNotOnScreen("only a base has")
    result.hasBases = true
    app.press("<C-r> <C-r>")
    app.receive(.searched(app.searches.last?.number ?? 0, .found(result)))
    app.expectOnScreen("Requests that only a base has are")
    app.press("<Tab> <Tab> G")
    app.expectOnScreen("/c/b.json:1:1")
  }

  // MARK: Replacing

  @Test(arguments: [(160, 48), (80, 24), (40, 12)]) func allAreChosenBeforeNoneAre(columns: Int, rows: Int) {
    var app = Harness.found(replacing: "store", columns: columns, rows: rows)
    app.press("<Tab>")
    for (keys, count) in [("a", 0), ("j <Space>", 1), ("a", 3), ("a", 0), ("G <Space>", 1), ("k <Space>", 2)] {
      app.press(keys)
      guard let screen = app.bench.overlays.last?.screen as? SearchScreen else { return }
      #expect(screen.chosenCount == count, "\(keys)")
      app.expectOnScreen("\(count) of 3")
    }
  }

  @Test func whatIsChosenIsReplaced() throws {
    var app = Harness.found(replacing: "store")
    app.press("<Tab> j <Space> <C-s>")
    guard case .replace(let job)? = app.effects.last?.work(SearchEffect.self) else {
      Issue.record("Nothing is replaced: \(app.effects)")
      return
    }
    #expect(job.pattern == TextPattern("shop", replacement: "store"))
    #expect(
      job.chosen == [
        ChosenMatches("shop/orders/create.json", version: "v2", [0, 1])
      ])
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func nothingIsReplacedBeforeTheFieldForItWasVisited() {
    var app = Harness.found()
    app.press("<C-s>")
    app.expectOnScreen("Type the replacement first")
    #expect(app.effects == [])
  }

  @Test func filesThatCannotBeWrittenAreLeftOut() {
    var app = Harness.shop()
    app.press("g / shop <Tab> x")
    var result = SearchResult.sample
    result.files[1].whyReadOnly = "the file is read-only"
    app.receive(.searched(app.searches.last?.number ?? 0, .found(result)))
    app.expectOnScreen("unchanged: the file is read-only")
    app.expectOnScreen("[-]")
    app.press("<C-s>")
    guard case .replace(let job)? = app.effects.last?.work(SearchEffect.self) else {
      Issue.record("Nothing is replaced: \(app.effects)")
      return
    }
    #expect(job.chosen.map(\.address) == ["shop/collection.json"])
  }

  /// A replacement of `orders` in the unsaved edits of a request.
  private func replacedInEdits() throws -> Harness {
    var app = Harness.shop()
    app.press("e <Path> /x <Enter> g / orders <Tab> pets")
    let job = try #require(app.searches.last)
    let file = try #require(job.edits["shop/list.json"])
    let matcher = try #require(try job.pattern.matcher())
    var result = SearchResult()
    result.files = [
      FileMatches(
        address: "shop/list.json",
        matches: try FileSearch(matcher, in: job.places).matches(in: file.document, role: .request), version: nil)
    ]
    app.receive(.searched(job.number, .found(result)))
    app.press("<C-s>")
    return app
  }

  @Test func undoingAReplacementInUnsavedEditsLeadsToTheEditBeforeIt() throws {
    var app = try replacedInEdits()
    app.press("1")
    var urls: [String?] = []
    for key in ["u", "u", "u", "U", "U", "U", "u"] {
      app.press(key)
      urls.append(app.bench.workspace.request?.url)
    }
    let (saved, edited, replaced) = ("{{base}}/orders", "{{base}}/orders/x", "{{base}}/pets/x")
    #expect(urls == [edited, saved, saved, edited, replaced, replaced, edited])
  }

  @Test func aReplacementIsUndoneAsOneAfterTheUndoOfALaterEdit() throws {
    var app = try replacedInEdits()
    app.press("1 e <Path> y <Enter> 1 u")
    #expect(app.bench.workspace.request?.url == "{{base}}/pets/x")
    app.press("u")
    app.expectOnScreen("Undid the replacement in the unsaved edits of shop/list.json")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
    app.press("U U")
    #expect(app.bench.workspace.request?.url == "{{base}}/pets/xy")
  }

  @Test func unsavedEditsAreReplacedInAndStayUnsaved() throws {
    var app = try replacedInEdits()
    #expect(app.bench.workspace.request?.url == "{{base}}/pets/x")
    #expect(app.bench.workspace.unsaved == ["shop/list.json"])
    app.expectOnScreen("Replaced 1 match in the unsaved edits of shop/list.json")
    app.run("search.undo")
    app.expectOnScreen("Undid the replacement in the unsaved edits of shop/list.json")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
    app.press("1 U")
    #expect(app.bench.workspace.request?.url == "{{base}}/pets/x")
    app.expectOnScreen("Made the replacement again in the unsaved edits of shop/list.json")
    app.press("u")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
    app.press("e <Path> x <Enter> 1 U")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/xx")
    app.expectOnScreen("Not made again: shop/list.json was edited since")
  }

  @Test func writtenFilesAndUnsavedEditsAreCountedApart() {
    let (one, two) = (Address("b.json"), Address("c.json"))
    let cases: [(Int, [Address])] = [(3, []), (1, [one]), (0, [one]), (3, [one, two])]
    let places = cases.map { files, edited in ReplaceReport.places(files: files, edited: edited) }
    #expect(
      places == [
        "3 files", "1 file and the unsaved edits of b.json", "the unsaved edits of b.json",
        "3 files and the unsaved edits of 2 files",
      ])
  }

  @Test func replacementsThatCannotBeMadeAgainAreForgotten() {
    var app = Harness.shop()
    app.bench.workspace.features[ReplaceMemory.self].done = (1...3).map { ReplaceMemory.Done(number: $0) }
    func undo(_ number: Int) -> [Int] {
      _ = app.bench.route(.tell(SearchRequest.undo(number)))
      return app.bench.workspace.features[ReplaceMemory.self].undone.map(\.number)
    }
    #expect(undo(3) == [3])
    #expect(undo(2) == [3, 2])
    app.receive(.workspace(.created(["shop/new.json"])))
    #expect(undo(1) == [1])
  }

  @Test func whatWasLeftAloneIsListed() {
    var app = Harness.found(replacing: "store")
    app.press("<C-s>")
    let report = ReplaceReport(
      number: app.bench.workspace.features[ReplaceMemory.self].done.last?.number ?? 0, files: 1, matches: 2,
      problems: ["shop/collection.json — changed on disk meanwhile: search again"])
    app.receive(.replaced(report))
    app.expectOnScreen("Replaced 2 matches in 1 file")
    app.expectOnScreen("changed on disk meanwhile")
    app.press("<Esc>")
    app.run("search.undo")
    #expect(app.effects.last == .search(.undo(report.number)))
    app.press("1 U")
    #expect(app.effects.last == .search(.redo(report.number)))
    app.press("u")
    #expect(app.effects.last == .search(.undo(report.number)))
  }
}

extension Harness {
  var searches: [FileSearchJob] {
    effects.compactMap { if case .start(let job)? = $0.work(SearchEffect.self) { job } else { nil } }
  }

  /// The search for `shop` with its results.
  static func found(replacing replacement: String? = nil, columns: Int = 100, rows: Int = 24) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("g / shop")
    if let replacement {
      let typed = app.searches.last?.number ?? 0
      app.receive(.searched(typed, .found(.sample)))
      app.press("<Tab> \(replacement)")
    }
    app.receive(.searched(app.searches.last?.number ?? 0, .found(.sample)))
    return app
  }
}

extension SearchResult {
  static let sample: SearchResult = {
    var result = SearchResult()
    result.searched = 5
    result.files = [
      FileMatches(
        address: "shop/collection.json", matches: found("shop", role: .collection, ["name": "shop"]), version: "v1"),
      FileMatches(
        address: "shop/orders/create.json",
        matches: found(
          "shop", role: .request, ["url": "https://shop.example/orders", "docs": "Creates an order of the shop."]),
        version: "v2"),
    ]
    return result
  }()

  private static func found(_ text: String, role: FileRole, _ document: JSONObject) -> [FoundText] {
    guard let matcher = try? TextPattern(text, replacement: "store").matcher() else { return [] }
    return (try? FileSearch(matcher, in: Set(SearchPlace.allCases)).matches(in: document, role: role)) ?? []
  }
}
