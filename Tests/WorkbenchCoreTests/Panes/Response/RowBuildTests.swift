import RequestModel
import Testing

@testable import WorkbenchCore

/// Rows are worked out when what they show changes, not when they are drawn or moved through.
@Suite struct RowBuildTests {
  @Test func theTreeIsBuiltWhenItIsFoldedFilteredOrLoaded() {
    var app = Harness.shop()
    func builds() -> Int { app.bench.panes[CollectionsPane.self].rows.builds }
    let before = builds()
    app.press("j k G <Home>")
    _ = app.screen
    #expect(builds() == before)
    app.press("<Home> <Enter>")
    #expect(builds() == before + 1)
    app.press("<Enter> / x <Esc>")
    #expect(builds() == before + 4)
    app.receive(.workspace(.loaded(.shop)))
    #expect(builds() == before + 5)
  }

  @Test func theFormIsBuiltWhenItsRequestOrTabChanges() {
    var app = Harness.shop()
    app.press("2")
    func builds() -> Int { app.bench.requestPane.built.builds }
    let before = builds()
    app.press("j k j e x")
    _ = app.screen
    #expect(builds() == before)
    app.press("<Esc>")
    #expect(builds() == before + 1)
    app.press("]")
    #expect(builds() == before + 2)
  }

  @Test func aTabIsBuiltWhenItsPartOfTheResponseChanges() throws {
    var app = Harness.shop()
    func builds() -> Int { app.bench.responsePane.tab(HeadersTab.self)?.built.builds ?? 0 }
    app.sendAndAnswer { .answered($0) }
    let before = builds()
    app.press("3 ] j k / a <Esc> ] [ [")
    _ = app.screen
    #expect(builds() == before)
    app.sendAndAnswer { .answered($0, headers: [Header("x-b", "2")]) }
    // Sending clears the old headers before the new ones arrive.
    #expect(builds() == before + 2)
  }
}
