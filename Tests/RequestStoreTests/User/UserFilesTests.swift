import Foundation
import RequestModel
import Testing

@testable import RequestStore

struct UserFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["WORKBENCH_HOME": "/w", "HOME": "/h"], "/w"),
    (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/workbench"),
    (["WORKBENCH_HOME": "data", "HOME": "/h"], FileManager.default.currentDirectoryPath + "/data"),
    (["WORKBENCH_HOME": "", "HOME": "/h"], "/h/.local/share/workbench"),
    (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/workbench"),
  ])
  func theDataFolderIsReadFromTheEnvironment(environment: [String: String], path: String) throws {
    let folders = try UserFolders(environment: environment)
    #expect(folders.data == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "/"], ["HOME": "relative", "WORKBENCH_HOME": ""]])
  func withoutHOMETheUserDatabaseIsUsed(environment: [String: String]) throws {
    let home = try #require(getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) })
    let folders = try UserFolders(environment: environment)
    #expect(folders.data == home + "/.local/share/workbench")
  }

  @Test func aSecretBelongsToItsCollectionAndEnvironment() throws {
    let store = SecretStore(folder.user)
    let key = SecretStore.Key(collection: "/c", environment: "local", name: "token")
    #expect(try store.value(key) == nil)
    try store.set("s3cret", for: key)
    #expect(try store.value(key) == "s3cret")
    #expect(try store.value(.init(collection: "/c", environment: nil, name: "token")) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.user.secrets)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try store.remove(key)
    #expect(try store.value(key) == nil)
    #expect(String(decoding: try Data(contentsOf: URL(filePath: folder.user.secrets)), as: UTF8.self) == "{}\n")
  }

  @Test func permissionsArePrivateAndPerCollection() throws {
    let store = ConsentStore(folder.user)
    #expect(try store.allowed(for: "/c") == [])
    try store.allow([.file("/etc/hostname"), .environmentVariable("TOKEN")], for: "/c")
    try store.allow([.file("/etc/hostname"), .file("/b")], for: "/c")
    #expect(try store.allowed(for: "/c") == [.file("/etc/hostname"), .file("/b"), .environmentVariable("TOKEN")])
    try store.allow([.vault, .cookies("a.example"), .scripts], for: "/e")
    #expect(try store.allowed(for: "/e") == [.vault, .cookies("a.example"), .scripts])
    // The same line as a command for a variable is another permission.
    try store.allow([.program("uvx server")], for: "/p")
    #expect(try store.allowed(for: "/p") == [.program("uvx server")])
    try store.allow([.secret("uvx server")], for: "/s")
    #expect(try store.allowed(for: "/s") == [.secret("uvx server")])
    #expect(try store.allowed(for: "/c/d") == [])
    #expect(try store.allowed(for: "/") == [])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.user.consents)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    chmod(folder.user.consents, 0o660)
    #expect(throws: StoreError.open(path: folder.user.consents, mode: 0o660)) { try store.allowed(for: "/c") }
    #expect(throws: StoreError.self) { try store.allow([.file("/x")], for: "/c") }
  }

  @Test func programsOfRepositoriesAreKeptExactlyAndPerRepository() throws {
    let store = ConsentStore(folder.user)
    let first = RepositoryProgram("filter.a.clean", "caf\u{e9}")
    let second = RepositoryProgram("alias.x", "!y", in: "sub")
    try store.allow([first], of: "/c/.git")
    try store.allow([first, second], of: "/c/.git")
    try store.allow([.scripts], for: "/c/.git")
    #expect(try store.allowedPrograms(of: "/c/.git") == [first, second])
    #expect(try !store.allowedPrograms(of: "/c/.git").contains(RepositoryProgram("filter.a.clean", "cafe\u{301}")))
    #expect(try store.allowedPrograms(of: "/d/.git") == [])
  }

  @Test func concurrentDecisionsAreAllKept() async throws {
    let store = ConsentStore(folder.user)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { try store.allow([.file("/\(number)")], for: "/c") } }
      try await group.waitForAll()
    }
    #expect(try store.allowed(for: "/c") == Set((0..<20).map { .file("/\($0)") }))
  }

  @Test func aReadableSecretsFileIsRejected() throws {
    let store = SecretStore(folder.user)
    let key = SecretStore.Key(collection: "/c", environment: nil, name: "token")
    try store.set("s3cret", for: key)
    chmod(folder.user.secrets, 0o644)
    let error = #expect(throws: StoreError.self) { try store.value(key) }
    let path = folder.user.secrets
    #expect(error?.description == "\(path) is readable by other users (mode 644) — run: chmod 600 \(path)")
  }

  @Test func theStateIsRestoredAndABrokenOneIsReported() throws {
    var layout = LayoutChoices()
    (layout.sidebarPart, layout.requestRows) = (375, 500)
    let state = WorkspaceState(roots: [
      "/r": .init(environment: "local", selected: Address("a/b.json"), layout: layout), "/s": .init(),
      "/t": .init(layout: LayoutChoices()),
    ])
    #expect(WorkspaceState.load(folder.user).note == nil)
    try WorkspaceState.update(folder.user) { $0 = state }
    #expect(WorkspaceState.load(folder.user).state == state)
    #expect(["/r", "/s", "/t"].map(state.layout) == [layout, LayoutChoices(), LayoutChoices()])
    try Data("{".utf8).write(to: URL(filePath: folder.user.state))
    let broken = WorkspaceState.load(folder.user)
    #expect(broken.state == WorkspaceState())
    #expect(broken.note == "Cannot read the last state: state.json:1:2 — the text ends before \"}\"")
  }
}
