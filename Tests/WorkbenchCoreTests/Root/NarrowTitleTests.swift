import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Titles on narrow screens lose their least important part, and say so.
@Suite struct NarrowTitleTests {
  @Test(
    arguments: [
      (40, "shop", "shop │ pets ▸ orders ▸ create"), (28, "shop", "shop │ … ▸ orders ▸ create"),
      (20, "shop", "shop │ … ▸ create"), (12, "shop", "… ▸ create"), (8, "shop", "create"), (5, "shop", "crea…"),
      (24, nil, "pets ▸ orders ▸ create"), (21, nil, "… ▸ orders ▸ create"), (12, nil, "… ▸ create"), (0, nil, ""),
    ] as [(Int, String?, String)])
  func thePathLosesItsOuterFoldersFirst(columns: Int, workspace: String?, shown: String) {
    let path = Breadcrumbs(workspace: workspace, crumbs: ["pets", "orders", "create"])
    #expect(path.spans(columns: columns).map(\.text).joined() == shown)
  }

  @Test func theNameOfAComparedFileStaysInTheTitle() {
    var status = GitStatus.shop
    status.entries = [.sample("api/shop/orders/with/a/very/long/path/create.json", workTree: .modified)]
    var app = Harness.shop(columns: 40, rows: 12)
    app.receive(.git(.status(status)))
    app.press("<C-g> <Enter>")
    app.expectOnScreen("╭ …")
    app.expectOnScreen("path/create.json ")
  }

  /// The arrow that leads to more titles stands beside the last one.
  @Test(arguments: 14...40) func noTitleOfATabIsCut(columns: Int) {
    let titles: [TabBar.Title] = [("Body", ""), ("Headers", "2"), ("Cookies", "1"), ("Timeline", ""), ("Sent", "")]
    for selected in titles.indices {
      var canvas = Canvas(Frame(size: Size(columns: columns, rows: 1)))
      TabBar.draw(titles, selected: selected, into: &canvas)
      let text = canvas.frame.text
      let words = text.split { " ‹›\n".contains($0) }.map(String.init)
      let known = Set(titles.flatMap { [$0.title, $0.badge] })
      #expect(words.allSatisfy { known.contains($0) } && words.contains(titles[selected].title), "\(text)")
    }
  }
}
