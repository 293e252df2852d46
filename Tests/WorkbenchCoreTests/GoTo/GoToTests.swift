import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct GoToTests {
  @Test func lettersOfAPathFindARequestAndEnterShowsIt() {
    var app = Harness.shop()
    app.press("<C-p> ordcr")
    #expect(app.goTo?.selected == .node("shop/orders/create.json"))
    app.press("<Enter>")
    #expect(app.bench.workspace.subject == .request("shop/orders/create.json"))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aFolderWithThePathOfItsTitleIsNamedOnce() {
    var app = Harness.shop()
    app.press("<C-p> /")
    app.expectOnScreen("▸     orders  shop/orders")
    app.expectOnScreen("▸     shop ")
    app.expectNotOnScreen("shop  shop ")
  }

  @Test func aTitleThatBeginsWithTheWordComesBeforeOneThatHasItInside() {
    #expect(
      Self.ranked("list", ["playlist", "list all", "enlist", "list"]) == ["list", "list all", "playlist", "enlist"])
  }

  @Test func lettersThatBeginPartsComeBeforeSpreadOnes() {
    #expect(Self.ranked("co", ["microphone", "create order"]) == ["create order", "microphone"])
  }

  @Test func everyWordHasToBeFoundInTheTitleOrThePath() {
    var names = NameIndex()
    names.add("Create", "shop/orders/create")
    names.add("Create", "shop/pets/create")
    var candidates: [UInt32]?
    let found = names.best([Array("cre".utf8), Array("pets".utf8)], of: &candidates, limit: 10)
    #expect(found.hits.map(\.index) == [1])
    #expect(candidates == [1])
  }

  @Test func aWordMayBeTheBeginningOfTheMethod() {
    var names = NameIndex()
    names.add("POST stays POST", "httpbin/post", method: "GET")
    names.add("Pay", "shop/pay", method: "POST")
    names.add("Pay", "shop/pay back", method: "DELETE")
    func found(_ words: String...) -> [Int] {
      var candidates: [UInt32]?
      return names.best(words.map { Array($0.utf8) }, of: &candidates, limit: 10).hits.map(\.index)
    }
    #expect(found("post", "pay") == [1, 0])
    #expect(found("del", "pay") == [2])
    // Alone it would find most of the tree, and spread letters more than that.
    #expect(found("post") == [0] && found("del") == [] && found("dt", "pay") == [])
  }

  @Test func aMethodIsFoundOnceAnotherWordIsTyped() {
    var app = Harness.shop()
    app.press("<C-p>")
    app.type("del rem")
    #expect(app.goTo?.selected == .node("shop/remove.json"))
  }

  @Test func lettersBeyondASCIIAreFoundInAnySpelling() {
    #expect(Self.ranked("É", ["cafe\u{301}", "CAFÉ", "cafe"]) == ["cafe\u{301}", "CAFÉ"])
  }

  @Test func aLimitKeepsTheBest() {
    var names = NameIndex()
    for number in 0..<1_000 { names.add(number == 700 ? "order" : "reorder \(number)", "") }
    var candidates: [UInt32]?
    let found = names.best([Array("order".utf8)], of: &candidates, limit: 3)
    #expect(found.hits.map(\.index) == [700, 0, 1])
    #expect(found.total == 1_000)
  }

  @Test func whatIsUsedMoreComesFirst() {
    var app = Harness.shop()
    var uses = UseTable()
    uses.add("file:shop/remove.json", at: Date(timeIntervalSince1970: 1_000_000))
    app.receive(.workspace(.uses(uses)))
    app.press("<C-p>")
    #expect(app.goTo?.selected == .node("shop/remove.json"))
    app.press("<Esc> <C-p> re")
    #expect(app.goTo?.selected == .node("shop/remove.json"))
  }

  @Test func whatIsChosenIsCountedForItsRank() {
    var app = Harness.shop()
    app.press("<C-p> create <Enter>")
    #expect(app.navigation == [.use("file:shop/orders/create.json")])
    app.press("<C-p> >redraw <Enter>")
    #expect(app.effects == [.terminal(.redraw)])
    #expect(app.navigation == [.use("command:app.redraw")])
  }

  @Test func signsNarrowTheListToOneKind() {
    var app = Harness.shop()
    app.press("<C-p> >")
    #expect(app.rows.allSatisfy { if case .command = $0 { true } else { false } })
    app.press("<BS> @")
    #expect(app.rows == [.environment("local"), .environment("live"), .environment(nil)])
    app.press("<BS> /")
    #expect(app.rows == [.node("shop"), .node("shop/orders")])
    app.press("<BS> #")
    #expect(app.rows == [])
  }

  @Test func anEnvironmentIsChosen() {
    var app = Harness.shop()
    app.press("<C-p> @live <Enter>")
    #expect(app.bench.workspace.environment == "live")
  }

  @Test func aCommandThatCannotRunComesLastWithItsReason() {
    var app = Harness.shop()
    app.press("<C-p> save")
    let names = app.rows.compactMap { if case .command(let name) = $0 { name } else { nil } }
    #expect(names.last != "request.save" || names.count == 1)
    app.press("<BS> <BS> <BS> <BS>")
    app.type(">save request")
    app.expectOnScreen("No unsaved edits")
    app.press("<Enter>")
    #expect(app.goTo != nil)
  }

  @Test func historyIsAskedAndStaleAnswersAreDropped() {
    var app = Harness.shop()
    app.press("<C-p> orders")
    let questions = app.effects.compactMap { effect -> (Int, String)? in
      if case .find(let number, let text, _)? = effect.work(HistoryEffect.self) { (number, text) } else { nil }
    }
    #expect(questions.map(\.1) == ["or", "ord", "orde", "order", "orders"])
    app.receive(.history(.found(questions[0].0, [.sample("https://x.test/or")])))
    app.expectNotOnScreen("https://x.test/or")
    app.receive(.history(.found(questions[4].0, [.sample("https://x.test/orders")])))
    app.expectOnScreen("https://x.test/orders")
  }

  @Test func anAnswerOfHistoryLeavesTheSelection() {
    var app = Harness.shop()
    app.press("<C-p> re <Down>")
    let selected = app.goTo?.selected
    app.receive(.history(.found(1, [.sample("https://x.test/re")])))
    #expect(app.goTo?.selected == selected)
  }

  @Test func anExchangeIsSelectedInHistoryEvenIfTheListIsTooShortForIt() {
    var app = Harness.shop()
    let old = ExchangeSummary.sample("https://x.test/old")
    app.press("<C-p> #old")
    app.receive(.history(.found(4, [old])))
    app.press("<Enter>")
    #expect(app.bench.workspace.subject == .past(old.id))
    app.receive(.history(.listed(query: "", [.sample("https://x.test/new", id: 9, seconds: 9)], total: 2)))
    #expect(app.bench.panes[HistoryPane.self].entries.count == 2)
    #expect(app.bench.workspace.subject == .past(old.id))
  }

  @Test func f5SendsWhatIsSelected() {
    var app = Harness.shop()
    app.press("<C-p> create <F5>")
    app.open("shop/orders/create.json", .create)
    #expect(app.sentID != nil)
    #expect(app.bench.workspace.subject == .request("shop/orders/create.json"))
  }

  private static func ranked(_ word: String, _ titles: [String]) -> [String] {
    var names = NameIndex()
    for title in titles { names.add(title, "") }
    var candidates: [UInt32]?
    return names.best([NameIndex.folded(word)], of: &candidates, limit: 10).hits.map { titles[$0.index] }
  }
}

extension Harness {
  var goTo: GoToScreen? { bench.overlays.last?.screen as? GoToScreen }
  var rows: [GoToTarget] { goTo.map { screen in screen.rows.map(screen.target) } ?? [] }
}

extension ExchangeSummary {
  static func sample(_ url: String, id: UInt8 = 7, seconds: Double = 1, status: Int = 200) -> ExchangeSummary {
    ExchangeSummary(
      id: ExchangeID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, id))),
      startedAt: Date(timeIntervalSince1970: 1_000_000 + seconds), method: "GET", url: url, name: "",
      result: .status(status), duration: .milliseconds(12), bodySize: 10)
  }
}
