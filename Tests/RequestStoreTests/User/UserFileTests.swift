import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Small files of the user that cannot be read or understood.
struct UserFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
  }

  /// Every store of a small file.
  enum Store: CaseIterable {
    case state, recents, navigation, prompts, consents, secrets, settings

    /// Whether the user can do without what it keeps.
    var isConvenience: Bool { [.state, .recents, .navigation].contains(self) }

    func path(_ user: UserFolders) -> String {
      switch self {
      case .state: user.state
      case .recents: user.recents
      case .navigation: user.navigation
      case .prompts: user.prompts
      case .consents: user.consents
      case .secrets: user.secrets
      case .settings: user.settings
      }
    }

    /// - Returns: The note about a file that was set aside.
    func change(_ user: UserFolders) throws -> String? {
      switch self {
      case .state: return try WorkspaceState.update(user) { $0.filters = ["new"] }
      case .recents: return try RecentWorkspaces(user).keep("/new", requests: nil)
      case .navigation: return try NavigationStore(user).update("/new") { $0.tabs = ["new.json"] }.note
      case .prompts: try PromptStore(user).keep("new", to: "name", for: "/new")
      case .consents: try ConsentStore(user).allow([.file("/new")], for: "/new")
      case .secrets: try SecretStore(user).set("new", for: .init(collection: "/new", environment: nil, name: "name"))
      case .settings: try SettingsFile(user).set([(["theme"], "new")])
      }
      return nil
    }

    func read(_ user: UserFolders) throws {
      switch self {
      case .state: if let note = WorkspaceState.load(user).note { throw Unread(note: note) }
      case .recents: _ = try RecentWorkspaces(user).list()
      case .navigation: _ = try NavigationStore(user).state(of: "/new")
      case .prompts: _ = try PromptStore(user).answers(for: "/new")
      case .consents: _ = try ConsentStore(user).allowed(for: "/new")
      case .secrets: _ = try SecretStore(user).value(.init(collection: "/new", environment: nil, name: "name"))
      case .settings: _ = try SettingsFile(user).load()
      }
    }
  }

  struct Unread: Error { let note: String }

  private func write(_ text: String, _ store: Store) throws {
    try Data(text.utf8).write(to: URL(filePath: store.path(folder.user)))
    chmod(store.path(folder.user), 0o600)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test(arguments: Store.allCases) func onlyAMissingFileIsEmpty(store: Store) throws {
    try store.read(folder.user)
    #expect(try store.change(folder.user) == nil)
    #expect(try text(store.path(folder.user)).contains("new"))
  }

  @Test(arguments: Store.allCases) func aFileThatCannotBeReadIsNeverWrittenOver(store: Store) throws {
    try write("{}", store)
    let path = store.path(folder.user)
    // It has more bytes than are read.
    #expect(truncate(path, off_t(Disk.fileLimit + 1)) == 0)
    #expect(throws: (any Error).self) { try store.read(folder.user) }
    #expect(throws: StoreError.self) { try store.change(folder.user) }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size == Disk.fileLimit + 1)
    #expect(!FileManager.default.fileExists(atPath: path + ".broken"))
  }

  @Test(arguments: Store.allCases) func aLinkWhoseFileIsMissingStays(store: Store) throws {
    let path = store.path(folder.user)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/elsewhere")
    #expect(throws: (any Error).self) { try store.read(folder.user) }
    #expect(throws: StoreError.self) { try store.change(folder.user) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == folder.path + "/elsewhere")
  }

  @Test(arguments: Store.allCases, ["", "{", "[1]"]) func aFileThatIsNotUnderstoodIsKept(
    store: Store, text old: String
  ) throws {
    try write(old, store)
    let path = store.path(folder.user)
    guard store.isConvenience else {
      #expect(throws: StoreError.self) { try store.change(folder.user) }
      #expect(try text(path) == old)
      return
    }
    let note = try #require(try store.change(folder.user))
    #expect(note.hasSuffix(" — a new file was begun, and the old one is \(path).broken"), "\(note)")
    #expect(try text(path + ".broken") == old)
    #expect(try text(path).contains("new"))
    try write(old, store)
    #expect(try store.change(folder.user)?.hasSuffix(".broken-2") == true)
    #expect(try store.change(folder.user) == nil)
  }

  @Test(arguments: Store.allCases) func aNewerFileIsRefusedAndStays(store: Store) throws {
    let old = #"{ "$format": 2, "/new": { "later": true } }"#
    try write(old, store)
    let path = store.path(folder.user)
    #expect(throws: StoreError.newer(path: path, format: 2)) { try store.change(folder.user) }
    #expect(throws: (any Error).self) { try store.read(folder.user) }
    #expect(try text(path) == old)
    #expect(!FileManager.default.fileExists(atPath: path + ".broken"))
  }

  @Test func aNewerStateSaysSo() throws {
    try write(#"{ "$format": 2 }"#, .state)
    let name = Address(folder.user.state).name
    #expect(
      WorkspaceState.load(folder.user).note
        == "Cannot read the last state: \(name) was written by a newer workbench (format 2) — update this one to use it"
    )
  }

  @Test(arguments: [
    (Store.state, #"{ "/new": 3 }"#), (.state, #"{ "filters": "x" }"#), (.recents, #"{ "workspaces": {} }"#),
    (.navigation, #"{ "/new": 3 }"#), (.navigation, #"{ "/new": { "tabs": [1] } }"#), (.prompts, #"{ "/new": [] }"#),
    (.consents, #"{ "/new": { "files": "/x" } }"#), (.secrets, #"{ "/new": { "": { "name": 3 } } }"#),
    (.secrets, #"{ "/new": "x" }"#),
  ])
  func aMemberOfTheWrongKindIsNotTakenForNone(store: Store, text old: String) throws {
    try write(old, store)
    let path = store.path(folder.user)
    if store.isConvenience {
      #expect(try store.change(folder.user) != nil)
      #expect(try text(path + ".broken") == old)
    } else {
      #expect(throws: StoreError.self) { try store.change(folder.user) }
      #expect(try text(path) == old)
    }
  }

  @Test func membersOfLaterVersionsStay() throws {
    try write(#"{ "/r": { "environment": "local" }, "later": 1 }"#, .state)
    try write(#"{ "workspaces": [{ "path": "/old" }], "later": 1 }"#, .recents)
    try write(#"{ "/new": { "tabs": ["old.json"], "later": 1 } }"#, .navigation)
    for store in [Store.state, .recents, .navigation] {
      #expect(try store.change(folder.user) == nil)
      #expect(try text(store.path(folder.user)).contains(#""later": 1"#))
    }
    #expect(WorkspaceState.load(folder.user).state.roots["/r"]?.environment == "local")
  }

  @Test func anAuthorityThatCannotBeUsedIsSetAside() throws {
    let files = AuthorityFiles(folder.user)
    func read() throws -> (text: [UInt8], note: String?) {
      try files.text(isGood: { $0 == [1] }, made: { [1] }, certificate: { $0 })
    }
    #expect(try read().note == nil)
    let key = folder.user.data + "/mock-ca.key"
    try Data([2]).write(to: URL(filePath: key))
    #expect(
      try read().note == "The mock server has a new authority: mock-ca.key cannot be used, and is now \(key).broken")
    #expect(try Data(contentsOf: URL(filePath: key + ".broken")) == Data([2]))
    let last = try read()
    #expect(last.text == [1] && last.note == nil)
  }
}
