import Foundation
import RequestModel
import Testing

@testable import RequestStore

struct RecentWorkspaceTests {
  private let folder: TemporaryFolder
  private let recents: RecentWorkspaces

  init() throws {
    folder = try TemporaryFolder()
    recents = RecentWorkspaces(folder.user)
  }

  private var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: folder.user.recents)), as: UTF8.self) }
  }

  @Test func theLastOneOpenedComesFirst() throws {
    #expect(try recents.list() == [])
    try recents.keep("/a", requests: 3)
    try recents.keep("/b", requests: nil)
    try recents.keep("/a", requests: nil)
    #expect(try recents.list() == [.init(root: "/a", requests: 3), .init(root: "/b")])
    try recents.keep("/b", requests: 7)
    #expect(try recents.list() == [.init(root: "/b", requests: 7), .init(root: "/a", requests: 3)])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.user.recents)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func aForgottenOneIsGone() throws {
    for root in ["/a", "/b", "/c"] { try recents.keep(root, requests: nil) }
    try recents.remove("/b")
    try recents.remove("/nowhere")
    #expect(try recents.list().map(\.root) == ["/c", "/a"])
  }

  @Test func theListIsBounded() throws {
    for number in 0..<(RecentWorkspaces.limit + 5) { try recents.keep("/\(number)", requests: nil) }
    let kept = try recents.list().map(\.root)
    #expect(kept.count == RecentWorkspaces.limit)
    #expect((kept.first, kept.last) == ("/54", "/5"))
  }

  @Test func foldersWhoseNamesDifferOnlyInNormalisationAreDifferent() throws {
    try recents.keep("/é", requests: 1)
    try recents.keep("/e\u{301}", requests: 2)
    #expect(try recents.list().map(\.requests) == [2, 1])
    try recents.remove("/é")
    #expect(try recents.list().map(\.requests) == [2])
  }

  @Test func aFolderInThePlaceOfTheFileIsNamed() throws {
    try FileManager.default.createDirectory(atPath: folder.user.recents, withIntermediateDirectories: true)
    #expect(throws: StoreError.system(.read, path: folder.user.recents, code: EISDIR)) { try recents.list() }
    let problem = StoreError.system(.read, path: folder.user.recents, code: EISDIR)
    #expect("\(problem)" == "Cannot read \(folder.user.recents) — it is a folder, not a file: move it elsewhere")
  }

  @Test func namesMayHoldAnything() throws {
    let root = "/a \"quoted\"\n\u{1B}[2J/😀/" + String(repeating: "x", count: 300)
    try recents.keep(root, requests: 1)
    #expect(try recents.list() == [.init(root: root, requests: 1)])
  }

  @Test func twoProgramsLoseNothing() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let other = RecentWorkspaces(folder.user)
        group.addTask { try other.keep("/\(number)", requests: number) }
      }
      try await group.waitForAll()
    }
    #expect(Set(try recents.list().map(\.root)) == Set((0..<40).map { "/\($0)" }))
  }

  @Test func aDamagedListIsReportedAndSetAside() throws {
    try recents.keep("/a", requests: nil)
    try Data("{".utf8).write(to: URL(filePath: folder.user.recents))
    let error = #expect(throws: StoreError.self) { try recents.list() }
    #expect(error?.description == "recents.json:1:2 — the text ends before \"}\"")
    #expect(
      try recents.keep("/b", requests: nil)
        == "recents.json:1:2 — the text ends before \"}\" — a new file was begun, and the old one is "
        + folder.user.recents + ".broken")
    #expect(try recents.list().map(\.root) == ["/b"])
  }

  @Test func whatIsNoFolderIsLeftOut() throws {
    try recents.keep("/a", requests: nil)
    try Data(#"{ "workspaces": [1, {}, { "path": "relative" }, { "path": "/b", "requests": "many" }] }"#.utf8)
      .write(to: URL(filePath: folder.user.recents))
    #expect(try recents.list() == [.init(root: "/b")])
  }

  @Test func keepingWhatIsFirstWritesNothing() throws {
    try recents.keep("/a", requests: 1)
    let before = try FileManager.default.attributesOfItem(atPath: folder.user.recents)[.systemFileNumber] as? Int
    try recents.keep("/a", requests: nil)
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder.user.recents)[.systemFileNumber] as? Int == before)
  }

  // MARK: What is remembered of each

  @Test func changesOfTwoWorkspacesAreBothKept() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { [user = folder.user] in
          try WorkspaceState.update(user) { $0.roots["/\(number)", default: .init()].environment = "local" }
        }
      }
      try await group.waitForAll()
    }
    #expect(WorkspaceState.load(folder.user).state.roots.count == 20)
  }

  @Test func onlyTheEnvironmentsOfAFolderAreItsOwn() {
    let state = WorkspaceState(roots: [
      "/a": .init(environment: "one"), "/a/b": .init(environment: "two"), "/ab": .init(environment: "three"),
      "/a/c": .init(selected: Address("x.json")),
    ])
    #expect(state.environments(in: "/a") == ["/a": "one", "/a/b": "two"])
    #expect(state.environments(in: "/a/b") == ["/a/b": "two"])
  }
}
