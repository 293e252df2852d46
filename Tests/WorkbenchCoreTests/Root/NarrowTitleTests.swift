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

  /// The shown request has this name and an unsaved edit, and was answered.
  private func answered(_ name: String, environment: String = "local") -> String {
    var app = Harness(columns: 40, rows: 12)
    let nodes = [
      CollectionNode(address: "shop", depth: 0, kind: .folder(isCollection: true), title: "shop"),
      CollectionNode(address: "shop/list.json", depth: 1, kind: .request(method: "GET", id: nil), title: name),
    ]
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes))))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    let context = RequestContext(
      collection: "/collections/shop",
      environments: [Environment(name: environment, variables: [Variable("base", .value("http://localhost"))])])
    app.receive(.workspace(.scope("shop/list.json", context)))
    app.sendAndAnswer { .answered($0) }
    app.press("1 e <Path> /x <Esc>")
    return String(app.screen.prefix { $0 != "\n" })
  }

  @Test(arguments: 1...14) func theStatusStaysBesideANameOfAnyLength(length: Int) {
    let name = String(repeating: "n", count: length)
    let header = answered(name)
    let shown = length > 12 ? String(name.prefix(11)) : name + " "
    #expect(header.contains(" " + shown) && header.contains("200 OK") && header.contains("● 1 unsaved"), "\(header)")
  }

  @Test func aLongEnvironmentHidesNoUnsavedEdits() {
    let header = answered("n", environment: String(repeating: "long", count: 12))
    #expect(header.contains(" n ") && header.contains("200 OK") && header.contains("● 1 unsaved"), "\(header)")
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

  @Test(arguments: [
    ("g m", "╭ Move List all the…f a customer into ─╮"),
    ("r", "╭ Rename List all t…ers of a customer ─╮"),
    ("d", "╭ Delete List all t…rs of a customer? ─╮"),
  ])
  func theTitleOfADialogKeepsWhatIsAskedAboutALongName(keys: String, title: String) {
    var app = Harness(columns: 40, rows: 12)
    let name = "List all the orders of a customer"
    let nodes = [
      CollectionNode(address: "shop", depth: 0, kind: .folder(isCollection: true), title: "shop"),
      CollectionNode(address: "shop/list.json", depth: 1, kind: .request(method: "GET", id: nil), title: name),
    ]
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes))))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    app.press("1 " + keys)
    app.expectOnScreen(title)
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
