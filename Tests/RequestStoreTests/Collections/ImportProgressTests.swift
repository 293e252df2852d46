import Foundation
import RequestModel
import Synchronization
import TestSupport
import Testing

@testable import RequestStore

/// An import can be followed, and cancelled until its files are placed.
struct ImportProgressTests {
  private let folder: TemporaryFolder
  private let user: TemporaryFolder
  private var trash: String { user.user.trash }
  private var target: String { folder.path + "/new" }

  init() throws { (folder, user) = (try TemporaryFolder(), try TemporaryFolder()) }

  private func plan(_ progress: ImportProgress, into target: String) throws -> ImportPlan {
    var result = ImportResult()
    var shop = PortableFolder(
      name: "Shop",
      items: (0..<3).map { .request(PortableRequest(name: "r\($0)", document: ["url": .string("http://a/\($0)")])) })
    shop.secrets = [PortableSecret(name: "token", value: "hush")]
    result.collections = [shop]
    return try ImportPlan(result, format: "test", into: target, onConflict: nil, progress: progress)
  }

  /// A service that notes how far the import is when a value is set.
  private final class WatchingKeyring: SecretKeeper {
    private let seen = Mutex<[ImportProgress.State]>([])
    private let isLocked: Bool
    private let state: @Sendable () -> ImportProgress.State

    init(isLocked: Bool = false, _ state: @escaping @Sendable () -> ImportProgress.State) {
      (self.isLocked, self.state) = (isLocked, state)
    }

    var states: [ImportProgress.State] { seen.withLock { $0 } }

    func value(_ key: SecretStore.Key) throws(StoreError) -> String? { nil }

    func set(_ value: String, for key: SecretStore.Key) throws(StoreError) {
      let state = state()
      seen.withLock { $0.append(state) }
      if isLocked { throw .secretService("locked") }
    }

    func remove(_ key: SecretStore.Key) throws(StoreError) -> Bool { false }

    func keys(of collection: String) throws(StoreError) -> [SecretStore.Key] { [] }
  }

  private func contents(of folder: String) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? ["none"]).sorted()
  }

  @Test func eachStepCountsItsFiles() throws {
    let progress = ImportProgress()
    let plan = try plan(progress, into: target)
    #expect(progress.state == .init(step: .planning, files: 4, total: nil))
    let keyring = WatchingKeyring { progress.state }
    try plan.write(into: target, trash: trash, secrets: SecretStore(user.user) { keyring })
    #expect(keyring.states.first == .init(step: .writing, files: 5, total: 5))
    #expect(progress.state.step == .placing)
    #expect(
      contents(of: target) == [
        "Shop", "Shop/.import.json", "Shop/collection.json", "Shop/r0.json", "Shop/r1.json", "Shop/r2.json",
      ])
  }

  @Test func whatIsCancelledWhileItIsWrittenLeavesNothing() throws {
    let progress = ImportProgress()
    let plan = try plan(progress, into: target)
    progress.cancel()
    let keyring = WatchingKeyring { progress.state }
    #expect(throws: StoreError.cancelled) {
      try plan.write(into: target, trash: trash, secrets: SecretStore(user.user) { keyring })
    }
    #expect(keyring.states.isEmpty && contents(of: folder.path) == ["root"])
    // A folder that was there stays, and nothing is left in it.
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    #expect(throws: StoreError.cancelled) {
      try plan.write(into: target, trash: trash, secrets: SecretStore(user.user))
    }
    #expect(contents(of: folder.path) == ["new", "root"])
  }

  @Test func theFolderOfAKilledImportIsRemovedByTheNextOne() throws {
    let (killed, running) = (".workbench-4194304-0123ABCD.tmp", ".workbench-\(getpid())-0123ABCD.tmp")
    for name in [killed, running] {
      try FileManager.default.createDirectory(atPath: target + "/" + name + "/Shop", withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: URL(filePath: target + "/" + name + "/Shop/r0.json"))
      StagingRecord.write(for: target + "/" + name, in: trash)
    }
    let keyring = WatchingKeyring { ImportProgress.State() }
    let plan = try plan(ImportProgress(), into: target)
    try plan.write(into: target, trash: trash, secrets: SecretStore(user.user) { keyring })
    #expect(
      contents(of: target)
        == [
          running, running + "/Shop", running + "/Shop/r0.json", "Shop", "Shop/.import.json", "Shop/collection.json",
          "Shop/r0.json", "Shop/r1.json", "Shop/r2.json",
        ])
  }

  @Test func theTemporaryFolderHasARecordUntilItIsRemoved() throws {
    let (found, target, trash) = (Recorder<Bool>(), target, trash)
    let keyring = WatchingKeyring {
      let folders = Disk.names(in: target).names.filter { $0.hasSuffix(".tmp") }
      found.record(folders.count == 1 && StagingRecord.exists(for: target + "/" + folders[0], in: trash))
      return ImportProgress.State()
    }
    try plan(ImportProgress(), into: target).write(
      into: target, trash: trash, secrets: SecretStore(user.user) { keyring })
    #expect(Set(found.values) == [true])
    #expect(Disk.names(in: trash).names.filter { $0.hasSuffix(".tmp.json") } == [])
  }

  @Test func nothingIsPlacedIfTheSecretsCannotBeKept() throws {
    let plan = try plan(ImportProgress(), into: target)
    let keyring = WatchingKeyring(isLocked: true) { ImportProgress.State() }
    #expect(throws: StoreError.secretService("locked")) {
      try plan.write(into: target, trash: trash, secrets: SecretStore(user.user) { keyring })
    }
    #expect(keyring.states.count == 2 && contents(of: folder.path) == ["root"])
    #expect(contents(of: trash) == [])
  }

  @Test func planningIsCancelledBetweenFiles() throws {
    let progress = ImportProgress()
    progress.cancel()
    #expect(throws: StoreError.cancelled) { _ = try plan(progress, into: target) }
  }

  @Test func archivesAreReadUntilTheyAreCancelled() throws {
    var writer = ZipWriter()
    for name in ["a.json", "b.json"] { writer.add(name, Array("{}".utf8)) }
    let data = Data(writer.finished)
    let progress = ImportProgress()
    #expect(try ArchiveFiles.read(data, progress: progress).count == 2)
    #expect(progress.state == .init(step: .unpacking, files: 2, total: nil))
    progress.cancel()
    #expect(throws: ArchiveFiles.Problem(description: "reading it was cancelled")) {
      try ArchiveFiles.read(data, progress: progress)
    }
  }
}
