import Foundation
import RequestModel
import Synchronization
import TestSupport
import Testing

@testable import RequestStore
@testable import Workbench
@testable import WorkbenchCore

/// The events of a change of files, which arrive together: no key comes between what shows it and what undoes it.
@Suite final class ChangeEventsTests {
  private let sandbox: Sandbox
  private let services: Services
  private let files: FileEffects
  private let queue = ProgramQueue()
  private let file = Address("a.json")

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/environments/dev.json", #"{"variables": []}"#)
    try sandbox.write("shop/a.json", #"{ "url": "http://shop.test/a" }"#)
    services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    files = FileEffects(
      services: services, queue: EventQueue(program: queue, workspace: WorkspaceNumber(0)), refreshStatus: {})
  }

  deinit { files.close() }

  private func run(_ effect: FileEffect) {
    files.run(effect)
    files.waitForWrites()
  }

  /// Checks that no event arrives before a change has ended, and which ones show it and undo it.
  private func expect(_ names: [String], of change: @escaping @Sendable (FileEffects) throws -> Void) {
    _ = queue.drain()
    let early = Recorder<[String]>()
    files.run(changing: true) { [files, queue] in
      try change(files)
      early.record(queue.names())
    }
    files.waitForWrites()
    #expect(early.values == [[]])
    #expect(queue.names() == names)
  }

  /// Replaces the host in `a.json`, which is open.
  private func replacement() -> ReplaceJob {
    files.read(file)
    let version = Fingerprint(of: Array(sandbox.text("shop/a.json").utf8)).text
    return ReplaceJob(
      number: 1, pattern: TextPattern("shop.test", replacement: "store.test"), places: Set(SearchPlace.allCases),
      chosen: [ChosenMatches(file, version: version, [0])])
  }

  @Test func aReplacementArrivesWithItsReport() {
    let job = replacement()
    expect(["opened", "replaced"]) { try $0.replace(job) }
    #expect(sandbox.text("shop/a.json") == #"{ "url": "http://store.test/a" }"#)
  }

  @Test func anUndoneReplacementOfAnEarlierRunArrivesWithWhatMakesItAgain() throws {
    let job = replacement()
    files.run(changing: true) { [files] in try files.replace(job) }
    files.waitForWrites()
    let kept = files.replaced.withLock { $0[1] }
    let record = try #require(kept?.record)
    expect(["opened", "undone"]) { try $0.undo(record, TrashID(record.folder), isRedo: false) }
    #expect(sandbox.text("shop/a.json") == #"{ "url": "http://shop.test/a" }"#)
  }

  @Test func aRestoredFileArrivesWithWhatDeletesItAgain() throws {
    run(.delete(file))
    let deletion = queue.drain().compactMap { event -> TrashID? in
      if case .workspace(_, .workspace(_, .deleted(_, let id, _, _))) = event { id } else { nil }
    }
    let id = try #require(deletion.first)
    expect(["placed", "undone"]) { try $0.restore(id, isRedo: false) }
    #expect(sandbox.exists("shop/a.json"))
  }

  @Test func aNewRequestThatIsSavedArrivesWithWhatDeletesIt() {
    expect(["saved new", "created"]) { files in
      let new = SavedFile.request(SavedRequest(method: "GET", url: "http://shop.test/new"))
      try files.saveNew(new, from: .scratch(RequestID.random(), in: Address("")), in: Address(""), named: "new")
    }
    #expect(sandbox.exists("shop/new.json"))
  }

  /// The folders that the events since the last call name, and the file they were made for.
  private func newFolders() -> (folders: [Address], deletion: TrashID?) {
    var (folders, deletion) = ([Address](), TrashID?.none)
    for case .workspace(_, .workspace(_, let event)) in queue.drain() {
      switch event {
      case .madeFolders(let made, for: Address("deep/er/new.json")): folders = made
      case .deleted(_, let id, _, _): deletion = id
      default: break
      }
    }
    return (folders, deletion)
  }

  @Test func undoingTheFirstSaveRemovesTheEmptyFoldersThatItMade() throws {
    let (file, new) = (Address("deep/er/new.json"), SavedFile.request(SavedRequest(method: "GET", url: "http://a")))
    run(.saveNew(.scratch(RequestID.random(), in: Address("")), new, in: file.parent, name: "new"))
    let made = newFolders().folders
    #expect(made == [Address("deep/er"), Address("deep")] && sandbox.exists("shop/deep/er/new.json"))
    run(.delete(file, with: made))
    #expect(!sandbox.exists("shop/deep"))
    run(.restore(try #require(newFolders().deletion), isRedo: true))
    #expect(newFolders().folders == made && sandbox.exists("shop/deep/er/new.json"))
    try sandbox.write("shop/deep/other.txt", "x")
    run(.delete(file, with: made))
    #expect(sandbox.exists("shop/deep/other.txt") && !sandbox.exists("shop/deep/er"))
  }

  @Test func aCopyArrivesWithWhatDeletesIt() {
    expect(["created", "placed"]) { [file] files in
      try files.placeNew(try files.store.duplicate(file), copyOf: file)
    }
    #expect(sandbox.exists("shop/a 2.json"))
  }

  @Test func theStatusOfGitIsReadWhenAChangeHasArrived() {
    let arrived = Recorder<[String]>()
    let files = FileEffects(
      services: services, queue: EventQueue(program: queue, workspace: WorkspaceNumber(0)),
      refreshStatus: { [queue] in arrived.record(queue.names()) })
    files.run(.duplicate(file))
    files.waitForWrites()
    // The change has asked for the status by then.
    files.waitForWrites()
    #expect(arrived.values == [["created", "placed"]])
    files.close()
  }

  @Test func aRenameAndItsUndoingArriveWithWhatUndoesThem() throws {
    run(.rename(file, to: "b"))
    let changes = queue.drain().compactMap { event -> TrashID? in
      if case .workspace(_, .workspace(_, .undoable(let id, _))) = event { id } else { nil }
    }
    let id = try #require(changes.first)
    expect(["placed", "undone"]) { try $0.restore(id, isRedo: false) }
    expect(["undoable", "placed"]) { [file] files in
      try files.rearrange(file) { () throws(StoreError) in try files.store.rename(file, to: "c") }
    }
    #expect(sandbox.exists("shop/c.json"))
  }

  @Test func aRenamedEnvironmentArrivesWithWhatRenamesItBack() {
    expect(["placed", "undoable"]) { try $0.renameEnvironment(Address("environments/dev.json"), to: "prod") }
    #expect(sandbox.exists("shop/environments/prod.json"))
  }

  @Test func aVariableThatIsSetArrivesWithWhatUnsetsIt() {
    expect(["captured", "undoable"]) { try $0.set("host", to: "shop.test", "dev", of: $0.store.root, isSecret: false) }
    #expect(sandbox.text("shop/environments/dev.json").contains("shop.test"))
  }

  @Test func anImportArrivesWithWhatUndoesIt() throws {
    let text = "curl http://shop.test/new"
    let source = try ImportedSource(try ImportLoader().source(Data(text.utf8)), called: "the pasted text")
    let early = Recorder<[String]>()
    files.write(source, ImportJob(1, .text(text), collection: nil), ImportProgress()) { [queue] _ in
      early.record(queue.names())
    }
    files.waitForWrites()
    #expect(early.values == [[]])
    #expect(queue.names() == ["placed", "undoable"])
  }
}

extension ProgramQueue {
  /// Takes the events, and names those that show a change of files or undo it.
  fileprivate func names() -> [String] {
    drain().compactMap { event -> String? in
      switch event {
      case .workspace(_, .message(let message)) where message is SearchRequest: "replaced"
      case .workspace(_, .workspace(_, let event)): event.shownOrUndone
      default: nil
      }
    }
  }
}

extension WorkspaceEvent {
  fileprivate var shownOrUndone: String? {
    switch self {
    case .opened: "opened"
    case .captured: "captured"
    case .placed: "placed"
    case .savedNew: "saved new"
    case .created: "created"
    case .undoable: "undoable"
    case .undone: "undone"
    default: nil
    }
  }
}
