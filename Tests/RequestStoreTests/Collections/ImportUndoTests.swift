import Foundation
import Glibc
import RequestModel
import Synchronization
import Testing

@testable import RequestStore

/// An import with all that it needs and leaves elsewhere: secrets, the trash, other imports.
struct ImportUndoTests {
  private let folder: TemporaryFolder
  private var target: String { folder.root }
  private var secrets: SecretStore { SecretStore(folder.user) }

  init() throws { folder = try TemporaryFolder() }

  // MARK: Secrets

  @Test func undoTakesBackTheSecretsThatAnImportSet() throws {
    try secrets.set("before", for: key("b"))
    try imported([kiosk(["a"], secrets: ["a": "1", "b": "2", "c": "3"])])
    #expect(try ["a", "b", "c"].map { try secrets.value(key($0)) } == ["1", "2", "3"])
    try secrets.set("mine", for: key("c"))
    let outcome = try undoLast()
    let taken = [
      TakenSecret(key: key("a"), value: "1", earlier: nil), TakenSecret(key: key("b"), value: "2", earlier: "before"),
    ]
    #expect(outcome.removed == ["Kiosk"] && outcome.secrets == taken)
    #expect(outcome.secrets.summary == "1 value removed from your secrets, 1 value restored in your secrets")
    #expect(outcome.problems == ["The secret c of Kiosk stays: it has changed since"])
    #expect(try ["a", "b", "c"].map { try secrets.value(key($0)) } == [nil, "before", "mine"])
    // Nothing that was kept to undo it is left, in the trash or with the secrets.
    let kept = try JSONText(Array(try Data(contentsOf: URL(filePath: folder.user.secrets)))).value.object
    #expect(kept?.keys == [target + "/Kiosk"])
    #expect(folder.store.deletions().map(\.address) == ["Kiosk"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.user.trash).count == 1)
  }

  @Test func valuesThatAnUndoHasTakenAreSetAgainUnlessOthersAreThere() throws {
    try secrets.set("before", for: key("b"))
    try imported([kiosk(["a"], secrets: ["a": "1", "b": "2", "c": "3"])])
    let taken = try undoLast().secrets
    try secrets.set("mine", for: key("c"))
    let path = key("a").collection
    #expect(try taken.map { try $0.setAgain(inCollection: path, in: secrets) } == [true, true, false])
    #expect(try ["a", "b", "c"].map { try secrets.value(key($0)) } == ["1", "2", "mine"])
    #expect(try taken.map { try $0.setAgain(inCollection: path + " 2", in: secrets) } == [true, true, true])
    #expect(try ["a", "b", "c"].map { try secrets.value(key($0, of: "Kiosk 2")) } == ["1", "2", "3"])
  }

  @Test func valuesThatCouldNotBeTakenBackAreTriedAgain() throws {
    let keeper = FailingKeeper()
    let secrets = SecretStore(folder.user) { keeper }
    try secrets.set("before", for: key("a"))
    var result = ImportResult()
    result.collections = [kiosk(["r"], secrets: ["a": "1", "b": "2"])]
    try ImportPlan(result, into: target, onConflict: nil)
      .write(into: target, trash: folder.user.trash, secrets: secrets)
    keeper.unremovable.withLock { $0 = "b" }
    let first = try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run(secrets: secrets)
    #expect(first.removed == ["Kiosk"] && first.secrets.map(\.key.name) == ["a"] && first.problems.count == 1)
    keeper.unremovable.withLock { $0 = nil }
    let rest = try #require(ImportUndo.last(into: target, trash: folder.user.trash))
    #expect(rest.contents == .init(collections: [], newFileCount: 0, earlierFileCount: 0, secretCount: 1))
    let taken = [TakenSecret(key: key("b"), value: "2", earlier: nil)]
    #expect(rest.run(secrets: secrets) == ImportUndo.Outcome(secrets: taken))
    #expect(try ["a", "b"].map { try secrets.value(key($0)) } == ["before", nil])
    #expect(ImportUndo.last(into: target, trash: folder.user.trash) == nil)
  }

  @Test func aNewCollectionInWhichFilesHaveChangedStays() throws {
    try imported([kiosk(["a", "b"])])
    for name in ["a.json", "b.json", "mine.json", "notes.txt", "x/more.json"] {
      // One is as it was, but newer, as after a checkout of Git.
      if name != "b.json" { try folder.write("Kiosk/" + name, "{}\n") }
      let later = timeval(tv_sec: 1 << 32, tv_usec: 0)
      try #require(utimes(target + "/Kiosk/" + name, [later, later]) == 0)
    }
    let outcome = try undoLast()
    #expect(
      outcome.problems == [
        "Kiosk — changed since the import: a.json, mine.json, notes.txt and 1 more. It stays: delete it by hand if all of it may go"
      ])
    #expect(outcome.removed == [] && outcome.deletions == [])
    #expect(FileManager.default.fileExists(atPath: target + "/Kiosk/b.json"))
    // Earlier imports are not undone instead.
    #expect(ImportUndo.last(into: target, trash: folder.user.trash) != nil)
  }

  @Test func aCollectionBelowTheRootIsRestoredFromTheTrash() throws {
    var result = ImportResult()
    result.collections = [kiosk(["a"])]
    let place = target + "/sub"
    try ImportPlan(result, into: place, onConflict: nil).write(into: place, trash: folder.user.trash)
    let undo = try #require(ImportUndo.last(into: place, trash: folder.user.trash))
    let deletion = try #require(undo.run(from: folder.store).deletions.first)
    #expect(folder.store.deletions() == [deletion])
    #expect(try folder.store.restore(deletion) == "sub/Kiosk")
  }

  @Test func aShortValueCannotBeGuessedFromTheTrash() throws {
    try imported([kiosk(["a"], secrets: ["a": "1"])])
    let trash = String(decoding: try folder.allBytes("data/trash"), as: UTF8.self)
    #expect(trash.contains("\"digest\"") && !trash.contains(SHA256.hex(Array("1".utf8))))
  }

  /// One of two collections was deleted here: it is made again, with the values of the source.
  @Test func eachCollectionOfAnImportKeepsItsOwnValues() throws {
    let other = kiosk(["o"], "Other", secrets: ["a": "1"])
    try imported([kiosk(["a"], secrets: ["a": "1"]), other])
    for name in ["Kiosk", "Other"] { try secrets.set("mine", for: key("a", of: name)) }
    try FileManager.default.removeItem(atPath: target + "/Other")
    let written = try imported([kiosk(["a"], secrets: ["a": "1"]), other])
    #expect(try ["Kiosk", "Other"].map { try secrets.value(key("a", of: $0)) } == ["mine", "1"])
    #expect(
      written.secretCount == 1
        && written.notes == [InterchangeNote(.changed, ["Kiosk", "a"], "The source has another value: yours is kept")])
  }

  @Test func environmentsOfOneNameHaveTheirOwnSecrets() throws {
    var kiosk = kiosk(["a"])
    for value in ["1", "2"] {
      var environment = PortableEnvironment(name: "local", document: ["variables": []])
      environment.secrets = [PortableSecret(name: "s", value: value)]
      kiosk.environments.append(environment)
    }
    try imported([kiosk])
    let keys = ["local", "local 2"].map {
      SecretStore.Key(collection: target + "/Kiosk", environment: $0, name: "s")
    }
    #expect(try keys.map { try secrets.value($0) } == ["1", "2"])
  }

  // MARK: The place for what is kept

  @Test func onlyWhatKeepsSomethingNeedsAHome() throws {
    // A file is in the place of the trash.
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.user.trash))
    for trash in [nil, folder.user.trash] as [String?] {
      let name = trash == nil ? "One" : "Two"
      let written = try imported([kiosk(["a"], name)], trash: trash)
      #expect(written.undo == nil && written.notes.count == 1)
      #expect(written.notes.first?.text.hasPrefix("The import cannot be undone: ") == true)
      // The record of the import is replaced, too.
      var second = kiosk(["a"], name)
      second.environments = [PortableEnvironment(name: "local", document: ["variables": []])]
      try imported([second], trash: trash)
      #expect(throws: StoreError.self) { try imported([kiosk(["b"], name)], trash: trash) }
      #expect(
        try names(name) == [
          ".import.json", "a.json", "collection.json", "environments", "environments/local.json",
        ])
    }
  }

  @Test func aFailureWhileFilesArePlacedLeavesAllAsItWas() throws {
    try imported([kiosk(["a", "b"])])
    let before = try folder.allBytes("root")
    let undo = ImportUndo.last(into: target, trash: folder.user.trash)
    var changed = kiosk(["a", "z"], secrets: ["s": "1"])
    changed.settings["docs"] = "new"
    changed.items.append(.folder(PortableFolder(name: "new", items: [request("c")])))
    let plan = try plan([changed])
    try folder.write("Kiosk/z.json", "{}")
    #expect(throws: StoreError.exists(path: target + "/Kiosk/z.json")) {
      try plan.write(into: target, trash: folder.user.trash, secrets: secrets)
    }
    try FileManager.default.removeItem(atPath: target + "/Kiosk/z.json")
    #expect(try folder.allBytes("root") == before && names("") == ["Kiosk"])
    #expect(try names("Kiosk") == [".import.json", "a.json", "b.json", "collection.json"])
    #expect(try secrets.value(key("s")) == nil)
    #expect(ImportUndo.last(into: target, trash: folder.user.trash) == undo)
  }

  @Test func whatIsUndoneIsNotUndoneAgain() throws {
    try imported([kiosk(["a"])])
    let undo = try #require(ImportUndo.last(into: target, trash: folder.user.trash))
    #expect(undo.run().removed == ["Kiosk"])
    try imported([kiosk(["a"])])
    #expect(undo.run() == ImportUndo.Outcome(problems: ["The import was undone already"]))
    #expect(try names("Kiosk") == [".import.json", "a.json", "collection.json"])
  }

  @Test func anUndoInALockedFolderWaitsAsLongAsItIsToldAndLeavesAllForLater() throws {
    try imported([kiosk(["a"])])
    let undo = try #require(ImportUndo.last(into: target, trash: folder.user.trash))
    let descriptor = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX) == 0)
    var sentences: [String] = []
    let outcome = undo.run(patience: FolderLock.Patience(limit: .zero) { sentences.append($0) })
    #expect(outcome.isBusy && outcome.problems.count == 1 && outcome.removed == [])
    #expect(sentences.count == 1 && sentences.first?.hasSuffix("which has locked \(target)") == true)
    close(descriptor)
    #expect(undo.run().removed == ["Kiosk"])
  }

  @Test func anUndoThatFailedCanBeTriedAgain() throws {
    try imported([kiosk(["a", "b"])])
    let before = try folder.allBytes("root")
    var second = kiosk([])
    second.items = [.request(PortableRequest(name: "a", document: ["url": "http://changed"]))]
    try imported([second])
    // A folder is in the place of a file.
    try FileManager.default.removeItem(atPath: target + "/Kiosk/a.json")
    try FileManager.default.createDirectory(atPath: target + "/Kiosk/a.json", withIntermediateDirectories: false)
    let failed = try undoLast()
    #expect(failed.problems.count == 1 && failed.problems.first?.hasPrefix("Kiosk/a.json — ") == true)
    #expect(failed.restored == ["Kiosk/b.json", "Kiosk/collection.json", "Kiosk/.import.json"])
    try FileManager.default.removeItem(atPath: target + "/Kiosk/a.json")
    #expect(try undoLast() == ImportUndo.Outcome(restored: ["Kiosk/a.json"]))
    #expect(try folder.allBytes("root") == before)
  }

  @Test func anEarlierFileStaysInTheTrashUntilItIsInItsPlace() throws {
    try imported([kiosk(["a", "b"])])
    let before = try folder.allBytes("root")
    var second = kiosk([])
    second.items = [.request(PortableRequest(name: "a", document: ["url": "http://changed"]))]
    try imported([second])
    let undo = try #require(ImportUndo.last(into: target, trash: folder.user.trash))
    let replaced = undo.files.first { $0.path == "Kiosk/a.json" }
    let name = try #require(replaced?.kept)
    let kept = undo.folder + "/" + name
    let bytes = try Data(contentsOf: URL(filePath: kept))
    // A folder cannot replace a file.
    try FileManager.default.removeItem(atPath: kept)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    let problem = StoreError.system(.write, path: target + "/Kiosk/a.json", code: ENOTDIR)
    #expect(
      try undoLast()
        == ImportUndo.Outcome(
          restored: ["Kiosk/b.json", "Kiosk/collection.json", "Kiosk/.import.json"],
          problems: ["Kiosk/a.json — \(problem)"]))
    #expect(try names("Kiosk") == [".import.json", "a.json", "b.json", "collection.json"])
    #expect(rmdir(kept) == 0)
    try bytes.write(to: URL(filePath: kept))
    #expect(try undoLast() == ImportUndo.Outcome(restored: ["Kiosk/a.json"]))
    #expect(try folder.allBytes("root") == before)
  }

  @Test func importsBelowAFolderAreListedOldestFirst() throws {
    let inner = target + "/inner"
    for (number, place) in [target, inner, target + "-beside"].enumerated() {
      let plan = try plan([kiosk(["a"], "K\(number)")], into: place)
      try plan.write(into: place, trash: folder.user.trash)
    }
    let all = ImportUndo.all(in: folder.user.trash, below: target)
    #expect(all.map(\.target) == [target, inner] && all.map(\.date) == all.map(\.date).sorted())
  }

  // MARK: A choice for files that exist

  @Test func aReplacingImportRemovesWhatTheSourceNoLongerHas() throws {
    var first = kiosk(["a", "b", "c"])
    first.files = ["x", "y"].map { PortableFile(name: $0, path: $0, bytes: Array($0.utf8)) }
    try imported([first])
    try folder.write("Kiosk/c.json", #"{"url": "mine"}"#)
    try folder.write("Kiosk/files/y", "mine")
    try folder.write("Kiosk/own.json", #"{"url": "own"}"#)
    let plan = try plan([kiosk(["a"])], .replace)
    #expect(plan.files.prefix { $0.fate == .remove }.map(\.path) == ["Kiosk/b.json", "Kiosk/files/x"])
    #expect(
      plan.notes == [
        InterchangeNote(
          .changed, ["c.json"], "The source no longer has it; it is kept, because it was changed here"),
        InterchangeNote(.changed, ["files/y"], "No request of the source sends it now; it is kept"),
      ])
    try plan.write(into: target, trash: folder.user.trash)
    #expect(
      try names("Kiosk") == [
        ".import.json", "a.json", "c.json", "collection.json", "files", "files/y", "own.json",
      ])
    #expect(try undoLast().problems == [])
    #expect(try folder.read("Kiosk/files/x") == "x")
  }

  /// A later update must still find what changed in the source.
  @Test func whatAnImportSkippedIsBroughtByAnUpdate() throws {
    try imported([kiosk(["a", "b"])])
    var second = kiosk(["a"])
    second.items = [.request(PortableRequest(name: "a", document: ["url": "http://changed"]))]
    try imported([second], .skip)
    #expect(try !folder.read("Kiosk/a.json").contains("changed"))
    let plan = try plan([second])
    #expect(
      plan.files.filter { $0.fate != .keep }.map { "\($0.fate) \($0.path)" } == [
        "remove Kiosk/b.json", "replace Kiosk/collection.json", "replace Kiosk/a.json", "replace Kiosk/.import.json",
      ])
  }

  // MARK: Helpers

  private func request(_ name: String) -> PortableItem {
    .request(PortableRequest(name: name, document: ["url": .string("http://kiosk.test/" + name)]))
  }

  private func kiosk(
    _ requests: [String], _ name: String = "Kiosk", secrets: [String: String] = [:]
  ) -> PortableFolder {
    var kiosk = PortableFolder(name: name, items: requests.map(request))
    kiosk.sourceID = name
    kiosk.secrets = secrets.sorted { $0.key < $1.key }.map { PortableSecret(name: $0.key, value: $0.value) }
    return kiosk
  }

  private func key(_ name: String, of collection: String = "Kiosk") -> SecretStore.Key {
    SecretStore.Key(collection: target + "/" + collection, environment: nil, name: name)
  }

  private func plan(
    _ collections: [PortableFolder], _ conflict: ImportConflict? = nil, into target: String? = nil
  ) throws -> ImportPlan {
    var result = ImportResult()
    result.collections = collections
    return try ImportPlan(result, format: "test", into: target ?? self.target, onConflict: conflict)
  }

  @discardableResult
  private func imported(
    _ collections: [PortableFolder], _ conflict: ImportConflict? = nil
  ) throws -> ImportPlan.Written {
    try imported(collections, trash: folder.user.trash, conflict)
  }

  @discardableResult
  private func imported(
    _ collections: [PortableFolder], trash: String?, _ conflict: ImportConflict? = nil
  ) throws -> ImportPlan.Written {
    try plan(collections, conflict).write(into: target, trash: trash, secrets: secrets)
  }

  private func undoLast() throws -> ImportUndo.Outcome {
    try #require(ImportUndo.last(into: target, trash: folder.user.trash)).run(secrets: secrets)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: target + "/" + path).sorted()
      .filter { path.isEmpty ? !$0.contains("/") : true }
  }
}

/// Secrets in memory, one of which cannot be removed.
private final class FailingKeeper: SecretKeeper {
  let unremovable = Mutex<String?>(nil)
  private let values = Mutex<[SecretStore.Key: String]>([:])

  func value(_ key: SecretStore.Key) throws(StoreError) -> String? { values.withLock { $0[key] } }

  func set(_ value: String, for key: SecretStore.Key) throws(StoreError) { values.withLock { $0[key] = value } }

  func remove(_ key: SecretStore.Key) throws(StoreError) -> Bool {
    if unremovable.withLock({ $0 }) == key.name { throw .secretService("locked") }
    return values.withLock { $0.removeValue(forKey: key) != nil }
  }

  func keys(of collection: String) throws(StoreError) -> [SecretStore.Key] {
    values.withLock { $0.keys.filter { $0.collection == collection } }
  }
}
