import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Moves, read-only files and leftovers of killed saves and imports.
struct DiskTests {
  private let folder: TemporaryFolder
  private var store: CollectionStore { folder.store }

  init() throws { folder = try TemporaryFolder() }

  // MARK: Moves

  @Test(arguments: [false, true]) func aMoveNeverReplacesAFile(withoutTheSystemsHelp: Bool) throws {
    for name in ["a.json", "b.json", "f/x.json", "g/y.json"] { try folder.write(name, name) }
    for (from, to) in [("a.json", "b.json"), ("f", "g"), ("a.json", "g"), ("f", "b.json")] {
      let (path, target) = (folder.root + "/" + from, folder.root + "/" + to)
      if withoutTheSystemsHelp {
        #expect(Disk.claimAndRename(path, target) == EEXIST)
      } else {
        #expect(throws: StoreError.exists(path: target)) { try Disk.move(path, to: target) }
      }
    }
    #expect(try folder.read("b.json") == "b.json" && folder.read("f/x.json") == "f/x.json")
    #expect(Disk.claimAndRename(folder.root + "/a.json", folder.root + "/c.json") == 0)
    #expect(Disk.claimAndRename(folder.root + "/f", folder.root + "/h") == 0)
    #expect(folder.names == ["b.json", "c.json", "g", "h"])
    #expect(try folder.read("h/x.json") == "f/x.json")
  }

  @Test func aHardLinkToTheSameFileIsNotReplaced() throws {
    try folder.write("a.json", "a")
    #expect(link(folder.root + "/a.json", folder.root + "/b.json") == 0)
    #expect(throws: StoreError.self) { try Disk.move(folder.root + "/a.json", to: folder.root + "/b.json") }
    #expect(folder.names == ["a.json", "b.json"])
  }

  @Test func aMoveToAnotherFileSystemIsAllOrNothing() throws {
    let other = "/dev/shm/workbench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: other) }  // A test that cannot clean up has not failed.
    try folder.write("f/a.json", "a")
    try folder.write("f/in/.hidden", "b")
    #expect(chmod(folder.root + "/f/a.json", 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: folder.root + "/f/link", withDestinationPath: "nowhere")
    try Disk.move(folder.root + "/f", to: other + "/f")
    #expect(folder.names.isEmpty)
    #expect(try String(contentsOfFile: other + "/f/a.json", encoding: .utf8) == "a")
    #expect(try String(contentsOfFile: other + "/f/in/.hidden", encoding: .utf8) == "b")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: other + "/f/link") == "nowhere")
    #expect(try FileManager.default.attributesOfItem(atPath: other + "/f/a.json")[.posixPermissions] as? Int == 0o640)

    #expect(mkfifo(other + "/f/pipe", 0o600) == 0)
    #expect(throws: StoreError.self) { try Disk.move(other + "/f", to: folder.root + "/f") }
    #expect(folder.names.isEmpty)
    #expect(Disk.names(in: other + "/f").names.sorted() == ["a.json", "in", "link", "pipe"])
  }

  // MARK: Read-only files

  @Test func aReadOnlyFileIsReplacedOnlyOnRequest() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    let path = folder.root + "/a.json"
    #expect(chmod(path, 0o444) == 0)
    let file = try store.open(Address("a.json"))
    var request = file.request
    request.url = "y"
    let error = #expect(throws: StoreError.self) { try store.save(request, over: file) }
    #expect(error == .readOnly(path: store.root + "/a.json"))
    #expect(error?.description == "a.json is read-only — run: chmod u+w \(store.root)/a.json")
    #expect(try folder.read("a.json") == #"{"id":"r1","url":"x"}"#)
    _ = try store.save(request, over: file, evenReadOnly: true)
    #expect(try folder.read("a.json") == #"{"id":"r1","url":"y"}"#)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o444)
  }

  @Test func aMoveFailsIfTheOrderCannotBeUpdated() throws {
    try folder.write("a.json", #"{"id":"r1","url":"x"}"#)
    try folder.write("collection.json", #"{"order": ["a"]}"#)
    #expect(chmod(folder.root + "/collection.json", 0o444) == 0)
    #expect(throws: StoreError.readOnly(path: store.root + "/collection.json")) { try store.delete(Address("a.json")) }
    #expect(throws: StoreError.self) { try store.rename(Address("a.json"), to: "b") }
    #expect(folder.names == ["a.json", "collection.json"])
  }

  // MARK: The trash

  @Test func deletionsAreRestoredAfterARestartNewestFirst() throws {
    for name in ["a.json", "f/b.json", "c.json"] { try folder.write(name, name) }
    try folder.write("collection.json", #"{"order": ["c", "a"]}"#)
    let deleted = try ["a.json", "f", "c.json"].map { try store.delete(Address($0)) }
    let other = CollectionStore(root: folder.path, trash: folder.path + "/data/trash")
    #expect(other.deletions() == [])
    #expect(store.deletions() == deleted)
    for deletion in store.deletions().reversed() { _ = try store.restore(deletion) }
    #expect(folder.names == ["a.json", "c.json", "collection.json", "f"])
    #expect(try folder.read("f/b.json") == "f/b.json")
    #expect(try store.load().nodes.map(\.address.path) == ["c.json", "a.json", "f", "f/b.json"])
    #expect(store.deletions() == [])
    #expect(Disk.names(in: folder.path + "/data/trash").names == [])
  }

  /// The folder `/proc/self/ns` has links, which can be copied, and which nobody can remove.
  @Test func aDeletionThatFailsOnceAllIsInTheTrashCanBeRestored() throws {
    let links = "/proc/self/ns"
    let names = Disk.names(in: links).names.sorted()
    let link = try #require(names.first)
    let result = unlink(links + "/" + link)
    let code = errno
    try #require(result != 0)
    let store = CollectionStore(root: "/proc/self", trash: folder.path + "/data/trash")
    let error = #expect(throws: StoreError.self) { try store.delete(Address("ns")) }
    let deletion = try #require(store.deletions().first)
    // The copy is read-only, as the folder is.
    defer { chmod(deletion.trashed, 0o700) }
    #expect(deletion.address == Address("ns") && store.deletions().count == 1)
    #expect(Disk.names(in: deletion.trashed).names.sorted() == names)
    #expect(error == .partlyDeleted(path: store.root + "/ns", trashed: deletion.trashed, code: code))
    #expect(
      error?.description
        == "Cannot delete all of \(store.root)/ns — permission denied: check its owner and mode; the trash has a copy of it: "
        + deletion.trashed)
  }

  @Test func aDeletionThatMovesNothingLeavesNoRecord() throws {
    #expect(throws: StoreError.system(.move, path: store.root + "/a.json", code: ENOENT)) {
      try store.delete(Address("a.json"))
    }
    #expect(Disk.names(in: folder.path + "/data/trash").names == [])
  }

  // MARK: Leftovers of killed saves

  @Test func onlyTheLeftoversOfKilledSavesAreRemoved() throws {
    let dead = ".workbench-4194304-0123ABCD.tmp"
    let others = [
      ".workbench-\(getpid())-0123ABCD.tmp", ".workbench-mine.tmp", ".workbench-4194304-0123ABCD.tmp2", "x.tmp",
      ".workbench-4194304-00000000.tmp", ".workbench-89ABCDEF.tmp",
    ]
    let folders = ["", "f/", "environments/"]
    try folder.write("f/a.json", #"{"url": "x"}"#)
    for place in folders {
      for name in [dead] + others { try folder.write(place + name, "half") }
      for name in Disk.names(in: folder.root + "/" + place).names where name != ".workbench-4194304-00000000.tmp" {
        var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        #expect(utimes(folder.root + "/" + place + name, &times) == 0)
      }
    }
    store.removeLeftovers(in: try store.load())
    for place in folders {
      let left = Disk.names(in: folder.root + "/" + place).names.filter { $0.hasSuffix("tmp") || $0.hasSuffix("tmp2") }
      #expect(left.sorted() == others.sorted())
    }
  }

  @Test func onlyTheFoldersOfKilledImportsAreRemoved() throws {
    let dead = ".workbench-4194304-0123ABCD.tmp"
    let link = ".workbench-4194304-89ABCDEF.tmp"
    let others = [
      ".workbench-\(getpid())-0123ABCD.tmp", ".workbench-+4194304-0123ABCD.tmp", ".workbench-04194304-0123ABCD.tmp",
      ".workbench-4194304-0123abcd.tmp", ".workbench-4194304--0123ABCD.tmp", ".workbench-4194304-0123ABCD.tmp.d",
      "x.tmp",
    ]
    for name in [dead] + others {
      try folder.write(name + "/Shop/a.json", #"{"url": "x"}"#)
      StagingRecord.write(for: folder.root + "/" + name, in: store.trash)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.root + "/" + link, withDestinationPath: "x.tmp")
    // It may be of another machine, and still be written.
    store.removeLeftovers(in: try store.load())
    #expect(folder.names == ([dead, link] + others).sorted())
    for name in [dead] + others {
      var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
      #expect(utimes(folder.root + "/" + name, &times) == 0)
    }
    store.removeLeftovers(in: try store.load())
    #expect(folder.names == ([link] + others).sorted())
    #expect(try others.map { try folder.read($0 + "/Shop/a.json") } == others.map { _ in #"{"url": "x"}"# })
    #expect(Disk.names(in: store.trash).names.sorted() == others.map { $0 + ".json" }.sorted())
  }

  @Test func aFolderThatCameWithARepositoryIsNoLeftover() throws {
    let (name, unmounted) = (".workbench-4194304-0123ABCD.tmp", ".workbench-4194304-89ABCDEF.tmp")
    try folder.write(name + "/Shop/a.json", #"{"url": "x"}"#)
    var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
    #expect(utimes(folder.root + "/" + name, &times) == 0)
    store.removeLeftovers(in: try store.load())
    #expect(try folder.read(name + "/Shop/a.json") == #"{"url": "x"}"#)
    // An import into another folder was killed, whose folder is gone; the disk of a third one is not mounted.
    StagingRecord.write(for: folder.path + "/" + name, in: store.trash)
    StagingRecord.write(for: folder.path + "/disk/" + unmounted, in: store.trash)
    #expect(Disk.names(in: store.trash).names.sorted() == [name + ".json", unmounted + ".json"])
    store.removeLeftovers(in: try store.load())
    #expect(try folder.read(name + "/Shop/a.json") == #"{"url": "x"}"#)
    #expect(Disk.names(in: store.trash).names == [unmounted + ".json"])
  }
}
