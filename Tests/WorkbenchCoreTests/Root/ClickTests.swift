import RequestModel
import RequestRuns
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Texts beside the panes that do what they say when they are clicked.
@Suite struct ClickTests {
  @Test func theKeyOfTheURLBarSendsAndCancels() throws {
    var app = Harness.shop()
    let sending = app.click("F5 sends")
    let sent: [ExchangeID] = sending.compactMap { if case .send(let job) = $0 { job.id } else { nil } }
    let id = try #require(sent.first)
    let cancelling = app.click("Ctrl+C cancels")
    #expect(cancelling.contains(.cancel(id)))
  }

  @Test(arguments: [(100, 24), (36, 12)])
  func theEnvironmentOpensTheListOfThem(columns: Int, rows: Int) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.click("env local")
    #expect(app.bench.overlays.last?.screen is Picker)
    app.expectOnScreen("live")
  }

  @Test func theHintsOfTheFooterPressTheirKeys() {
    var app = Harness.shop()
    app.press("1")
    app.click(": commands")
    #expect(app.bench.overlays.count == 1)
    app.click("Esc close")
    #expect(app.bench.overlays.isEmpty)
    app.press("2")
    app.click("] tab")
    #expect(app.bench.requestPane.shownTab(in: app.bench.context(.request)) == .headers)
    app.press("<A-4>")
    app.click("Esc cancel")
    #expect(app.bench.pending == PendingKeys())
  }

  @Test(arguments: [(100, 24), (40, 12)]) func aRowOfAListIsChosenByAClick(columns: Int, rows: Int) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.click("env local")
    app.click("No environment")
    #expect(app.bench.overlays.isEmpty && app.bench.workspace.environment == nil)
    // Beside the rows, a click chooses nothing.
    app.press("v")
    app.click("Environment")
    #expect(app.bench.overlays.count == 1)
  }

  @Test func aRowOfTheListOfEverythingIsOpenedByAClick() {
    var app = Harness.shop()
    app.press("<C-p>")
    app.type("list")
    var clicked = app
    app.press("<Enter>")
    clicked.mouse(.press, Point(column: 10, row: 4))
    #expect(clicked.bench.overlays.isEmpty && clicked.effects == app.effects)
  }

  @Test func aChoiceOfAQuestionIsAnsweredByAClick() {
    var app = Harness.shop()
    app.press("1 d")
    var clicked = app
    app.press("d")
    let effects = clicked.click("d    delete")
    #expect(clicked.bench.overlays.isEmpty && !effects.isEmpty && effects == app.effects)
  }

  @Test func theSecondPressOfADoubleClickDoesNotAnswerWhatTheFirstHasOpened() {
    var (app, asked) = (Harness.shop(), Harness.shop())
    asked.press("1 d")
    app.press("1 :")
    app.type("delete")
    let point = app.place(of: "⏎ run")
    app.mouse(.press, point)
    #expect(app.bench.overlays == asked.bench.overlays)
    app.receive(.input(.mouse(Mouse(.press, at: point, clicks: 2))))
    app.receive(.input(.mouse(Mouse(.press, at: app.place(of: "d    delete"), clicks: 3))))
    #expect(app.bench.overlays == asked.bench.overlays && app.effects.isEmpty)
    #expect(!app.click("d    delete").isEmpty)
  }

  @Test(arguments: [(100, 24), (40, 12)])
  func aRowOfHelpIsSelectedByAClickAndItsKeyChangedByASecond(columns: Int, rows: Int) {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("?")
    func selected() -> String? { (app.bench.overlays.last?.screen as? HelpScreen)?.selected?.name }
    let first = selected()
    app.mouse(.press, Point(column: 5, row: 8))
    let second = selected()
    #expect(second != nil && second != first)
    var clicked = app
    clicked.mouse(.press, Point(column: 5, row: 8))
    #expect(clicked.bench.overlays.last?.screen is KeyCapture)
    // The hint of the footer does the same.
    app.click("⏎ change key")
    #expect(app.bench.overlays == clicked.bench.overlays)
  }

  @Test func aClickInTheFoundRowsOfHelpEndsTyping() {
    var app = Harness.shop()
    app.press("? / undo")
    app.click("Undo the last rename")
    let screen = app.bench.overlays.last?.screen as? HelpScreen
    #expect(screen?.selected?.name == "collections.undoDelete" && screen?.filter?.isOpen == false)
  }

  @Test func aClickOnAMessageThatCoversTheHintsOfADialogRemovesIt() {
    var app = Harness.shop()
    app.press("1 :")
    app.type("delete")
    let (point, overlays) = (app.place(of: "⏎ run"), app.bench.overlays)
    app.receive(.notice(Notice(.success, "Saved shop/list.json")))
    app.expectNotOnScreen("⏎ run")
    app.mouse(.press, point)
    #expect(app.bench.notice == nil && app.bench.overlays == overlays && app.effects.isEmpty)
    app.expectOnScreen("⏎ run")
    // Nor does a double click press the hint that it uncovered.
    app.receive(.input(.mouse(Mouse(.press, at: point, clicks: 2))))
    #expect(app.bench.overlays == overlays)
    app.click("⏎ run")
    #expect(app.bench.overlays != overlays)
  }

  @Test func aRowOfATableIsSelectedByAClickAndActsOnASecond() {
    var app = Harness.shop()
    let rows = ["one row", "other row"].map { text in
      TableScreen.Row(cells: [Span(text)], action: .information("Chose \(text)"))
    }
    _ = app.bench.route(.open(TableScreen(title: "Rows", columns: ["Name"], rows: rows)))
    app.click("other row")
    #expect((app.bench.overlays.last?.screen as? TableScreen)?.window.selected == 1)
    app.click("other row")
    #expect(app.bench.overlays.isEmpty && app.bench.notice == Notice(.information, "Chose other row"))
  }

  @Test func aClickOnAMessageShowsAllOfThem() {
    var app = Harness.shop()
    app.receive(.notice(Notice(.success, "Saved shop/list.json")))
    app.click("Saved shop/list.json")
    #expect(app.bench.overlays.last?.screen is TextScreen)
  }

  @Test func aMessageDoesNotCoverTheHintsOfWhatAClickOpens() {
    var app = Harness.shop()
    app.receive(.notice(Notice(.success, "Saved shop/list.json")))
    app.click("env local")
    app.expectOnScreen(" ⏎ choose  Esc close")
  }

  @Test func theSizeOfHistoryOpensHistory() {
    var app = Harness.shop()
    app.click("history 0")
    #expect(app.bench.leftPane == .history && app.bench.focusedPane == .sidebar)
    app.press("3")
    app.click("history 0")
    #expect(app.bench.leftPane == .history && app.bench.focusedPane == .sidebar)
    app.press("<Esc> :")
    app.click("history 0")
    #expect(app.bench.leftPane == .collections && app.bench.overlays.count == 1)
  }

  @Test func aRunOutOfSightIsShownByAClickOnItsProgress() {
    var app = Harness.running(5)
    app.press("<Esc>")
    app.tell(RunResult.iteration())
    #expect(!app.bench.showsRun)
    app.click("run 4/20")
    #expect(app.bench.showsRun)
  }

  @Test func workInTheFooterIsCancelledByItsHint() {
    var app = Harness.shop()
    app.receive(.workspace(.base("Fetching the base …")))
    let cancel = Effect.files(app.bench.workspace.id, .cancelBase)
    let elsewhere = app.click("Fetching the base")
    #expect(!elsewhere.contains(cancel))
    let onHint = app.click("Ctrl+C cancels")
    #expect(onHint.contains(cancel))
  }

  @Test func tabsAreClickableWhereNotAllFit() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.press("2")
    func tab() -> String { app.bench.requestPane.shownTab(in: app.bench.context(.request)).title }
    app.click("›")
    #expect(tab() == "Options")
    app.click("‹")
    #expect(tab() == "Body")
    app.click("Auth")
    #expect(tab() == "Auth")
  }
}
