import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// The environments of a folder of collections, which all of them can use.
struct WorkspaceEnvironmentTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("environments/dev.json", #"{"variables": [{"name": "host", "value": "dev"}]}"#)
    try folder.write("environments/live.json", #"{"variables": [{"name": "host", "value": "live"}]}"#)
    try folder.write("shop/collection.json", "{}")
    try folder.write("shop/a/get.json", #"{"url": "x"}"#)
    try folder.write("bank/collection.json", "{}")
    try folder.write("bank/environments/live.json", #"{"variables": [{"name": "own", "value": "1"}]}"#)
    try folder.write("bank/environments/zone.json", #"{"variables": []}"#)
  }

  /// Each environment with the folder that has it.
  private func names(_ store: CollectionStore, _ address: Address) throws -> [String] {
    try store.environments(for: address).map { file in
      let owner = file.owner.replacing(folder.root, with: "")
      #expect(store.owner(ofEnvironment: file.name, for: address) == file.owner)
      return "\(owner)/\(file.name)\(file.isShared ? " shared" : "")"
    }
  }

  @Test func environmentsOfTheWorkspaceComeAfterThoseOfTheCollectionAndGiveWayToTheirNames() throws {
    let bank = ["/bank/live", "/bank/zone", "/dev shared"]
    for (root, address) in [("", "shop/a/get.json"), ("/shop", "a/get.json"), ("/shop/a", "get.json")] {
      let store = CollectionStore(root: folder.root + root, trash: folder.path)
      #expect(try names(store, Address(address)) == ["/dev shared", "/live shared"], "\(root)")
    }
    #expect(try names(folder.store, Address("bank/none.json")) == bank)
    #expect(try names(CollectionStore(root: folder.root + "/bank", trash: folder.path), Address("")) == bank)
    #expect(try names(folder.store, Address("")) == ["/dev", "/live"])
    let live = try folder.store.environments(for: Address("bank/none.json"))[0].content.get()
    #expect(live.variables == [Variable("own", .value("1"))])
  }

  @Test func theOnlyOwnEnvironmentIsTheDefaultThoughTheWorkspaceHasMore() throws {
    try folder.write("one/collection.json", "{}")
    try folder.write("one/environments/mine.json", #"{"variables": []}"#)
    let defaults = try ["one", "bank", "shop"].map { try folder.store.environments(for: Address($0)).only?.name }
    #expect(defaults == ["mine", nil, nil])
  }

  @Test func aWorkspaceInTheWorkspaceHasItsOwn() throws {
    try folder.write("team/workspace.json", #"{"variables": []}"#)
    try folder.write("team/environments/test.json", #"{"variables": []}"#)
    try folder.write("team/kiosk/collection.json", "{}")
    let store = CollectionStore(root: folder.root + "/team", trash: folder.path)
    #expect(try names(store, Address("kiosk")) == ["/team/test shared"])
  }

  @Test func anEnvironmentAboveTheRootIsReadAndSavedAsOne() throws {
    let store = CollectionStore(root: folder.root + "/shop", trash: folder.path)
    let address = Address("../environments/dev.json")
    #expect(store.collectionRoot(of: address) == folder.root)
    let file = try #require(try store.openFile(address))
    #expect(file.content.role == .environment)
    let changed = try SavedFile(document: ["variables": [["name": "host", "value": "new"]]], role: .environment)
    _ = try store.save(changed, over: file)
    let variables = try store.environments(for: Address("")).first?.content.get().variables
    #expect(variables == [Variable("host", .value("new"))])
  }

  @Test func checkKnowsTheVariablesOfTheWorkspace() throws {
    try folder.write("shop/a/get.json", #"{"url": "http://{{host}}/{{none}}"}"#)
    try folder.write("bank/own.json", #"{"url": "http://{{own}}"}"#)
    #expect(
      try folder.store.check(known: [:]).filter { $0.text.hasPrefix("{{") }.map(\.description) == [
        "bank/own.json:1:17 — warning: {{own}} has no value in the environment \"zone\"",
        "shop/a/get.json:1:26 — warning: {{none}} has no value in any environment",
      ])
  }

  @Test func anExportHasNoEnvironmentOfTheWorkspace() throws {
    let shop = CollectionStore(root: folder.root + "/bank", trash: folder.path)
    let reading = try PortableReading(shop, Address(""))
    #expect(reading.collection.environments.map(\.name) == ["live", "zone"])
    #expect(reading.collection.environments.first?.document["variables"] == [["name": "own", "value": "1"]])
  }

  @Test func anEnvironmentWithSecretsIsNoDefaultOfTheCollectionsInTheWorkspace() throws {
    try FileManager.default.removeItem(atPath: folder.root + "/environments/live.json")
    #expect(try folder.store.environments(for: Address("shop")).only?.name == "dev")
    try folder.write("environments/dev.json", #"{"variables": [{"name": "token", "secret": true}]}"#)
    #expect(try folder.store.environments(for: Address("shop")).only == nil)
  }

  @Test func aFolderThatCannotBeReadTakesNoEnvironmentsAway() throws {
    try FileManager.default.removeItem(atPath: folder.root + "/environments")
    try folder.write("environments", "a file")
    #expect(try names(folder.store, Address("bank/none.json")) == ["/bank/live", "/bank/zone"])
  }
}
