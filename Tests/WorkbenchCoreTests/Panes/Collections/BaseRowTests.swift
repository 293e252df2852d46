import RequestModel
import Testing

@testable import WorkbenchCore

/// Rows that a collection has from its base, and the question before it uses one.
@Suite struct BaseRowTests {
  private func app(_ inheritance: CollectionNode.Inheritance, pending: CollectionBase? = nil) -> Harness {
    var app = Harness.shop()
    var tree = CollectionTree.shop
    for index in tree.nodes.indices { tree.nodes[index].inheritance = inheritance }
    tree.pendingBases = pending.map { [.init(collection: Address(""), base: $0)] } ?? []
    app.receive(.workspace(.loaded(tree)))
    app.press("1")
    return app
  }

  @Test func inheritedRowsAreMarkedAndStayInTheBase() {
    var app = app(.inherited)
    app.expectOnScreen("list            ↑")
    app.press("d")
    app.expectOnScreen("It belongs to the base: save an edit to override it here")
    app.press("r")
    #expect(app.effects.isEmpty)
  }

  @Test func changesAreMarkedAndDeletingThemShowsTheBase() {
    var app = app(.overriding)
    app.expectOnScreen("list           ↑*")
    app.press("r")
    app.expectOnScreen("It overrides a request of the base")
    app.press("<Esc> d")
    app.expectOnScreen("shows the base again")
  }

  @Test func aBaseIsUsedOnceTheUserAllowsIt() {
    let git = CollectionBase.git(RepositoryBase(url: "https://example.com/a.git", revision: "v1"))
    var app = app(.none, pending: git)
    app.press("t")
    app.expectOnScreen("Use the base https://example.com/a.git at v1?")
    app.press("y")
    #expect(app.effects == [.files(.samples, .useBase(of: Address("")))])
  }
}
