import Foundation
import RequestLoad
import RequestModel
import RequestRuns
import Testing

@testable import WorkbenchCore

@Suite struct RunFormTests {
  private let preview = DataPreview([["name": "ada", "age": 36], ["name": "grace", "age": 45]], of: 2)

  @Test func enterRunsAllRequestsOfTheFolderInItsEnvironment() {
    var app = Harness.runForm()
    app.expectOnScreen("Run shop")
    app.expectOnScreen("‹ local ›")
    app.press("<Enter>")
    #expect(app.bench.overlays.isEmpty && app.bench.showsRun)
    #expect(
      app.job?.requests.map(\.path) == [
        "shop/orders/create.json", "shop/list.json", "shop/remove.json", "shop/odd.json",
      ])
    var settings = RunSettings()
    settings.environment = "local"
    #expect(app.job?.name == "shop" && app.job?.settings == settings)
    #expect(app.job?.environments == ["/collections/shop": "local"])
  }

  @Test func aRequestIsTheOnlyOneThatIsTicked() {
    var app = Harness.shop()
    app.press("g r")
    app.expectOnScreen("1 of 4 requests")
    app.expectOnScreen("[x] GET  list")
    app.expectOnScreen("[ ] POST Create order")
    app.press("<F5>")
    #expect(app.job?.requests == ["shop/list.json"])
  }

  @Test func spaceTicksAndLettersMoveRequests() {
    var app = Harness.runForm()
    app.press("<Space> J K J <F5>")
    #expect(app.job?.requests.map(\.path) == ["shop/remove.json", "shop/list.json", "shop/odd.json"])
  }

  @Test func allRequestsAreTickedOrNone() {
    var app = Harness.runForm()
    app.press("a")
    app.expectOnScreen("0 of 4 requests")
    app.press("<Enter>")
    app.expectOnScreen("No request is ticked: Space ticks one, a all")
    app.press("a <Enter>")
    #expect(app.job?.requests.count == 4)
  }

  @Test func lettersMoveAndChooseWhereNothingIsTyped() {
    var app = Harness.runForm()
    app.press("<Tab> j l")
    app.expectOnScreen("‹ live ›")
    app.press("h")
    app.expectOnScreen("‹ local ›")
    app.press("k l j j 5 <F5>")
    #expect(app.job?.settings.load == LoadSettings(.rate(5), for: .seconds(30)))
  }

  @Test func theListIsLeftUpwardsWithLettersToo() {
    var app = Harness.runForm()
    app.press("k <Right> <F5>")
    #expect(app.job?.settings.stopsAtFailure == true)
  }

  @Test func settingsAreTypedAndChosen() {
    var app = Harness.runForm()
    app.press("<Tab> <Tab> <Right> <Tab> 20 <Tab> 0.5 <Tab> <Tab> <Space> <F5>")
    let settings = app.job?.settings
    #expect(settings?.environment == "live" && settings?.iterations == 20)
    #expect(settings?.delay == .milliseconds(500) && settings?.stopsAtFailure == true)
    #expect(app.job?.environments == ["/collections/shop": "live"])
  }

  @Test(arguments: [
    ("<Tab> <Tab> <Tab> x", "Iterations: type a number"), ("<Tab> <Tab> <Tab> <Tab> -1", "Delay: type seconds"),
    ("<Tab> <Right> <Tab> <Tab> x", "Rate: type requests in a time"),
    ("<Tab> <Right> <Tab> <Tab> <Tab> x", "For: type a length of time"),
    ("<Tab> <Left> <Tab> <Tab> x", "Users: type a number"),
  ])
  func aMistakeIsToldAndNothingRuns(keys: String, message: String) {
    var app = Harness.runForm()
    app.press(keys + " <F5>")
    #expect(app.job == nil && !app.bench.overlays.isEmpty)
    app.expectOnScreen(message)
  }

  @Test func loadIsMadeAtARateOrByUsers() {
    var app = Harness.runForm()
    app.press("<Tab> <Right> <Tab> <Tab> 600/min <Tab> 5m <F5>")
    #expect(app.job?.settings.load == LoadSettings(.rate(10), for: .seconds(300)))
    app.receive(.run(1, .failed(Problem("Nothing was sent"))))
    app.press("e")
    app.expectOnScreen("‹ load at a rate ›")
    app.press("<Tab> <Right> <F5>")
    #expect(app.job?.settings.load == LoadSettings(.users(10), for: .seconds(300)))
  }

  @Test func theRowsOfADataFileAreShownAndCounted() {
    var app = Harness.runForm()
    app.press("<S-Tab> <S-Tab> rows.csv")
    #expect(app.effects.last == .run(.readData(path: "rows.csv")))
    app.press("<F5>")
    app.expectOnScreen("Wait until the data file is read")
    app.receive(.found(.data(path: "rows.cs", .failure(Problem("Cannot read rows.cs")))))
    app.expectNotOnScreen("Cannot read rows.cs:")
    app.receive(.found(.data(path: "rows.csv", .success(preview))))
    app.expectOnScreen("2 rows: name, age")
    app.expectOnScreen("2: one for each row")
    app.expectOnScreen("grace")
    app.press("<F5>")
    #expect(app.job?.settings.dataFile == "rows.csv" && app.job?.settings.iterations == nil)
  }

  @Test func aBrokenDataFileIsNotRun() {
    var app = Harness.runForm()
    app.press("<S-Tab> <S-Tab> rows.csv")
    app.receive(.found(.data(path: "rows.csv", .failure(Problem("rows.csv:2:1 — a field has no closing quote")))))
    app.expectOnScreen("rows.csv:2:1 — a field has no closing quote")
    app.press("<F5>")
    #expect(app.job == nil)
  }

  @Test func thePathOfADataFileIsCompleted() {
    var app = Harness.runForm()
    app.press("<S-Tab> <S-Tab> ro <C-Space>")
    #expect(app.effects.last == .imports(.complete("ro")))
    app.receive(.completed("ro", by: "rows.", others: ["rows.csv", "rows.json"]))
    app.expectOnScreen("rows.csv  rows.json")
    #expect(app.effects == [.run(.readData(path: "rows."))])
  }

  @Test func unsavedEditsAreRunAsTheyAreOnTheScreen() {
    var app = Harness.shop()
    app.press("e <Path> /x <Enter> g r <F5>")
    #expect(app.job?.edits.keys.map(\.path) == ["shop/list.json"])
  }

  @Test func theNextFormOfAFolderBeginsWithItsLastRun() {
    var app = Harness.runForm()
    app.press("<Space> <Tab> <Tab> <Tab> 7 <F5>")
    app.receive(.run(1, .failed(Problem("Nothing was run"))))
    app.press("<Esc> X")
    app.expectOnScreen("3 of 4 requests")
    app.press("<F5>")
    #expect(app.job?.settings.iterations == 7 && app.job?.number == 2)
  }

  @Test func escapeGoesToTheListAndThenCloses() {
    var app = Harness.runForm()
    app.press("<Tab> <Esc>")
    #expect(!app.bench.overlays.isEmpty)
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty && !app.bench.showsRun)
  }
}
