import Foundation
import RequestLoad
import RequestModel
import RequestRuns
import TerminalUI
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
    app.press("<Space> <A-j> <A-k> <A-j> <F5>")
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

  @Test func anEnvironmentThatIsGoneStartsNoRun() {
    var app = Harness.shop()
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "staging"]
    app.press("<Up> <Up> X")
    app.expectOnScreen("staging (gone)")
    app.press("<F5>")
    #expect(app.job == nil)
    app.expectOnScreen("Environment staging is gone: choose another or none")
    app.press("<Right> <F5>")
    #expect(app.job?.environments == ["/collections/shop": "local"])
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
    ("<Tab> <Tab> <Tab> x", "Iterations: a whole number from 1 to 10,000,000"),
    ("<Tab> <Tab> <Tab> <Tab> -1", "Delay: a time up to a day"),
    ("<Tab> <Right> <Tab> <Tab> x", "Rate: such as 200/s or 600/min, at most 100,000/s"),
    ("<Tab> <Right> <Tab> <Tab> <Tab> x", "For: type a length of time"),
    ("<Tab> <Left> <Tab> <Tab> x", "Users: a whole number from 1 to 100,000"),
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

  @Test func aMistakeIsSelectedWhereverTheCursorIs() {
    var app = Harness.runForm()
    app.press("<Tab> <Tab> <Tab> x <Tab> <Tab> <F5>")
    app.expectOnScreen("Iterations: a whole number")
    app.press("<BS> 7 <F5>")
    #expect(app.job?.settings.iterations == 7)
  }

  @Test func aDelayIsANumberOfSecondsOrATime() {
    for (typed, delay) in [("0.5", Duration.milliseconds(500)), ("5s", .seconds(5)), ("250ms", .milliseconds(250))] {
      var app = Harness.runForm()
      app.press("<Tab> <Tab> <Tab> <Tab> \(typed) <F5>")
      #expect(app.job?.settings.delay == delay)
    }
  }

  @Test func theFirstLineOfAPasteIsTaken() {
    var app = Harness.runForm()
    app.press("<Tab> <Tab> <Tab>")
    app.receive(.input(.paste("12\n34")))
    app.press("<F5>")
    #expect(app.job?.settings.iterations == 12)
  }

  @Test func aRequestHasAFormOfItsOwnAfterARunOfItsFolder() {
    var app = Harness.runForm()
    app.press("<Space> <F5>")
    app.receive(.run(1, .failed(Problem("Nothing was run"))))
    app.press("<Esc> <Down> <Down> g r")
    app.expectOnScreen("1 of 4 requests")
    app.expectOnScreen("[x] GET  list")
    app.press("<F5>")
    #expect(app.job?.requests == ["shop/list.json"])
    app.receive(.run(2, .failed(Problem("Nothing was run"))))
    app.press("<Esc> <Up> <Up> X")
    app.expectOnScreen("3 of 4 requests")
  }

  @Test func theNextFormOfARenamedFolderHasItsTitleAndTheLastChoice() {
    var app = Harness.runForm()
    app.press("<Space> <F5>")
    app.receive(.run(1, .failed(Problem("Nothing was run"))))
    app.press("<Esc>")
    let change = Relocation("shop", to: "store", in: "/collections")
    var tree = CollectionTree.shop
    for index in tree.nodes.indices {
      tree.nodes[index].address = change(tree.nodes[index].address) ?? tree.nodes[index].address
    }
    tree.nodes[0].title = "Corner store"
    app.receive(.workspace(.placed("store", from: "shop", tree: tree)))
    app.press("X")
    app.expectOnScreen("Run Corner store")
    app.expectOnScreen("3 of 4 requests")
  }

  @Test func repeatingWhatFailedChangesNoForm() {
    var app = Harness.ran()
    app.press("g F")
    #expect(app.job?.requests.count == 2)
    app.receive(.run(2, .failed(Problem("Nothing was run"))))
    app.press("<Esc> X <F5>")
    #expect(app.job?.requests.count == 4)
  }

  @Test func theFirstTickedRequestIsSelected() {
    var app = Harness.shop(columns: 100, rows: 24)
    app.press("X")
    app.expectOnScreen("1 of 4 requests")
    app.press("<Space>")
    app.expectOnScreen("0 of 4 requests")
  }

  @Test func clicksSelectTickAndChange() {
    var app = Harness.runForm()
    func click(_ column: Int, _ row: Int) {
      app.receive(.input(.mouse(Mouse(.press, at: Point(column: column, row: row)))))
    }
    // The second request: its name, then its box.
    click(20, 10)
    app.expectOnScreen("4 requests")
    click(3, 10)
    app.expectOnScreen("3 of 4 requests")
    // The environment: the first click selects it.
    click(20, 3)
    app.expectOnScreen("‹ local ›")
    click(20, 3)
    app.expectOnScreen("‹ live ›")
    click(20, 4)
    app.press("5 <F5>")
    #expect(app.job?.settings.iterations == 5 && app.job?.settings.environment == "live")
    #expect(app.job?.requests.count == 3)
  }

  @Test func aRequestIsFoundByItsName() {
    var app = Harness.runForm()
    app.press("/ remo <Enter> <Space> <F5>")
    #expect(app.job?.requests.map(\.path).contains("shop/remove.json") == false && app.job?.requests.count == 3)
  }

  @Test func aQuestionMarkShowsTheKeys() {
    var app = Harness.runForm()
    app.press("?")
    app.expectOnScreen("Keys of a run")
    app.press("<Esc> x")
    app.expectOnScreen("No command here: ? shows the keys")
  }

  @Test func longValuesOfADataFileHaveTheRoomThatIsThere() {
    var app = Harness.runForm()
    let long = "a value of more than thirty characters"
    app.press("<S-Tab> <S-Tab> rows.csv")
    app.receive(.found(.data(path: "rows.csv", .success(DataPreview([["name": .string(long), "n": 1]], of: 1)))))
    app.expectOnScreen(long)
  }

  @Test func theProblemOfADataFileIsToldOnce() {
    var app = Harness.runForm()
    app.press("<S-Tab> <S-Tab> lab")
    app.receive(.found(.data(path: "lab", .failure(Problem("lab is a folder — choose a CSV file")))))
    #expect(app.screen.components(separatedBy: "lab is a folder").count == 2)
  }
}
