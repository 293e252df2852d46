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
    (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/workbench"),
  ])
  func theUsersFolderFollowsTheEnvironment(environment: [String: String], path: String) {
    #expect(UserFolders(environment: environment).data == path)
  }

  @Test func aSecretIsKeptForItsCollectionAndEnvironmentAlone() throws {
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

  @Test func secretsThatOthersMayReadAreRefused() throws {
    let store = SecretStore(folder.user)
    let key = SecretStore.Key(collection: "/c", environment: nil, name: "token")
    try store.set("s3cret", for: key)
    chmod(folder.user.secrets, 0o644)
    let error = #expect(throws: StoreError.self) { try store.value(key) }
    let path = folder.user.secrets
    #expect(error?.description == "\(path) may be read by others (mode 644) — run: chmod 600 \(path)")
  }

  @Test func theStateComesBackAndABrokenOneIsANote() throws {
    let state = WorkspaceState(roots: ["/r": .init(environment: "local", selected: Address("a/b.json")), "/s": .init()])
    #expect(WorkspaceState.load(folder.user).note == nil)
    try state.save(folder.user)
    #expect(WorkspaceState.load(folder.user).state == state)
    try Data("{".utf8).write(to: URL(filePath: folder.user.state))
    let broken = WorkspaceState.load(folder.user)
    #expect(broken.state == WorkspaceState())
    #expect(broken.note == "What was open last is forgotten: state.json:1:2 — the text ends before \"}\"")
  }
}
