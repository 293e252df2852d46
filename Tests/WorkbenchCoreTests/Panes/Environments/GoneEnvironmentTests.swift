import RequestModel
import Testing

@testable import WorkbenchCore

/// An environment whose file is gone, such as on another branch of git, is not replaced silently.
@Suite struct GoneEnvironmentTests {
  private func sent(by app: Harness) -> SendJob? {
    app.effects.lazy.compactMap { if case .send(let job) = $0 { job } else { nil } }.first
  }

  /// The context of the shop after files of environments were removed.
  private func scope(without gone: Set<String>) -> RequestContext {
    var scope = RequestContext.shop
    scope.environments.removeAll { gone.contains($0.name) }
    return scope
  }

  @Test(arguments: [["live"], ["live", "local"]] as [Set<String>])
  func aChosenEnvironmentThatIsGoneStaysChosenAndNothingIsSentBeforeAnotherChoice(gone: Set<String>) {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("v live <Enter>")
    app.receive(.workspace(.scope("shop/list.json", scope(without: gone))))
    app.expectOnScreen("env live (gone)")
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Environment live is gone: v chooses another or none")
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "live"])
    // It is back.
    var back = app
    back.receive(.workspace(.scope("shop/list.json", .shop)))
    back.expectNotOnScreen("(gone)")
    back.press("<F5>")
    #expect(sent(by: back)?.environment == "live")
    app.press("v")
    app.type("no env")
    app.press("<Enter> <F5>")
    app.expectOnScreen("env none")
    #expect(app.sentID != nil && sent(by: app)?.environment == nil)
  }

  @Test func aRememberedEnvironmentThatIsGoneIsNotReplacedAtTheStart() {
    var app = Harness(columns: 120, rows: 24)
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "staging"]
    app.receive(.workspace(.loaded(.shop)))
    app.open("shop/list.json", .list)
    app.expectOnScreen("env staging (gone)")
    app.press("<F5>")
    #expect(app.sentID == nil)
  }

  @Test(arguments: [["local"], ["live", "local"]] as [Set<String>])
  func anEnvironmentThatIsInUseWithoutAChoiceStaysInUseToo(gone: Set<String>) {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.workspace(.scope("shop/list.json", scope(without: gone))))
    #expect(app.bench.notice?.text == "Environment local is gone: v chooses another or none")
    app.expectOnScreen("env local (gone)")
    app.press("<F5>")
    #expect(sent(by: app) == nil)
  }
}
