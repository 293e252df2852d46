import RequestModel
import Testing

@testable import WorkbenchCore

/// The environments of the workspace, seen from a collection in it.
@Suite struct WorkspaceEnvironmentTests {
  private static let file: Address = "environments/dev.json"
  private static let dev = SavedFile.sample(
    .environment, ["variables": [["name": "base", "value": "http://dev"], ["name": "token", "secret": true]]])

  private func app() -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    var scope = RequestContext.shop
    scope.environments.append(
      Environment(
        name: "dev", variables: [Variable("base", .value("http://dev")), Variable("token", .secret)]))
    scope.environmentOwners = ["dev": "/collections"]
    app.receive(.workspace(.scope("shop/list.json", scope)))
    return app
  }

  /// Shows the form of the environment of the workspace.
  private func opened() -> Harness {
    var app = app()
    app.press("<F9> G")
    app.receive(.workspace(.opened(Self.file, .success(Self.dev))))
    app.receive(
      .workspace(
        .scope(Self.file, RequestContext(collection: "/collections", environments: [Environment(name: "dev")]))))
    return app
  }

  @Test func theListSaysWhereEachIsFromAndStaysThatOfTheCollection() {
    var app = app()
    app.press("v")
    app.expectOnScreen("shop, sets base")
    app.expectOnScreen("workspace, sets base, token")
    app.press("<Esc> <F9>")
    app.press("G")
    #expect(app.effects == [.open(Self.file)])
    #expect(app.bench.workspace.subject == .globals(Self.file, from: "/collections/shop"))
    app.receive(.workspace(.opened(Self.file, .success(Self.dev))))
    app.expectOnScreen("✓ local shop")
    app.expectOnScreen("  live shop")
    app.expectOnScreen("  dev workspace")
    app.expectOnScreen("http://dev")
    app.press("k")
    #expect(app.bench.workspace.subject == .environment("shop/environments/live.json"))
  }

  @Test func anEnvironmentOfTheNameOfItsCollectionSaysItOnce() {
    var app = app()
    var scope = RequestContext.shop
    scope.environments += [Environment(name: "shop"), Environment(name: "workspace")]
    scope.environmentOwners = ["workspace": "/collections"]
    app.receive(.workspace(.scope("shop/list.json", scope)))
    let origins = ["local", "shop", "workspace"].map { app.bench.workspace.origin(ofEnvironment: $0) }
    #expect(origins == ["shop", "collection", "workspace"])
  }

  @Test func itIsUsedByTheCollectionAndItsVariablesSayWhereTheyAreFrom() {
    var app = app()
    app.press("v dev <Enter>")
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "dev"])
    app.press("<F3>")
    app.expectOnScreen("workspace environment dev")
    app.press("base <Enter>")
    #expect(app.effects == [.open(Self.file)])
  }

  @Test func itsSecretsAreKeptForTheWorkspace() {
    var app = opened()
    app.press("e G k e hunter2 <Enter>")
    let place = SecretPlace(collection: "/collections", environment: "dev", name: "token")
    #expect(app.effects.contains(.files(.samples, .secret(place, .set("hunter2")))))
  }

  @Test func aRenameIsFollowedByTheCollectionsThatUseIt() {
    var app = opened()
    app.press("<Enter>")
    app.press("r <C-u> test <Enter>")
    #expect(app.effects == [.rename(Self.file, to: "test")])
    app.receive(.workspace(.placed("environments/test.json", from: Self.file, tree: .shop)))
    #expect(app.bench.workspace.chosenEnvironments["/collections/shop"] == "test")
    #expect(app.bench.workspace.subject == .globals("environments/test.json", from: "/collections/shop"))
    app.expectOnScreen("✓ test workspace")
  }

  @Test func aNewOneIsMadeBesideTheSelectedOne() {
    var app = opened()
    app.press("n test <Enter>")
    #expect(app.effects == [.create(.environment, in: "environments", name: "test")])
    app.receive(.workspace(.placed("environments/test.json", from: nil, tree: .shop)))
    app.expectOnScreen("  test workspace")
    app.press("<Home> j")
    app.press("n own <Enter>")
    #expect(app.effects == [.create(.environment, in: "shop/environments", name: "own")])
  }
}
