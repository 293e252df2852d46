import Foundation
import RequestModel
import Testing

@testable import RequestStore

@Suite struct NavigationStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var store: NavigationStore { NavigationStore(folder.user) }
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func usesAndTabsAreKeptForEachWorkspace() throws {
    try store.update("/a") {
      $0.uses.add("command:app.redraw", at: Self.now)
      $0.tabs = ["x.json", "y.json"]
    }
    try store.update("/b") { $0.tabs = ["z.json"] }
    #expect(try store.state(of: "/a").uses.ranked == ["command:app.redraw"])
    #expect(try store.state(of: "/a").tabs == ["x.json", "y.json"])
    #expect(try store.state(of: "/b").tabs == ["z.json"])
    #expect(try store.state(of: "/c") == NavigationStore.State())
  }

  @Test func weightsSurviveExactly() throws {
    let kept = try store.update("/a") { for _ in 0..<3 { $0.uses.add("x", at: Self.now) } }.state
    #expect(try store.state(of: "/a") == kept)
  }

  @Test(arguments: ["", "{", "[1]", #"{"/a": 3}"#, #"{"/a": {"uses": {"x": "y"}, "tabs": [1, "t.json"]}}"#])
  func aDamagedFileIsReportedAndSetAside(text: String) throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: folder.user.navigation))
    #expect(throws: StoreError.self) { try store.state(of: "/a") }
    let note = try store.update("/a") { $0.uses.add("x", at: Self.now) }.note
    #expect(note?.hasSuffix("the old one is \(folder.user.navigation).broken") == true, "\(note ?? "no note")")
    #expect(try store.state(of: "/a").uses.ranked == ["x"])
  }

  @Test func changesOfSeveralProgramsAreAllKept() async throws {
    let user = folder.user
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try NavigationStore(user).update("/a") { $0.uses.add("\(number)", at: Self.now) } }
      }
      try await group.waitForAll()
    }
    #expect(try store.state(of: "/a").uses.weights.count == 20)
  }

  @Test func theOldestWorkspacesAreForgotten() throws {
    for number in 0..<NavigationStore.limit + 2 { try store.update("/\(number)") { $0.tabs = ["x.json"] } }
    #expect(try store.state(of: "/1").tabs == [])
    #expect(try store.state(of: "/2").tabs == ["x.json"])
  }

  @Test func othersCannotReadIt() throws {
    try store.update("/a") { $0.tabs = ["x.json"] }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.user.navigation)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
