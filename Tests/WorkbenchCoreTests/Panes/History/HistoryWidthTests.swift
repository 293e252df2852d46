import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The list of history has the columns that its rows need where there is room.
@Suite struct HistoryWidthTests {
  private func history(_ names: [String], columns: Int) -> Harness {
    var app = Harness.shop(columns: columns, rows: 30)
    app.press("H")
    app.receive(.history(.listed(query: "", Self.entries(names), total: names.count)))
    return app
  }

  private static func entries(_ names: [String]) -> [ExchangeSummary] {
    names.enumerated().map { index, name in
      ExchangeSummary(
        id: ExchangeID("00000000-0000-4000-8000-00000000000\(index)")!, startedAt: Date(timeIntervalSince1970: 50_000),
        method: "GET", url: "http://localhost/", name: name, result: .status(200), duration: .milliseconds(3),
        bodySize: 10)
    }
  }

  private let long = "List the orders of last month of all shops"

  @Test(arguments: [100, 120, 160, 220]) func aNameIsWholeWhereTheScreenHasRoom(columns: Int) {
    let app = history(["list", long], columns: columns)
    app.expectOnScreen("│200 GET  \(long)")
    app.expectOnScreen("13:53││")
    #expect(app.bench.layout.request!.columns >= 40)
  }

  @Test func theOtherPanesKeepFortyColumnsAndSmallScreensTheirSidebar() {
    let name = String(repeating: "long ", count: 40)
    let widths = [80, 99, 100, 160].map { history([name], columns: $0).bench.layout.sidebar!.columns }
    #expect(widths == [24, 25, 60, 120])
    let short = [80, 100, 160].map { history(["list"], columns: $0).bench.layout.sidebar!.columns }
    #expect(short == [24, 26, 41])
  }

  @Test func aFilterDoesNotMoveThePanes() {
    var app = history(["list", long], columns: 120)
    let before = app.bench.layout
    app.press("/ list")
    app.receive(.history(.listed(query: "list", Self.entries(["list"]), total: 2)))
    #expect(app.bench.layout == before)
  }

  @Test func aMovedBorderIsKeptForTheListAndNotForTheCollections() {
    var app = history(["list", long], columns: 120)
    let width = app.bench.layout.sidebar!.columns
    app.press("<")
    #expect(app.bench.layout.sidebar!.columns == width - 2)
    #expect(app.bench.layoutChoices.sidebarPart == nil)
    app.press("<Esc>")
    #expect(app.bench.layout.sidebar!.columns == 31)
  }
}
