import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct HistoryTests {
  private static func id(_ number: Int) -> ExchangeID { ExchangeID("00000000-0000-4000-8000-00000000000\(number)")! }

  private static func entry(_ number: Int, _ method: String, _ name: String, _ result: ExchangeSummary.Result)
    -> ExchangeSummary
  {
    ExchangeSummary(
      id: id(number), startedAt: Date(timeIntervalSince1970: 50_000), method: method, url: "http://localhost/\(name)",
      name: name,
      result: result, duration: .milliseconds(3), bodySize: 10)
  }

  private let entries = [
    entry(1, "GET", "list", .status(200)), entry(2, "POST", "create", .status(404)),
    entry(3, "DELETE", "", .failed(.refused)),
    entry(4, "GET", "slow", .cancelled),
  ]

  /// The shop with its history open.
  private func history() -> Harness {
    var app = Harness.shop()
    app.press("H")
    app.receive(.history(.listed(query: "", entries, total: 4)))
    return app
  }

  private func past(_ number: Int, origin: String?) -> Exchange {
    var exchange = Exchange.answered(Self.id(number))
    exchange.origin = origin.map { .init(root: "/collections", address: Address($0)) }
    return exchange
  }

  @Test func historyTakesThePlaceOfTheCollections() {
    var app = Harness.shop()
    app.press("H")
    #expect(app.effects == [.listHistory(query: "")])
    app.receive(.history(.listed(query: "", entries, total: 4)))
    #expect(app.effects == [.openExchange(Self.id(1))])
    app.expectOnScreen("╭ History ───────────── 4 ╮")
    app.expectOnScreen("│200 GET  list       13:53│")
    app.expectOnScreen("│404 POST create     13:53│")
    app.expectOnScreen("│ERR DEL  localhost/ 13:53│")
    app.expectOnScreen("│✗   GET  slow       13:53│")
    app.expectOnScreen("history 4")
  }

  @Test func afterASendOnlyTheNewestRowsAreRead() {
    func rows(_ numbers: ClosedRange<Int>) -> [ExchangeSummary] {
      numbers.reversed().map { number in
        var entry = Self.entry(1, "GET", "list", .status(200))
        entry.id = ExchangeID("00000000-0000-4000-8000-\(100_000_000_000 + number)")!
        return entry
      }
    }
    var app = Harness.shop()
    app.receive(.history(.listed(query: "", rows(1...200), total: 200)))
    app.receive(.history(.newest(rows(152...201), total: 201, size: nil)))
    #expect(app.bench.panes[HistoryPane.self].entries == rows(1...201))
    #expect(app.effects == [])
    app.expectOnScreen("history 201")
    // Others have recorded more than that meanwhile.
    app.receive(.history(.newest(rows(351...400), total: 400, size: nil)))
    #expect(app.effects == [.listHistory(query: "")])
  }

  @Test func onlyTheSelectedExchangeIsRead() {
    var app = history()
    app.press("<Down>")
    #expect(app.effects == [.openExchange(Self.id(2))])
    app.receive(.history(.opened(past(2, origin: nil), body: nil, sentBody: nil)))
    app.expectOnScreen("Saved request")
    app.expectOnScreen("1970-01-12 13:46:40")
  }

  @Test func aPastRequestIsReadAndNotEdited() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: nil), body: nil, sentBody: nil)))
    app.press("2 e")
    #expect(!app.bench.isEditingText)
    app.expectOnScreen("History is read-only")
  }

  @Test func aPastRequestIsSentAgainAndStaysInSight() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: "shop/list.json"), body: nil, sentBody: nil)))
    app.press("<F5>")
    guard case .send(let job)? = app.effects.last else { return #expect(Bool(false), "Nothing was sent") }
    #expect(job.request == .list)
    #expect(job.origin == .init(root: "/collections", address: "shop/list.json"))
    app.expectOnScreen("GET   {{base}}/orders")
    app.receive(.exchange(job.id, .ended(.answered(job.id, status: 202, reason: "Accepted"), sentBody: nil)))
    app.expectOnScreen("202 Accepted")
  }

  @Test func theRowOfWhatWasSentAgainIsSelectedUnlessTheUserWentOn() {
    for isLeft in [false, true] {
      var app = history()
      app.receive(.history(.opened(past(1, origin: "shop/list.json"), body: nil, sentBody: nil)))
      app.press("<F5>")
      guard let id = app.sentID else { return #expect(Bool(false), "Nothing was sent") }
      app.receive(.exchange(id, .ended(.answered(id, status: 202, reason: "Accepted"), sentBody: nil)))
      if isLeft { app.press("<Down>") }
      var row = Self.entry(1, "GET", "list", .status(202))
      row.id = id
      app.receive(.history(.newest([row] + entries, total: 5, size: nil)))
      #expect(app.bench.panes[HistoryPane.self].selectedEntry?.id == (isLeft ? Self.id(2) : id))
      #expect(app.bench.workspace.subject == .past(isLeft ? Self.id(2) : id))
      #expect(app.effects == [])
      if !isLeft { app.expectOnScreen("202 Accepted") }
    }
  }

  @Test func anExchangeBecomesANewRequestInTheFolderOfItsOwn() throws {
    var app = history()
    app.press("S")
    app.expectOnScreen("Still loading from history")
    app.receive(.history(.opened(past(1, origin: "shop/list.json"), body: nil, sentBody: nil)))
    app.press("S")
    let address = try #require(app.bench.workspace.shownRequest)
    let request = try #require(app.bench.workspace.request)
    #expect(address.isScratch && address.parent == "shop")
    #expect(request.id != SavedRequest.list.id)
    var expected = SavedRequest.list
    expected.id = request.id
    #expect(request == expected)
    #expect(app.effects == [.keepDraft(address, request), .refresh(address)])
    app.expectOnScreen("╭ Collections")
    #expect(app.bench.focusedPane == .request && app.bench.requestPane.tab == .params)
    app.press("<F5>")
    #expect(app.sentID != nil)
  }

  @Test func aPastRequestWaitsForItsEnvironmentToo() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: "shop/orders/create.json"), body: nil, sentBody: nil)))
    app.press("<F5>")
    #expect(app.effects == [.refresh("shop/orders/create.json")])
    app.receive(.workspace(.scope("shop/orders/create.json", .shop)))
    let environments = app.effects.compactMap { if case .send(let job) = $0 { job.environment } else { nil } }
    #expect(environments == ["local"])
  }

  @Test func anExchangeWhoseRequestIsGoneIsSentInTheEnvironmentOfItsCollectionButNotOneOfAnotherWorkspace() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: "shop/gone.json"), body: nil, sentBody: nil)))
    #expect(app.bench.workspace.environment == "local")
    app.press("<F5>")
    #expect(app.effects == [.refresh("shop/gone.json")])
    app.receive(.workspace(.scope("shop/gone.json", .shop)))
    let environments = app.effects.compactMap { if case .send(let job) = $0 { job.environment } else { nil } }
    #expect(environments == ["local"])
    var elsewhere = history()
    var exchange = past(1, origin: nil)
    exchange.origin = .init(root: "/other", address: "shop/list.json")
    elsewhere.receive(.history(.opened(exchange, body: nil, sentBody: nil)))
    #expect(elsewhere.bench.workspace.environment == nil)
  }

  @Test func anExchangeSentFromAFolderInsideTheWorkspaceIsSentInTheEnvironmentOfItsCollection() {
    var app = history()
    var exchange = past(1, origin: nil)
    exchange.origin = .init(root: "/collections/shop", address: "list.json")
    app.receive(.history(.opened(exchange, body: nil, sentBody: nil)))
    #expect(app.bench.workspace.environment == "local")
    app.press("<F5>")
    let jobs = app.effects.compactMap { if case .send(let job) = $0 { job } else { nil } }
    #expect(jobs.map(\.origin) == [Exchange.Origin(root: "/collections", address: "shop/list.json")])
    #expect(jobs.map(\.environment) == ["local"])
  }

  @Test(
    arguments: [
      ("/a", "b/c.json", "/a/b", "c.json"), ("/a/b", "c.json", "/a/b", "c.json"), ("/a", "bc.json", "/a", "bc.json"),
      ("/a/b", "c.json", "/", "a/b/c.json"),
    ])
  func theFileOfAnExchangeIsNamedFromTheFolderThatIsOpen(root: String, path: String, seen: String, shown: String) {
    let origin = Exchange.Origin(root: root, address: Address(path))
    let expected = Exchange.Origin(root: seen, address: Address(shown))
    #expect(origin.seen(from: seen) == expected && origin.seen(from: "/a/other") == origin)
  }

  @Test func theRequestOfAnExchangeIsFoundInTheTree() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: "shop/orders/create.json"), body: nil, sentBody: nil)))
    app.press("o")
    #expect(app.effects == [.open("shop/orders/create.json")])
    app.expectOnScreen("╭ Collections")
    #expect(app.bench.selectedNode?.address == "shop/orders/create.json")
  }

  @Test func aRequestThatIsGoneSaysSo() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: "gone.json"), body: nil, sentBody: nil)))
    app.press("o")
    app.expectOnScreen("This request is not in the collections")
  }

  @Test func aRequestOfAnotherWorkspaceIsNotSaidToBeGone() {
    var app = history()
    var exchange = past(1, origin: "shop/list.json")
    exchange.origin?.root = "/other"
    app.receive(.history(.opened(exchange, body: nil, sentBody: nil)))
    app.press("o")
    app.expectOnScreen("This request is of another workspace: /other")
  }

  @Test func escapeGoesBackToWhatWasShownBefore() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: nil), body: nil, sentBody: nil)))
    app.press("<Esc>")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
    app.expectOnScreen("▾ shop")
  }

  @Test func everyLetterOfTheFilterAsksAndOldAnswersAreDropped() {
    var app = history()
    app.press("/ cr")
    #expect(app.effects == [.listHistory(query: "c"), .listHistory(query: "cr")])
    app.receive(.history(.listed(query: "cr", [entries[1]], total: 4)))
    app.expectNotOnScreen("200 GET  list")
    app.receive(.history(.listed(query: "c", entries, total: 4)))
    app.expectNotOnScreen("200 GET  list")
    app.expectOnScreen("404 POST create")
    app.press("<Esc>")
    #expect(app.effects == [.listHistory(query: "")])
  }

  @Test(arguments: [("List orders", "request: List orders"), ("", "request: localhost/list")])
  func theExchangesOfOneRequestAreListedUnderItsNameOrURL(name: String, shown: String) {
    var app = Harness.shop()
    var entry = entries[0]
    (entry.name, entry.requestID) = (name, RequestID("r7f3a9c21"))
    app.press("H")
    app.receive(.history(.listed(query: "", [entry], total: 1)))
    app.press("f")
    #expect(app.effects == [.listHistory(query: "request:r7f3a9c21")])
    app.expectOnScreen("│/\(shown) ")
    app.expectNotOnScreen("r7f3a9c21")
    app.press("f")
    #expect(app.effects == [.listHistory(query: "")])
    app.expectNotOnScreen("/\(shown)")
  }

  @Test func aNewExchangeLeavesTheSelectionWhereItWas() {
    var app = history()
    app.press("<Down>")
    app.receive(.history(.listed(query: "", [Self.entry(5, "GET", "new", .status(200))] + entries, total: 5)))
    #expect(app.bench.panes[HistoryPane.self].selectedEntry?.id == Self.id(2))
  }

  @Test func anUnreadableHistorySaysWhy() {
    var app = Harness.shop()
    app.press("H")
    app.receive(.history(.failed(Problem("The history is locked"))))
    app.expectOnScreen("│The history is locked")
    app.press("j k <Enter> 1 o G")
    #expect(app.effects.isEmpty)
  }

  @Test func twoExchangesOfTheListAreCompared() {
    var app = history()
    app.press("<Space> <Space>")
    app.expectNotOnScreen("◆")
    app.press("=")
    app.expectOnScreen("Marked — select another exchange, then = compares both")
    app.expectOnScreen("│200 GET  ◆ list")
    app.press("=")
    app.expectOnScreen("This exchange is the marked one")
    app.press("<Down> <Down> =")
    #expect(app.effects.last == .history(.compare(Self.id(1), Self.id(3))))
    app.press("<Esc> <Home> <Space>")
    app.expectNotOnScreen("◆")
  }

  @Test func aResponseIsComparedWithAnyExchangeOfHistory() {
    var app = history()
    app.receive(.history(.opened(past(1, origin: nil), body: nil, sentBody: nil)))
    app.press("3 g =")
    app.expectOnScreen("Compare exchange with")
    app.type("slow")
    app.press("<Enter>")
    #expect(app.effects == [.history(.compare(Self.id(1), Self.id(4)))])
  }

  @Test func aComparisonIsReadAndClosed() {
    var app = history()
    var other = past(2, origin: nil)
    other.sent?.method = "POST"
    app.press("<Space> <Down> <Down> =")
    app.expectOnScreen("Comparing")
    app.expectOnScreen("Esc cancels")
    let compared = ComparedExchanges(ExchangeDiff(past(1, origin: nil), other))
    app.receive(.history(.compared(Self.id(1), Self.id(3), compared)))
    app.expectOnScreen("~ Method: GET → POST")
    app.expectNotOnScreen("Comparing")
    app.press("<Esc>")
    app.expectNotOnScreen("~ Method")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test(arguments: ["<Esc>", "<C-c>", "z z <Esc>"]) func aCancelledComparisonEndsAndOpensNothing(key: String) {
    var app = history()
    let compared = ComparedExchanges(ExchangeDiff(past(1, origin: nil), past(2, origin: nil)))
    app.press("<Space> <Down> <Down> =")
    app.press(key)
    #expect(app.effects == [.history(.stopComparing)] && app.bench.overlays.isEmpty)
    app.receive(.history(.compared(Self.id(1), Self.id(3), compared)))
    #expect(app.bench.overlays.isEmpty)
    app.press("<Down> =")
    app.receive(.history(.compared(Self.id(1), Self.id(3), compared)))
    app.expectOnScreen("Comparing")
    app.receive(.ended(.history(.compare(Self.id(1), Self.id(4)))))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func whatIsTypedDuringAComparisonActsOnItInOrder() {
    var app = history()
    let compared = ComparedExchanges(ExchangeDiff(past(1, origin: nil), past(2, origin: nil)))
    app.press("<Space> <Down> <Down> =")
    app.press("q <Down>")
    app.expectOnScreen("Comparing")
    #expect(app.effects.isEmpty && app.bench.panes[HistoryPane.self].selectedEntry?.id == Self.id(3))
    app.receive(.history(.compared(Self.id(1), Self.id(3), compared)))
    #expect(app.bench.overlays.isEmpty && app.bench.panes[HistoryPane.self].selectedEntry?.id == Self.id(4))
  }

  @Test func theKeyThatSendsWaitsForTheResult() {
    var app = history()
    app.press("<Space> <Down> <Down> = <F5>")
    #expect(app.sentID == nil)
    app.expectOnScreen("Comparing")
    app.receive(.message(WaitingScreen.Completion(work: .history(.compare(Self.id(1), Self.id(3))))))
    #expect(app.effects.isEmpty && app.bench.overlays.isEmpty)
  }

  @Test(arguments: [[], [PaneOutput.failure("Not compared")]])
  func whatIsTypedForAResultThatDoesNotComeDoesNothing(outputs: [PaneOutput]) {
    var app = history()
    app.press("<Space> <Down> <Down> =")
    app.press("d")
    let work = Effect.history(.compare(Self.id(1), Self.id(3)))
    app.receive(.message(WaitingScreen.Completion(work: work, outputs: outputs)))
    #expect(app.effects.isEmpty && app.bench.overlays.isEmpty)
    app.press("d")
    #expect(app.effects == [.history(.delete(Self.id(3), run: nil))])
  }

  @Test func anExchangeThatTheUserHasMarkedIsDeletedAfterAQuestion() {
    var app = history()
    var entries = app.bench.panes[HistoryPane.self].entries
    entries[0].annotation = Annotation(tags: ["slow"], isPinned: true)
    app.receive(.history(.listed(query: "", entries, total: entries.count)))
    app.press("d")
    #expect(app.effects == [])
    app.expectOnScreen("It is pinned, tagged slow. u restores it.")
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
    app.press("d d")
    #expect(app.effects == [.history(.delete(entries[0].id, run: nil))])
    app.press("u")
    #expect(app.effects == [.history(.restore(entries[0].id))])
  }
}
