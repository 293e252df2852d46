import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct LayoutTests {
  private static let sizes = [
    (160, 48), (100, 30), (80, 24), (60, 16), (59, 15), (40, 12), (20, 6), (19, 5), (1, 1), (0, 0), (7, 200), (300, 2),
  ]

  @Test func resizingKeepsTheStateAndFillsTheScreen() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("2 <Down> e xyz")
    let before = app.screen
    for (columns, rows) in Self.sizes + Self.sizes.reversed() {
      app.receive(.resized(Size(columns: columns, rows: rows)))
      let frame = app.bench.render()
      #expect(frame.size == Size(columns: columns, rows: rows))
      #expect(frame.cells.count == columns * rows)
      if let cursor = frame.cursor { #expect(Rect(frame.size).contains(cursor), "\(columns)×\(rows)") }
    }
    app.receive(.resized(Size(columns: 100, rows: 24)))
    #expect(app.screen == before)
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.query[0].value == "1xyz")
  }

  @Test func keysWorkAtEverySize() {
    for (columns, rows) in Self.sizes {
      var app = Harness.shop(columns: columns, rows: rows)
      app.sendAndAnswer { .answered($0) }
      for keys in [
        "j k G g <PgDn>", "2 ]]] G <Up> e <Esc>", "3 ]]] G /", "<Esc> : x <Esc>", "? <PgDn> <Esc>", "H / x <Esc>",
        "v <Esc>", "n a <Esc>", "q <Esc>",
      ] {
        app.press(keys)
        #expect(app.bench.render().size == Size(columns: columns, rows: rows))
      }
    }
  }

  @Test func aScreenThatIsTooSmallSaysWhatItNeeds() {
    Harness.shop(columns: 19, rows: 5).expectScreen("Window too small\nNeeds 20×6\n\n\n")
  }

  @Test func aSmallScreenShowsThePaneInUse() {
    var app = Harness.shop(columns: 59, rows: 15)
    app.expectOnScreen("╭ Collections")
    app.expectNotOnScreen("╭ Response")
    app.press("<Tab> <Tab>")
    app.expectOnScreen("╭ Response")
    app.expectNotOnScreen("╭ Collections")
    app.press("<Tab>")
    app.expectOnScreen("╭ Collections")
    app.press("<S-Tab>")
    app.expectOnScreen("╭ Response")
  }

  @Test func whatBecameOfARequestIsToldWhereItsPaneIsOutOfSight() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.sendAndAnswer { .answered($0) }
    app.expectNotOnScreen("╭ 200 OK")
    app.expectOnScreen("200 OK · 143 ms")
    var wide = Harness.shop(columns: 120, rows: 30)
    wide.sendAndAnswer { .answered($0) }
    wide.press("1 z")
    wide.expectNotOnScreen("╭ 200 OK")
    wide.expectOnScreen("200 OK · 143 ms")
    wide.expectOnScreen("env ")
  }

  @Test func aMediumScreenGivesMostRowsToTheResponse() {
    let app = Harness.shop(columns: 80, rows: 24)
    for title in ["╭ Collections", "╭ list", "╭ Response"] { app.expectOnScreen(title) }
    #expect(app.bench.layout.sidebar == Rect(column: 0, row: 1, columns: 24, rows: 22))
    #expect(app.bench.layout.address == Rect(column: 24, row: 1, columns: 56, rows: 1))
    #expect(app.bench.layout.request == Rect(column: 24, row: 2, columns: 56, rows: 8))
    #expect(app.bench.layout.response == Rect(column: 24, row: 10, columns: 56, rows: 13))
  }

  @Test func aWideScreenPutsTheResponseBesideTheRequest() {
    let layout = Layout(size: Size(columns: 160, rows: 48), focus: .request, isZoomed: false)
    #expect(layout.sidebar == Rect(column: 0, row: 1, columns: 41, rows: 46))
    #expect(layout.request == Rect(column: 41, row: 2, columns: 54, rows: 45))
    #expect(layout.response == Rect(column: 95, row: 2, columns: 65, rows: 45))
  }

  @Test(arguments: [(60, 16), (80, 24), (99, 30), (100, 30), (120, 40), (160, 48), (300, 100)])
  func noPaneChangesItsSizeWithTheFocus(columns: Int, rows: Int) {
    let size = Size(columns: columns, rows: rows)
    for isSplit in [false, true] {
      let layouts = Focus.allCases.map { Layout(size: size, focus: $0, isZoomed: false, isSplit: isSplit) }
      #expect(layouts.allSatisfy { $0 == layouts[0] })
    }
  }

  @Test func thePanesFillEverySizeWithoutOverlap() {
    var choices = LayoutChoices()
    choices.sidebarColumns = 200
    choices.requestRows = 999
    choices.requestColumns = 1
    for columns in Array(20...130) + [159, 160, 300] {
      for rows in Array(6...30) + [100] {
        for choices in [LayoutChoices(), choices] {
          let layout = Layout(
            size: Size(columns: columns, rows: rows), focus: .response, isZoomed: false, choices: choices)
          let parts = [layout.header, layout.footer, layout.address, layout.sidebar, layout.request, layout.response]
          let area = parts.compactMap { $0.map { $0.columns * $0.rows } }.reduce(0, +)
          #expect(area == columns * rows, "\(columns)×\(rows)")
          for part in parts.compactMap({ $0 }) { #expect(!part.isEmpty, "\(columns)×\(rows)") }
        }
      }
    }
  }

  @Test func theFocusedPaneHasRoomForARowAtEverySizeThatShowsIt() {
    for columns in [60, 80, 99, 100, 120] {
      for rows in 16...50 {
        for focus in Focus.allCases {
          let layout = Layout(size: Size(columns: columns, rows: rows), focus: focus, isZoomed: false)
          #expect(layout.contentRows(focus) >= 3, "\(columns)×\(rows) \(focus)")
        }
      }
    }
  }

  @Test func zoomGivesTheWholeScreenAndTakesItBack() {
    var app = Harness.shop()
    let before = app.screen
    app.press("z")
    app.expectNotOnScreen("╭ Response")
    app.press("z")
    #expect(app.screen == before)
  }

  // MARK: The mouse

  /// Clicks on the first place where `text` stands.
  private func click(_ text: String, in app: inout Harness) {
    let lines = app.screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = lines.firstIndex(where: { $0.contains(text) }), let range = lines[row].range(of: text) else {
      Issue.record("\"\(text)\" is not on the screen:\n\(app.screen)")
      return
    }
    let column = String(lines[row][..<range.lowerBound]).columns
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: column, row: row)))))
  }

  @Test func aClickSelectsInTheTreeAndASecondGoesToTheRequest() {
    var app = Harness.shop()
    click("DEL  remove", in: &app)
    #expect(app.effects == [.open("shop/remove.json")])
    #expect(app.bench.focusedPane == .sidebar)
    click("DEL  remove", in: &app)
    #expect(app.bench.focusedPane == .request)
    click("▸ orders", in: &app)
    app.expectOnScreen("Create order")
  }

  @Test func aClickBelowTheTreeDoesNothingToItsLastRow() {
    var app = Harness.shop()
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 5, row: 18)))))
    #expect(app.effects.isEmpty)
    #expect(app.bench.selectedNode?.address == "shop/list.json")
  }

  @Test func aClickSelectsTabsAndRowsOfTheForm() {
    var app = Harness.shop()
    click("debug", in: &app)
    #expect(app.bench.requestPane.selectedRow == .parameter(.query, 1))
    click("Options", in: &app)
    app.expectOnScreen("HTTP version")
  }

  @Test(arguments: [
    ("Headers 2", "headers"), ("Cookies 1", "cookies"), ("Timeline", "timeline"), ("Sent", "sent"),
  ])
  func aClickSelectsATabOfTheAnswer(title: String, tab: String) {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    click(title, in: &app)
    #expect(app.bench.responsePane.tabID == tab)
  }

  @Test func aClickSelectsTheRowOfTheBodyItHitsThoughASearchStandsAbove() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    click("\"name\"", in: &app)
    #expect(app.bench.responsePane.tab.view.window.selected == 2)
    app.press("/ Ada <Enter>")
    click("\"id\"", in: &app)
    #expect(app.bench.responsePane.tab.view.window.selected == 1)
  }

  @Test func theWheelScrollsWhatIsUnderIt() {
    var app = Harness.shop()
    app.sendAndAnswer {
      .answered($0, body: (0..<90).map { "line \($0)\n" }.joined(), headers: [Header("Content-Type", "text/plain")])
    }
    app.receive(.input(.mouse(Mouse(.wheelDown, at: Point(column: 60, row: 20)))))
    app.expectNotOnScreen("│ line 2 ")
    app.expectOnScreen("│ line 3 ")
    #expect(app.bench.focusedPane == .sidebar)
    app.receive(.input(.mouse(Mouse(.wheelUp, at: Point(column: 60, row: 20)))))
    app.expectOnScreen("│ line 0 ")
  }
}
