import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct DocsScreenTests {
  private static let markdown =
    "# Shop\n\nAll about **orders**.\n\n" + (1...60).map { "Paragraph \($0).\n\n" }.joined() + "The end of orders.\n"

  private func opened() -> Harness {
    var app = Harness.shop(columns: 80)
    app.press("B")
    app.receive(.docs("shop/list.json", Self.markdown))
    return app
  }

  private func first(_ app: Harness) -> Int? {
    (app.bench.overlays.last?.screen as? DocsScreen)?.first
  }

  @Test func theDocsOfTheShownRequestAreRead() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("B")
    #expect(app.effects.contains(.readDocs("shop/list.json")))
    app.receive(.docs("shop/other.json", "x"))
    #expect(first(app) == nil)
    app.receive(.docs("shop/list.json", Self.markdown))
    app.expectOnScreen("All about orders.")
    app.press("<Esc>")
    #expect(first(app) == nil)
    app.press("B <Esc>")
    app.receive(.docs("shop/list.json", Self.markdown))
    #expect(first(app) == nil)
  }

  @Test func theyAreScrolledAndSearched() {
    var app = opened()
    app.press("j j")
    #expect(first(app) == 2)
    app.press("G")
    app.expectOnScreen("The end of orders.")
    app.press("g / paragraph <Space> 30 <Enter>")
    app.expectOnScreen("Paragraph 30.")
    #expect(first(app) == 62)
    app.press("<Esc>")
    #expect(first(app) == 62)
    app.press("/ ORDERS <Enter> n")
    #expect(first(app) == 2)
  }

  @Test func unsavedEditsAreMentioned() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("e <Path> /x <Esc> B")
    app.receive(.docs("shop/list.json", Self.markdown))
    app.expectOnScreen("Unsaved edits are not shown here.")
  }
}
