import Dispatch
import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestStore

/// Drafts across crashes and with several workbenches.
struct DraftStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ path: String, _ url: String, base: UInt8 = 1, root: String = "/r") -> Draft {
    Draft(root: root, address: Address(path), base: Fingerprint(of: [base]), file: .request(SavedRequest(url: url)))
  }

  /// Returns the drafts that a new workbench finds after all others have exited.
  private func left(root: String = "/r") throws -> [Draft] {
    try DraftStore(folder.user).takeOver(root: root).drafts.map(\.draft)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.user.drafts).sorted()) ?? []
  }

  @Test func aDraftSurvivesItsWorkbench() throws {
    #expect(try left() == [])
    try DraftStore(folder.user).keep(draft("a.json", "/1"))
    #expect(try left(root: "/other") == [])
    #expect(try left() == [draft("a.json", "/1")])
    #expect(try left() == [draft("a.json", "/1")])
  }

  @Test func aDraftKnowsTheSecretsThatWereStoredForItInAnyFolderThatIsOpened() throws {
    var pasted = draft("a/b.json", "/1")
    pasted.pastedSecrets = ["token", "key"]
    try DraftStore(folder.user).keep(pasted)
    #expect(try left() == [pasted])
    #expect(try left(root: "/r/a").map(\.pastedSecrets) == [["token", "key"]])
  }

  @Test func draftsArePrivate() throws {
    try DraftStore(folder.user).keep(draft("a.json", "/1"))
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.user.drafts + "/" + file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func aNewVersionReplacesOnlyItsDraft() throws {
    let store = DraftStore(folder.user)
    let id = try store.keep(draft("a.json", "/1"))
    try store.keep(draft("a.json", "/2", base: 2))
    try store.keep(draft("a.json", "/3"), as: id)
    #expect(try store.takeOver(root: "/r").drafts.isEmpty)
    try store.discard(id)
    try store.discard(id)
    withExtendedLifetime(store) {}
  }

  @Test func draftsOfARunningWorkbenchAreNotAdopted() throws {
    let (first, second) = (DraftStore(folder.user), DraftStore(folder.user))
    try first.keep(draft("a.json", "/first"))
    try second.keep(draft("a.json", "/second"))
    #expect(try second.takeOver(root: "/r").drafts == [])
    withExtendedLifetime((first, second)) {}
  }

  @Test func twoDraftsOfOneRequestAreBothFound() throws {
    do {
      let (first, second) = (DraftStore(folder.user), DraftStore(folder.user))
      try first.keep(draft("a.json", "/first"))
      try second.keep(draft("a.json", "/second", base: 2))
      try first.keep(draft("a.json", "/third", base: 3))
    }
    #expect(Set(try left().map(\.file.request?.url)) == ["/first", "/second", "/third"])
  }

  @Test func aDraftIsFoundFromAFolderAboveAndBelow() throws {
    try DraftStore(folder.user).keep(draft("b/c.json", "/1", root: "/r/a"))
    #expect(try left(root: "/r/a/b/d") == [])
    #expect(try left(root: "/r") == [draft("a/b/c.json", "/1")])
    #expect(try left(root: "/r/a/b") == [draft("c.json", "/1", root: "/r/a/b")])
  }

  @Test func theNewestDraftComesFirst() throws {
    do {
      let store = DraftStore(folder.user)
      let old = try store.keep(draft("a.json", "/old"))
      try store.keep(draft("b.json", "/new"))
      let past = Date(timeIntervalSinceNow: -100)
      for file in files where file.hasPrefix(old.text) {
        try FileManager.default.setAttributes(
          [.modificationDate: past], ofItemAtPath: folder.user.drafts + "/" + file)
      }
    }
    #expect(try left().map(\.file.request?.url) == ["/new", "/old"])
  }

  @Test func aDraftIsAdoptedByOneWorkbenchOnly() throws {
    try DraftStore(folder.user).keep(draft("a.json", "/1"))
    let stores = (0..<8).map { _ in DraftStore(folder.user) }
    let found = try stores.map { try $0.takeOver(root: "/r").drafts.count }
    #expect(found.reduce(0, +) == 1)
    withExtendedLifetime(stores) {}
  }

  @Test func aDraftOfSettingsStaysWhatItIs() throws {
    var settings = SavedFile(empty: .collection)
    settings.name = "Shop"
    let draft = Draft(root: "/r", address: Address("collection.json"), base: Fingerprint(of: [1]), file: settings)
    try DraftStore(folder.user).keep(draft)
    #expect(try left() == [draft])
  }

  @Test func aBrokenDraftIsReportedAndKept() throws {
    try FileManager.default.createDirectory(atPath: folder.user.drafts, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(filePath: folder.user.drafts + "/x.y.json"))
    #expect(
      try DraftStore(folder.user).takeOver(root: "/r").notes == [
        "Cannot read an unsaved edit: x.y.json:1:1 — a draft needs \"root\", \"address\", \"base\" and \"document\""
      ])
    #expect(files == ["x.y.json"])
  }

  @Test func aWorkbenchWithoutDraftsLeavesNoFiles() throws {
    do {
      let store = DraftStore(folder.user)
      try store.discard(try store.keep(draft("a.json", "/1")))
    }
    #expect(files.count == 1)
    #expect(try left() == [])
    #expect(files == [])
  }

  @Test func aLockFileThatAnotherRemovesWhileItIsTakenIsMadeAgain() async throws {
    let owner = DraftOwner(folder: folder.user.drafts)
    let path = "\(folder.user.drafts)/\(owner.name).lock"
    try FileManager.default.createDirectory(atPath: folder.user.drafts, withIntermediateDirectories: true)
    // Another workbench holds it, as it looks for owners without drafts.
    let other = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(other, LOCK_EX) == 0)
    let (ends, end) = AsyncStream.makeStream(of: StoreError?.self)
    DispatchQueue(label: "claim").async {
      do throws(StoreError) {
        try owner.claim()
        end.yield(nil)
      } catch {
        end.yield(error)
      }
      end.finish()
    }
    while Self.descriptors(of: "/\(owner.name).lock") < 2 { try await Task.sleep(for: .milliseconds(1)) }
    unlink(path)
    close(other)
    for await problem in ends { #expect(problem == nil) }
    #expect(DraftOwner(folder: folder.user.drafts).isRunning(owner.name))
    owner.release()
    #expect(!DraftOwner(folder: folder.user.drafts).isRunning(owner.name))
  }

  /// The number of times that this process has a file open.
  private static func descriptors(of path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
    return targets.count { $0.hasSuffix(path) }
  }

  /// Two workbenches write, discard, crash and restart in random order. Drafts that were not discarded are found.
  @Test(arguments: Seeds.some(of: 20)) func everyDraftIsFoundUntilItIsDiscarded(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var stores: [DraftStore?] = [nil, nil]
    var own: [[DraftID: Draft]] = [[:], [:]]
    var crashed: [DraftID: Draft] = [:]
    for step in 0..<60 {
      let who = Int.random(in: 0...1, using: &random)
      guard let store = stores[who] else {
        let store = DraftStore(folder.user)
        let found = try store.takeOver(root: "/r").drafts
        #expect(Dictionary(found.map { ($0.id, $0.draft) }) { $1 } == crashed, "seed \(seed), step \(step)")
        (stores[who], own[who], crashed) = (store, crashed, [:])
        continue
      }
      let known = own[who].keys.sorted().randomElement(using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0...5:
        let path = ["a.json", "b.json"].randomElement(using: &random)!
        let new = draft(path, "/\(who)/\(step)", base: .random(in: 1...2, using: &random))
        let id = try store.keep(new, as: Bool.random(using: &random) ? known : nil)
        own[who][id] = new
      case 6...7:
        guard let known else { continue }
        try store.discard(known)
        own[who][known] = nil
      default:
        crashed.merge(own[who]) { $1 }
        (stores[who], own[who]) = (nil, [:])
      }
    }
  }
}
