import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Data kept by the path of a collection follows a rename of its folder, or of one above it.
struct CollectionRenameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func permissionsFollow() throws {
    let store = ConsentStore(folder.user)
    try store.allow([.file("/a")], for: "/w/shop")
    try store.allow([.scripts], for: "/w/shop/inner")
    try store.allow([.file("/b")], for: "/w/shopping")
    try store.move(from: "/w/shop", to: "/w/store")
    #expect(try store.allowed(for: "/w/shop") == [])
    #expect(try store.allowed(for: "/w/store") == [.file("/a")])
    #expect(try store.allowed(for: "/w/store/inner") == [.scripts])
    #expect(try store.allowed(for: "/w/shopping") == [.file("/b")])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.user.consents)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func permissionsOfAnEarlierCollectionDoNotStayForTheRenamedOne() throws {
    let store = ConsentStore(folder.user)
    try store.allow([.scripts], for: "/w/store")
    try store.allow([.vault], for: "/w/store/inner")
    try store.allow([.file("/b")], for: "/w/stores")
    try store.move(from: "/w/shop", to: "/w/store")
    #expect(try store.allowed(for: "/w/store") == [])
    #expect(try store.allowed(for: "/w/store/inner") == [])
    #expect(try store.allowed(for: "/w/stores") == [.file("/b")])
    try store.allow([.scripts], for: "/w/store")
    try store.allow([.file("/a")], for: "/w/shop")
    try store.move(from: "/w/shop", to: "/w/store")
    #expect(try store.allowed(for: "/w/store") == [.file("/a")])
  }

  @Test func answersToPromptsFollow() throws {
    let store = PromptStore(folder.user)
    try store.move(from: "/w/shop", to: "/w/store")
    try store.keep("ada", to: "user", for: "/w/shop")
    try store.move(from: "/w/shop", to: "/w/store")
    #expect(try store.answers(for: "/w/shop") == [:])
    #expect(try store.answers(for: "/w/store") == ["user": "ada"])
  }

  @Test func secretsFollow() throws {
    let store = SecretStore(folder.user)
    let keys = [nil, "live"].map { SecretStore.Key(collection: "/w/shop", environment: $0, name: "token") }
    for key in keys { try store.set("value of \(key.environment ?? "all")", for: key) }
    try store.move(collection: "/w/shop", to: "/w/store")
    #expect(try store.keys(of: "/w/shop").isEmpty)
    let moved = try [nil, "live"].map {
      try store.value(SecretStore.Key(collection: "/w/store", environment: $0, name: "token"))
    }
    #expect(moved == ["value of all", "value of live"])
  }

  @Test func theRankingFollows() {
    var uses = UseTable(weights: ["file:shop": 1, "file:shop/a.json": 2, "file:shopping": 3, "request:r1": 4])
    uses.rename("file:shop", to: "file:store")
    #expect(
      uses.weights == ["file:store": 1, "file:store/a.json": 2, "file:shopping": 3, "request:r1": 4])
  }
}
