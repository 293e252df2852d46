import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct PlainScreenTests {
  private func plain(_ size: Size = Size(columns: 60, rows: 20)) -> Harness {
    var app = Harness.shop(size)
    app.bench.apply(Settings(Array(#"{ "plain": true }"#.utf8)))
    return app
  }

  /// The row that a screen reader says.
  private func spoken(_ app: Harness) -> String {
    let frame = app.bench.render()
    guard let row = frame.cursor?.row else { return "" }
    return (0..<frame.size.columns).map { frame[$0, row].text }.joined().split(separator: " ").joined(separator: " ")
  }

  @Test func thereAreNoLinesAndOnePaneAtATime() {
    let app = plain(Size(columns: 160, rows: 48))
    #expect(!app.screen.contains { "╭╮╰╯─│▾▸●⏎".contains($0) })
    app.expectOnScreen("Collections")
    app.expectNotOnScreen("Response")
  }

  @Test func theCursorFollowsTheSelection() {
    var app = plain()
    #expect(spoken(app) == "GET list")
    app.press("<Down>")
    #expect(spoken(app) == "DEL remove")
    app.press("<Up> <Tab>")
    #expect(spoken(app).hasPrefix("GET {{base}}"))
  }

  @Test func aKeyChangesTheRowsItMust() {
    var app = plain()
    let before = app.screen.split(separator: "\n", omittingEmptySubsequences: false)
    app.press("<Down>")
    let after = app.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let changed = zip(before, after).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    // The selection itself is a matter of styles and the cursor: only the title and the URL of the request have changed,
    // and the footer, which has no keys for a file that was not read.
    #expect(changed == [0, 1, 19])
  }

  @Test func aDialogIsAlone() {
    var app = plain()
    app.press("?")
    app.expectNotOnScreen("GET  list")
    app.press("<Esc> :")
    app.expectNotOnScreen("GET  list")
    #expect(app.bench.render().cursor != nil)
  }

  @Test func theKeyOfAMessageThatIsCutIsWhole() {
    var app = plain(Size(columns: 40, rows: 12))
    app.receive(.notice(Notice(.information, "1 request with unsaved edits from last time")))
    app.expectOnScreen("1 request with unsaved edits...  ! more")
  }

  @Test func theCommandSaysWhereTheKeysGo() {
    var app = plain()
    app.press(":")
    app.type("where am i")
    app.press("<Enter>")
    #expect(app.bench.notice == Notice(.information, "Collections: GET list"))
  }

  @Test func theSelectedTabIsInBracketsAndIsSaid() {
    var app = plain(Size(columns: 80, rows: 20))
    app.press("2")
    app.expectOnScreen("[Params]")
    app.press("]")
    app.expectOnScreen("[Headers]")
    app.expectNotOnScreen("[Params]")
    app.press(":")
    app.type("where am i")
    app.press("<Enter>")
    #expect(app.bench.notice?.text.hasPrefix("The request, tab Headers: ") == true)
  }

  @Test func theHeadingOfATableIsOnlyItsNames() {
    var app = plain(Size(columns: 80, rows: 20))
    app.press("2")
    let heading = app.screen.split(separator: "\n").first { $0.contains("Name") && $0.contains("Value") }
    #expect(heading?.contains("yes") == false)
    app.expectOnScreen("yes page")
  }

  @Test(arguments: [("{}", 100), (#"{"motion": "reduced"}"#, 1000), (#"{"plain": true}"#, 1000)])
  func theClockOfARunningRequestIsAsStillAsTheSettingsSay(settings: String, milliseconds: Int) {
    var app = Harness.shop()
    app.bench.apply(Settings(Array(settings.utf8)))
    app.press("<F5>")
    let sent = app.sentID
    #expect(sent != nil)
    if let sent { app.receive(.exchange(sent, .started(app.bench.workspace.now))) }
    let step = app.effects.compactMap { if case .wake(let step) = $0 { step } else { nil } }
    #expect(step == [.milliseconds(milliseconds)])
  }

  @Test func theOptionHoldsWhateverTheSettingsSay() {
    var program = Program(
      size: Size(columns: 80, rows: 24), starts: [WorkspaceStart(root: "/collections")], isPlain: true, seed: 1)
    #expect(!program.render().text.contains("╭"))
    _ = program.update(.settings(Settings(Array(#"{"plain": false}"#.utf8))))
    #expect(!program.render().text.contains("╭"))
  }
}
