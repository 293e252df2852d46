import RequestModel
import Testing

@testable import WorkbenchCore

/// The variables of `workspace.json`, which all collections share.
@Suite struct GlobalsTests {
  private static let file: Address = "workspace.json"

  @Test func theGlobalsHaveAFormAboveTheEnvironments() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F10>")
    #expect(app.effects == [.open(Self.file)])
    app.receive(.workspace(.opened(Self.file, .success(SavedFile(empty: .workspace)))))
    app.expectOnScreen("workspace  workspace.json")
    app.expectOnScreen("Workspace globals")
    app.expectOnScreen("✓ local")
    app.press("1 j")
    #expect(app.bench.workspace.subject == .environment("shop/environments/local.json"))
    app.press("<Home>")
    #expect(app.bench.workspace.subject == .globals(Self.file, from: "/collections/shop"))
  }

  @Test func theFirstVariableMakesTheFile() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F10>")
    app.receive(.workspace(.opened(Self.file, .success(SavedFile(empty: .workspace)))))
    #expect(app.bench.workspace.unsaved == [])
    app.press("a team <Tab> blue <Enter> <C-s>")
    let saved = SavedFile.sample(.workspace, ["variables": [["name": "team", "value": "blue"]]])
    #expect(app.effects.last == .files(.samples, .save(Self.file, saved, overwriting: false)))
  }

  @Test func theFileInForceIsTheOneThatIsShown() {
    var app = Harness.shop(columns: 120, rows: 24)
    var scope = RequestContext.shop
    scope.sharedPath = "/workspace.json"
    scope.shared = [Variable("team", .value("blue"))]
    app.receive(.workspace(.scope("shop/list.json", scope)))
    app.press("<F3> team <Enter>")
    #expect(app.bench.workspace.subject == .globals("../workspace.json", from: "/collections/shop"))
    #expect(app.effects == [.open("../workspace.json")])
  }

  @Test func aSecretOfTheGlobalsIsKeptForTheCollection() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F10>")
    let file = SavedFile.sample(.workspace, ["variables": [["name": "token", "secret": true]]])
    app.receive(.workspace(.opened(Self.file, .success(file))))
    app.press("<Down> e hunter2 <Enter>")
    let place = SecretPlace(collection: "/collections/shop", environment: nil, name: "token")
    #expect(app.effects.contains(.files(.samples, .secret(place, .set("hunter2")))))
  }

  @Test func theGlobalsAreNoEnvironmentToUseRenameOrDelete() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F10>")
    app.receive(.workspace(.opened(Self.file, .success(SavedFile(empty: .workspace)))))
    app.press("1")
    for key in ["<Enter>", "r", "c", "d", "="] {
      app.press(key)
      #expect(app.effects == [], "\(key)")
      app.expectOnScreen("Select an environment first")
      app.press("<Esc>")
      app.press("<F10> 1")
    }
  }
}
