import Foundation
import RequestLoad
import RequestModel
import RequestRuns
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct RunPaneTests {
  private func titles(_ app: Harness) -> [String] {
    (0..<app.bench.runPane.count).compactMap { app.bench.runPane.row(at: $0)?.request.title }
  }

  @Test func failuresComeFirstWhateverEndedFirst() {
    var app = Harness.running(2)
    app.tell(RunResult.iteration(0, fails: false))
    app.tell(RunResult.iteration(1))
    #expect(titles(app).prefix(2) == ["Create order", "odd"])
    #expect(titles(app)[2...] == ["remove", "list", "remove", "list", "Create order"])
    app.endRun()
    #expect(titles(app)[2...] == ["Create order", "list", "remove", "list", "remove"])
  }

  @Test func theHeadCountsWhatIsDoneAndLeft() {
    var app = Harness.running(10)
    app.tell(RunResult.iteration(), after: 2)
    app.expectOnScreen("4 of 40 requests")
    app.expectOnScreen("10 %")
    app.expectOnScreen("2 passed · 2 failed · 18 s left · 2.0/s · 2 s so far")
    #expect(app.effects == [])
    app.receive(.woke(now: Date(timeIntervalSince1970: 1_000_004)))
    app.expectOnScreen("36 s left · 1.0/s · 4 s so far")
    #expect(app.effects == [.wake(after: .milliseconds(100))])
  }

  @Test func theSelectionStaysOnItsResult() {
    var app = Harness.running(3)
    app.tell(RunResult.iteration(0, fails: false))
    app.press("j j")
    #expect(app.bench.runPane.selected?.request.title == "Create order")
    app.tell(RunResult.iteration(1))
    #expect(app.bench.runPane.selected?.request.title == "Create order")
    guard case .result(let row, _)? = app.bench.runPane.selected else { return #expect(Bool(false)) }
    #expect(row.iteration == 0)
  }

  @Test func enterShowsTheResponseAndEscapeClosesItFirst() {
    var app = Harness.ran()
    app.press("<Enter>")
    #expect(app.effects == [.openExchange(.sample(1))])
    #expect(app.bench.focusedPane == .response)
    app.receive(.history(.opened(.answered(.sample(1), status: 500, reason: "Broken"), body: nil, sentBody: nil)))
    app.expectOnScreen("500 Broken")
    app.press("<Tab> j j")
    #expect(app.effects.last == .openExchange(.sample(2)))
    app.press("<Tab> <Esc>")
    #expect(app.bench.showsRun && app.bench.focusedPane == .sidebar)
    app.expectNotOnScreen("500 Broken")
    app.press("<Esc>")
    #expect(!app.bench.showsRun && app.bench.workspace.subject == .folder("shop"))
  }

  @Test func onlyFailuresAreShownOnRequest() {
    var app = Harness.ran()
    app.press("G f")
    #expect(titles(app) == ["Create order", "odd"])
    app.expectOnScreen("failed only")
    app.press("j f")
    #expect(titles(app).count == 4 && app.bench.runPane.selected?.request.title == "odd")
  }

  @Test func theFailureOfTheSelectedResultIsToldInFull() {
    var app = Harness.ran(columns: 60)
    app.press("j")
    app.expectOnScreen("Cannot connect to localhost:8080: connection refused —")
    app.expectOnScreen("is the server running?")
  }

  @Test func allChecksOfTheSelectedResultAreListedTheFailedOnesFirst() {
    var app = Harness.running()
    var result = RunResult.sample("shop/list.json", "list", failing: ["expected 200, got 500", "body has no error"])
    result.checks.insert(LogEvent.Check("duration less 500", isPassed: true, detail: ""), at: 0)
    app.tell([result])
    app.expectOnScreen("✗ status equals 200: expected 200, got 500")
    app.expectOnScreen("✗ body has no error")
    app.expectOnScreen("✓ duration less 500")
    #expect(app.screen.range(of: "✗ body")!.lowerBound < app.screen.range(of: "✓ duration")!.lowerBound)
  }

  @Test func anAnswerWithoutAStatusIsOk() {
    var app = Harness.running()
    let result = RunResult.sample("shop/list.json", "list", "STDIO", status: Response.Head.noStatus)
    app.tell([result])
    app.expectOnScreen("pass ok  \("STDIO".shortMethod)")
  }

  @Test func checksWithoutRoomAreCounted() {
    var app = Harness.running()
    var result = RunResult.sample("shop/list.json", "list", failing: ["expected 200, got 500"])
    result.checks += (1...20).map { LogEvent.Check("check \($0)", isPassed: true, detail: "") }
    app.tell([result])
    app.expectOnScreen("✗ status equals 200: expected 200, got 500")
    app.expectOnScreen("more: ⏎ shows them")
  }

  @Test func aClickBelowTheListSelectsNothing() {
    var app = Harness.running(10)
    for number in 0..<10 { app.tell(RunResult.iteration(number)) }
    app.press("g g")
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 10, row: 20)))))
    #expect(app.bench.runPane.window.selected == 0)
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 10, row: 7)))))
    #expect(app.bench.runPane.window.selected == 2)
  }

  @Test func theHeaderNamesNoEnvironmentBesideThatOfTheRun() {
    let header = Harness.ran().screen.split(separator: "\n").first ?? ""
    #expect(header.contains("Run ▸ shop") && !header.contains("env"))
  }

  @Test func aSmallScreenTellsTheFirstFailure() {
    var app = Harness.running(columns: 40, rows: 12)
    app.tell([.sample("shop/list.json", "list", failing: ["expected 200, got 500", "body has no error"])])
    app.expectOnScreen("✗ status equals 200: expected 200, …")
  }

  @Test func requestsLeftOutAfterAHardCheckAreCounted() {
    var app = Harness.running()
    app.tell(Array(RunResult.iteration().prefix(1)))
    var totals = RunTotals()
    (totals.iterations, totals.leftOutRequests) = (1, 3)
    app.receive(.run(1, .ended(totals, now: Date(timeIntervalSince1970: 1_000_002))))
    app.expectOnScreen("Failed  1 of 1 request  3 left out after a failure")
  }

  @Test(arguments: ["Q", "<C-c>"]) func aRunIsStopped(key: String) {
    var app = Harness.running(5)
    app.tell(RunResult.iteration())
    app.press(key)
    #expect(app.effects == [.run(.stop)])
    app.expectOnScreen("Stopping…")
    app.endRun(.interrupted)
    app.expectOnScreen("Stopped  4 requests")
    app.expectNotOnScreen("Interrupted")
    app.press("Q")
    #expect(app.effects == [])
  }

  @Test func aRunGoesOnOutOfSight() {
    var app = Harness.running(5)
    app.press("<Esc>")
    app.tell(RunResult.iteration())
    app.expectOnScreen("run 4/20 · 2 failed")
    app.press("<C-c>")
    app.expectOnScreen("The run shop continues")
    app.press("X")
    #expect(app.bench.showsRun && app.bench.overlays.isEmpty)
    app.press("g R")
    app.endRun()
    app.expectOnScreen("Run shop: 4 requests, 2 failed")
    #expect(app.effects.contains(.listHistory(query: "")))
  }

  @Test func aRunIsRunAgainAsAWholeOrWhatFailed() {
    var app = Harness.ran()
    app.press("g F")
    #expect(app.job?.requests.map(\.path) == ["shop/orders/create.json", "shop/odd.json"])
    app.press("X")
    #expect(app.job == nil)
    app.expectOnScreen("The run is in progress: Q stops it")
    app.receive(.run(2, .ended(RunTotals(), now: Date(timeIntervalSince1970: 1_000_009))))
    app.press("g F")
    app.expectOnScreen("Nothing failed")
    app.press("X")
    #expect(app.job?.requests.count == 2 && app.job?.number == 3)
  }

  @Test func aRequestThatIsDeletedCountsUntilTheRunEndsAndComesBackWithAnUndo() {
    var app = Harness.running()
    var tree = CollectionTree.shop
    tree.nodes.removeAll { $0.address == "shop/list.json" }
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: tree)))
    #expect(app.bench.runPane.run?.expected == 4)
    app.tell(RunResult.iteration())
    app.endRun()
    app.press("X")
    #expect(app.job?.requests.map(\.path) == ["shop/orders/create.json", "shop/remove.json", "shop/odd.json"])
    let kept = RunJob(folder: "shop", name: "shop", requests: ["shop/list.json", "shop/remove.json"])
    var followed = kept
    followed.follow(Relocation("shop/list.json", to: nil, in: "/collections"))
    #expect(followed == kept)
    #expect(RunForm(followed, in: app.bench.workspace).tickedCount == 1)
    app.receive(.workspace(.placed("shop/list.json", from: nil, tree: .shop)))
    #expect(RunForm(followed, in: app.bench.workspace).tickedCount == 2)
  }

  @Test func whatFailedIsRunAgainInItsIterationsOnly() {
    var app = Harness.running(3)
    for number in 0..<3 { app.tell(RunResult.iteration(number, fails: number > 0)) }
    app.endRun()
    app.press("g F")
    #expect(
      app.job?.iterations == ["shop/orders/create.json": [1, 2], "shop/odd.json": [1, 2]])
    app.receive(.run(2, .started(.sample(2), iterations: 3)))
    app.receive(.run(2, .results([RunResult.iteration(1)[0]], now: Date(timeIntervalSince1970: 1_000_001))))
    app.expectOnScreen("1 of 4 requests")
  }

  @Test func aResultOfAnotherWorkspaceIsNotLookedForInThisOne() {
    var app = history()
    app.press("<Enter>")
    var result = RunResult.sample("shop/list.json", "list")
    result.root = "/other"
    app.receive(.found(.opened(.sample(1), [result], isLast: true)))
    app.press("o")
    #expect(app.bench.showsRun)
    app.expectOnScreen("This request is of another workspace: /other")
  }

  @Test func eventsOfAnEarlierRunAreDropped() {
    var app = Harness.ran()
    app.press("X")
    app.tell(RunResult.iteration())
    #expect(app.bench.runPane.count == 0)
  }

  @Test func aProblemWithTheFilesIsTold() {
    var app = Harness.runForm()
    app.press("<F5>")
    app.receive(.run(1, .failed(Problem("Cannot read rows.csv: No such file or directory"))))
    app.expectOnScreen("Not run")
    app.expectOnScreen("Cannot read rows.csv")
    #expect(!app.bench.runPane.isRunning)
  }

  @Test func aLongRunTellsItsEndToWhoLooksElsewhere() {
    var app = Harness.running()
    app.bench.apply(Settings(Array(#"{ "notices": { "show": "desktop", "after": 1 } }"#.utf8)))
    app.receive(.focused(false))
    app.tell(RunResult.iteration())
    app.endRun()
    let alert = Alert(kind: .desktop, text: "Run shop: 4 requests, 2 failed after 2.00 s")
    #expect(app.effects.contains(.terminal(.alert(alert))))
    app.expectNotOnScreen("Run shop: 4 requests")
  }

  @Test func theResponseIsClosedWhenSomethingElseIsShown() {
    var app = Harness.ran()
    app.press("<Enter> <Tab> j o")
    #expect(!app.bench.showsRun && app.bench.workspace.subject == .request("shop/odd.json"))
    app.press("g R")
    #expect(app.bench.showsRun && app.bench.focusedPane == .sidebar && !app.bench.runPane.showsResponse)
  }

  @Test func theFormIsShownInThePlaceOfTheRun() {
    var app = Harness.ran()
    app.press("<Enter>")
    _ = app.bench.route([.focus(.request)])
    #expect(!app.bench.showsRun && app.bench.focusedPane == .request)
  }

  // MARK: Questions

  @Test(arguments: [
    ("y", RunAnswer.allow(.once)), ("A", .allow(.always)), ("<Esc>", .no),
  ])
  func scriptsNeedConsent(key: String, answer: RunAnswer) {
    var app = Harness.running()
    app.receive(.run(1, .asks(.init([.scripts]))))
    app.expectOnScreen("Allow scripts of the collection?")
    app.press(key)
    #expect(app.effects == [.run(.answer(answer))])
  }

  @Test func filesAreAllowedForGood() {
    var app = Harness.running()
    app.receive(.run(1, .asks(.init([.file("/tmp/a"), .file("/tmp/b"), .vault]))))
    app.expectOnScreen("always for these files")
    app.press("f")
    #expect(app.effects == [.run(.answer(.allow(.files)))])
  }

  @Test func valuesAreTypedOrLeftOut() {
    var app = Harness.running()
    let question = PromptQuestion(name: "code", question: "The code", suggestion: "", isSecret: true)
    app.receive(.run(1, .prompts(question)))
    app.press("12 <Enter>")
    #expect(app.effects == [.run(.answer(.value("12")))])
    app.receive(.run(1, .prompts(question)))
    app.press("<Esc>")
    #expect(app.effects == [.run(.answer(.no))])
    app.receive(.run(1, .prompts(question)))
    app.expectOnScreen("Esc skips this request")
    app.press("<C-n>")
    #expect(app.effects == [.run(.answer(.never))])
  }

  @Test func aQuestionOfARunStopsItWithControlC() {
    var app = Harness.running(5)
    app.receive(.run(1, .prompts(PromptQuestion(name: "code", question: "The code"))))
    app.press("<C-c>")
    #expect(app.effects == [.run(.stop)] && app.bench.overlays.isEmpty)
    app.expectOnScreen("Stopping…")
  }

  @Test(arguments: ["s", "<C-c>"]) func theQuestionAboutScriptsStopsTheRun(key: String) {
    var app = Harness.running(5)
    app.receive(.run(1, .asks(.init([.scripts]))))
    app.press(key)
    #expect(app.effects == [.run(.stop)] && app.bench.overlays.isEmpty)
  }

  @Test(arguments: [false, true]) func theLoginThatARunWaitsForIsShownAgain(isLoad: Bool) {
    var app = isLoad ? Harness.loading() : Harness.running(2)
    let id = ExchangeID.sample(1)
    app.receive(.run(1, .login(id, Login(url: "https://auth.test/authorize", acceptsRedirect: true))))
    app.expectOnScreen("Log in at auth.test")
    app.press("<Esc>")
    app.expectOnScreen("Waiting for the login at auth.test: t shows it again")
    app.press("t")
    #expect(app.effects == [])
    app.expectOnScreen("Log in at auth.test")
    app.receive(.run(1, .loginEnded(id)))
    app.expectNotOnScreen("auth.test")
    app.press("t")
    #expect(app.bench.notice == Notice(.information, "The run does not wait for a login"))
  }

  @Test func aLoadAsksOnceForAllItsRequests() {
    var app = Harness.loading()
    app.receive(.run(1, .prompts(PromptQuestion(name: "code", question: "The code"))))
    app.expectOnScreen("Esc skips what needs it")
  }

  @Test func theTimeThatTheUserTakesDoesNotCount() {
    var app = Harness.running(10)
    app.tell(RunResult.iteration(), after: 2)
    app.receive(.run(1, .prompts(PromptQuestion(name: "code", question: "The code"))))
    app.receive(.run(1, .resumed(after: .seconds(60))))
    app.press("<Esc>")
    app.tell(RunResult.iteration(1), after: 64)
    app.expectOnScreen("16 s left · 2.0/s · 4 s so far")
  }

  @Test func controlCStopsTheRunOnTheScreenNotTheRequestBehindIt() {
    var app = Harness.shop()
    app.press("<F5>")
    app.receive(.exchange(app.sentID!, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.press("g r <F5>")
    app.receive(.run(1, .started(.sample(), iterations: 1)))
    app.press("<C-c>")
    #expect(app.effects == [.run(.stop)])
  }

  @Test func controlCSaysWhichRequestBehindARunItCancels() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.press("g r <F5>")
    app.receive(.run(1, .started(.sample(), iterations: 1)))
    app.endRun()
    app.press("<C-c>")
    #expect(app.effects == [.cancel(id)])
    app.expectOnScreen("Cancelled GET")
  }

  @Test func aStoppedRequestHasNotFailed() {
    var app = Harness.running(5)
    var stopped = RunResult.sample("shop/remove.json", "remove", "DELETE", iteration: 1)
    (stopped.outcome, stopped.checks) = (.cancelled, [])
    app.tell(RunResult.iteration() + [stopped])
    app.press("Q")
    app.endRun(.interrupted)
    app.expectOnScreen("Stopped  5 requests")
    app.expectOnScreen("2 passed · 2 failed · 1 stopped")
    app.press("f")
    #expect(titles(app) == ["Create order", "odd"])
  }

  @Test func aRequestWithoutATypedValueWasSkipped() {
    var app = Harness.running(5)
    var skipped = RunResult.sample("shop/remove.json", "remove", "DELETE")
    (skipped.outcome, skipped.checks, skipped.exchange) = (.skipped, [], nil)
    skipped.note = "No value was typed for {{otp}}"
    app.tell([skipped])
    app.expectOnScreen("skip")
    app.expectOnScreen("No value was typed for {{otp}}")
    app.expectOnScreen("0 failed · 1 skipped")
  }

  @Test func longTimesHaveTwoUnits() {
    var app = Harness.running(10_000)
    app.tell(RunResult.iteration(), after: 8)
    app.expectOnScreen("22 h 13 min left")
    app.receive(.woke(now: Date(timeIntervalSince1970: 1_000_400)))
    app.expectOnScreen("46 d left")
    app.expectOnScreen("6 min 40 s so far")
  }

  @Test func theKeyOfRunsShowsTheOneUnderWayAndSaysSo() {
    var app = Harness.running(5)
    app.press("<Esc> X")
    #expect(app.bench.showsRun)
    app.expectOnScreen("A run is in progress: Q stops it")
  }

  @Test func aRunMakesTheLastResponseOfItsRequestsStale() {
    var app = Harness.shop()
    let old = ExchangeSummary(
      id: .sample(9), startedAt: Date(timeIntervalSince1970: 900_000), method: "GET", url: "http://localhost",
      name: "list", result: .status(200), duration: .milliseconds(3), bodySize: 10)
    app.bench.workspace.items["shop/list.json"].lastExchange = old
    app.press("g r <F5>")
    app.receive(.run(1, .started(.sample(), iterations: 1)))
    app.tell([.sample("shop/list.json", "list")])
    #expect(app.bench.workspace.items["shop/list.json"].lastExchange == nil)
    app.endRun()
    #expect(app.effects.contains { if case .findLast? = $0.work(HistoryEffect.self) { true } else { false } })
  }

  @Test func aSmallScreenHasTheTimeThatIsLeftOfALoad() {
    Harness.loading(columns: 40, rows: 12).expectOnScreen("18 s left")
  }

  // MARK: History

  private func history() -> Harness {
    var app = Harness.shop()
    var entries = (1...2).map { number in
      ExchangeSummary(
        id: .sample(number), startedAt: Date(timeIntervalSince1970: 1_000_000), method: "GET", url: "http://localhost",
        name: "list", result: .status(200), duration: .milliseconds(3), bodySize: 10)
    }
    entries[0].run = .sample(1)
    entries[1].run = .sample(2)
    entries[1].run?.startedAt = Date(timeIntervalSince1970: 900_000)
    app.press("H")
    app.receive(.history(.listed(query: "", entries, total: 2)))
    return app
  }

  @Test func aRunOfHistoryIsOpenedAndClosed() {
    var app = history()
    app.expectOnScreen("⏎ results")
    app.press("<Enter>")
    #expect(app.effects == [.run(.open(.sample(1)))])
    app.expectOnScreen("Reading the results from history…")
    app.receive(.found(.opened(.sample(1), Array(RunResult.iteration().prefix(2)), isLast: false)))
    #expect(titles(app) == ["Create order", "list"])
    app.receive(.found(.opened(.sample(2), RunResult.iteration(), isLast: true)))
    app.receive(.found(.opened(.sample(1), Array(RunResult.iteration().dropFirst(2)), isLast: true)))
    #expect(titles(app) == ["Create order", "odd", "list", "remove"])
    app.expectOnScreen("Failed  2 of 4 requests")
    app.press("X")
    app.expectOnScreen("‹ local ›")
    #expect(!app.bench.overlays.isEmpty)
    app.press("<Esc> <Esc>")
    #expect(app.bench.leftPane == .history)
  }

  @Test(arguments: [(120, "FAIL run shop: 4 requests, 2 failed "), (80, "FAIL shop ")])
  func aRunOfHistoryKeepsItsNameWhereRoomIsScarce(columns: Int, title: String) {
    var app = Harness.shop(columns: columns, rows: 24)
    var entry = ExchangeSummary(
      id: .sample(1), startedAt: Date(timeIntervalSince1970: 1_000_000), method: "GET", url: "http://localhost",
      name: "list", result: .status(200), duration: .milliseconds(3), bodySize: 10)
    entry.run = .sample(1)
    app.press("H")
    app.receive(.history(.listed(query: "", [entry], total: 1)))
    app.expectOnScreen(title)
  }

  @Test func theSelectionIsOnTheRunThatWasOpened() {
    var app = history()
    app.press("j <Enter>")
    app.receive(.found(.opened(.sample(2), RunResult.iteration(), isLast: true)))
    app.press("<Esc>")
    #expect(app.bench.leftPane == .history && app.bench.panes[HistoryPane.self].selectedEntry?.id == .sample(2))
  }

  @Test func theNextMarkIsOnARun() {
    var app = history()
    app.press("<Space>")
    app.expectOnScreen("Marked — select another run, then = compares both")
  }

  @Test func twoRunsOfHistoryAreCompared() {
    var app = history()
    app.press("<Space> j =")
    guard case .compare(let new, let old?)? = app.effects.last?.work(RunEffect.self) else {
      return #expect(Bool(false))
    }
    #expect(new == .sample(1) && old.id == RecordedRun.sample(2).id)
    app.receive(.found(.compared(old: old, RunResult.iteration(fails: false), new: new, RunResult.iteration())))
    app.expectOnScreen("2 newly failing · 2 same")
    app.press("f")
    #expect(titles(app) == ["Create order", "odd"])
    app.press("<Esc>")
    #expect(titles(app).count == 4)
  }

  @Test func aRunIsComparedWithTheOneBefore() {
    var app = Harness.ran()
    app.press("=")
    #expect(app.effects == [.run(.compare(.sample(1), with: nil))])
    app.receive(.ended(.run(.compare(.sample(1), with: nil))))
    app.receive(.found(.failed(Problem("There is no earlier run of shop in history"))))
    app.expectOnScreen("There is no earlier run of shop")
    app.expectOnScreen("Failed  2 of 4 requests")
  }

  @Test func aCancelledComparisonDoesNotTakeTheScreen() {
    var app = Harness.ran()
    app.press("= <Esc>")
    app.receive(.found(.compared(old: .sample(2), RunResult.iteration(), new: .sample(1), RunResult.iteration())))
    #expect(app.bench.overlays.isEmpty)
    app.expectOnScreen("Failed  2 of 4 requests")
  }

  // MARK: Load

  @Test func theFailuresOfALoadAreShownOnNarrowScreens() {
    let app = Harness.loading(columns: 40, rows: 12)
    app.expectOnScreen("2400 sent · 14 failed (0.63 %)")
  }

  @Test func aLoadShowsItsFiguresLive() {
    var app = Harness.loading()
    app.expectOnScreen("Load  200.0/s for 30s")
    app.expectOnScreen("18 s left")
    app.expectOnScreen("2400 sent · 183.8/s finished · 14 failed (0.63 %) · 3 in flight")
    app.expectOnScreen("████████")
    app.press("<Enter>")
    app.expectOnScreen("A load test has only figures; history keeps none of its exchanges")
    app.press("<Esc>")
    app.expectOnScreen("run 2205 · 14 failed")
    app.press("g R Q")
    #expect(app.effects == [.run(.stop)])
    app.receive(.run(1, .loadEnded(.sample, now: Date(timeIntervalSince1970: 1_000_013))))
    app.expectOnScreen("Ended  200.0/s for 30s")
    for key in ["g F", "f", "=", "o", "<Enter>"] {
      app.press(key)
      app.expectOnScreen("A load test has only figures; history keeps none of its exchanges")
    }
    app.press("X")
    #expect(app.job?.settings.load == LoadSettings(.rate(200), for: .seconds(30)))
  }

  @Test func theFiguresOfALoadScroll() {
    var app = Harness.loading(columns: 60, rows: 14)
    app.expectOnScreen("lines below")
    app.expectNotOnScreen("timed out")
    app.press("G")
    app.expectOnScreen("shop/list.json")
    app.expectNotOnScreen("lines below")
    app.press("g g j j j j j j")
    app.expectOnScreen("timed out")
    app.press("g g")
    app.expectOnScreen("Rate ")
    app.receive(.input(.mouse(Mouse(.wheelDown, at: Point(column: 10, row: 6)))))
    app.expectNotOnScreen("Rate ")
  }

  // MARK: Size

  @Test func tenThousandResultsCostAScreenful() {
    var app = Harness.running(10_000)
    for number in 0..<10 {
      app.tell((0..<1_000).flatMap { _ in RunResult.iteration(number, fails: number == 0) })
    }
    #expect(app.bench.runPane.count == 31_000)
    app.press("G")
    app.expectOnScreen("list #1")
    #expect(app.bench.runPane.window.selected == 30_999)
  }
}
