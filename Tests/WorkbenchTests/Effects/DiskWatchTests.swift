import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Workbench

/// Reports of changes during the program's own, and after lost events.
@Suite final class DiskWatchTests {
  private let folder: String
  private let reports = Reports()

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/workbench-watch-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)  // A test that cannot clean up has not failed.
  }

  /// All reports as one.
  private final class Reports: Sendable {
    struct Seen {
      var files: Set<String> = []
      var uncertain: Set<String> = []
      var isIncomplete = false
    }

    private let state = Mutex(Seen())

    var seen: Seen { state.withLock { $0 } }

    func add(_ changes: DiskWatch.Changes) {
      state.withLock { seen in
        seen.files.formUnion(changes.files)
        seen.uncertain.formUnion(changes.uncertain)
        if changes.isIncomplete { seen.isIncomplete = true }
      }
    }
  }

  private func watch(_ folders: String...) -> DiskWatch {
    let watch = DiskWatch()
    watch.start(onChange: { [reports] in reports.add($0) }, onFull: {})
    #expect(watch.follow(folders))
    return watch
  }

  private func write(_ name: String) throws { try Data("{}".utf8).write(to: URL(filePath: folder + "/" + name)) }

  @Test func whatOthersChangeDuringAnOwnSaveIsReported() async throws {
    for name in ["removed.json", "edited.json"] { try write(name) }
    let watch = watch(folder)
    defer { watch.stop() }
    let (folder, temporary) = (folder, ".workbench-\(getpid())-0A1B2C3D.tmp")
    try watch.ignoring {
      try write(temporary)
      rename(folder + "/" + temporary, folder + "/own.json")
      try write("edited.json")
      try write("theirs.tmp")
      rename(folder + "/theirs.tmp", folder + "/replaced.json")
      unlink(folder + "/removed.json")
    }
    let seen = try await eventually("a report") { [reports] in reports.seen.files.isEmpty ? nil : reports.seen }
    #expect(seen.files == [folder + "/edited.json"])
    #expect(seen.uncertain.isSuperset(of: [folder + "/replaced.json", folder + "/removed.json"]))
    #expect(!seen.uncertain.contains(folder + "/own.json"))
  }

  @Test func aFileThatTheProgramWritesInPlaceIsNotReportedAsAnothers() async throws {
    let watch = watch(folder)
    defer { watch.stop() }
    try watch.ignoring(writing: [folder + "/own.json"]) {
      try write("own.json")
      try write("other.json")
    }
    try watch.ignoring { try write("later.json") }
    let seen = try await eventually("a report") { [reports] in
      reports.seen.files.contains(folder + "/later.json") ? reports.seen : nil
    }
    #expect(seen.files == [folder + "/other.json", folder + "/later.json"])
    #expect(seen.uncertain.contains(folder + "/own.json"))
  }

  private static let queueLimit =
    (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
    .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max

  @Test(.enabled(if: queueLimit <= 100_000, "needs a limit of inotify events that can be reached"))
  func afterLostEventsAllIsLookedAtAndFoldersAreWatchedAnew() async throws {
    try write("a.json")
    let inner = folder + "/inner"
    let watch = watch(folder, inner)
    defer { watch.stop() }
    try watch.ignoring {
      // Each is two events, and no event is like the one before it.
      for _ in 0...(Self.queueLimit / 4) {
        rename(folder + "/a.json", folder + "/b.json")
        rename(folder + "/b.json", folder + "/a.json")
      }
      rmdir(inner)
      mkdir(inner, 0o700)
    }
    _ = try await eventually("a report of lost events") { [reports] in reports.seen.isIncomplete ? true : nil }
    try write("inner/new.json")
    _ = try await eventually("a report of the new folder") { [reports] in
      reports.seen.files.contains(inner + "/new.json") ? true : nil
    }
  }
}
