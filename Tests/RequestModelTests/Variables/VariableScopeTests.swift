import Testing

@testable import RequestModel

@Suite struct VariableScopeTests {
  private static let scope = {
    var collection = FolderSettings(variables: [Variable("x", .value("collection")), Variable("only", .value("here"))])
    collection.path = "/c/collection.json"
    var folder = FolderSettings(variables: [Variable("x", .value("folder"))])
    folder.path = "/c/orders/folder.json"
    let environment = Environment(
      name: "local",
      variables: [Variable("x", .value("off"), off: true), Variable("key", .secret), Variable("x", .value("local"))])
    return VariableScope(
      builtIn: ["x": "built in"], folders: [collection, folder], environment: environment,
      environmentPath: "/c/environments/local.json", overrides: ["key": "typed"])
  }()

  @Test func everyVariableInForceNamesItsOriginAndWhatItOverrides() throws {
    #expect(Self.scope.inForce.map(\.name) == ["key", "only", "x"])
    let x = try #require(Self.scope.inForce("x"))
    #expect(
      x.winner
        == ScopedVariable(
          variable: Variable("x", .value("local")), layer: .environment, path: "/c/environments/local.json"))
    #expect(x.overridden.map(\.variable.text) == ["folder", "collection", "built in"])
    #expect(x.overridden.map(\.path) == ["/c/orders/folder.json", "/c/collection.json", nil])
    #expect(!x.isSecret)
  }

  @Test func foldersMayOverrideTheEnvironment() throws {
    var scope = Self.scope
    scope.foldersOverrideEnvironment = true
    let x = try #require(scope.inForce("x"))
    #expect(x.winner.layer == .folders && x.winner.variable.text == "folder")
    #expect(x.overridden.map(\.variable.text) == ["local", "collection", "built in"])
    #expect(scope.inForce("only")?.winner.layer == .collection)
    #expect(scope.inForce("key")?.winner.layer == .commandLine)
    #expect(VariableIndex(scope)["x"]?.text == "folder")
  }

  @Test func aNameThatOneLayerDeclaresSecretIsSecretInAll() throws {
    let key = try #require(Self.scope.inForce("key"))
    #expect(key.isSecret && key.winner.layer == .commandLine && key.overridden.map(\.layer) == [.environment])
  }

  @Test func aNameThatNoLayerHasIsNotInForce() { #expect(Self.scope.inForce("y") == nil) }
}
