import Foundation
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Commands given before the screen learned of a rename.
@Suite final class FormerAddressesTests {
  private let sandbox: Sandbox
  private let files: FileEffects
  private let queue = ProgramQueue()

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/a.json", #"{ "url": "http://127.0.0.1:1/a" }"#)
    try sandbox.write("shop/inner/c.json", #"{ "url": "http://127.0.0.1:1/c" }"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    files = FileEffects(
      services: services, queue: EventQueue(program: queue, workspace: WorkspaceNumber(0)), refreshStatus: {})
  }

  deinit { files.close() }

  private func run(_ effects: FileEffect...) {
    for effect in effects { files.run(effect) }
    files.waitForWrites()
  }

  /// The files of the collection, without its settings.
  private func names() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path("shop"))
    return all.filter { $0.hasSuffix(".json") && $0 != "collection.json" }.sorted()
  }

  @Test func aRenamedRequestIsCopiedUnderItsNewName() throws {
    run(.rename(Address("a.json"), to: "b"), .duplicate(Address("a.json")))
    #expect(try names() == ["b 2.json", "b.json", "inner/c.json"])
  }

  @Test func aRenamedRequestIsDeletedAndRenamedAgain() throws {
    run(.rename(Address("a.json"), to: "b"), .rename(Address("a.json"), to: "d"))
    #expect(try names() == ["d.json", "inner/c.json"])
    run(.delete(Address("b.json")))
    #expect(try names() == ["inner/c.json"])
  }

  @Test func whatIsInARenamedFolderIsFound() throws {
    run(.rename(Address("inner"), to: "outer"), .move(Address("inner/c.json"), into: Address("")))
    #expect(try names() == ["a.json", "c.json"])
  }

  @Test func anotherFileOfTheFormerNameIsMeantByItsName() throws {
    run(.rename(Address("a.json"), to: "b"))
    try sandbox.write("shop/a.json", #"{ "url": "http://127.0.0.1:1/other" }"#)
    run(.delete(Address("a.json")))
    #expect(try names() == ["b.json", "inner/c.json"])
    run(.delete(Address("a.json")))
    #expect(try names() == ["b.json", "inner/c.json"])
  }

  private func notices() -> [Notice] {
    queue.drain().compactMap { if case .workspace(_, .notice(let notice)) = $0 { notice } else { nil } }
  }

  @Test func aFileThatTheProgramDeletedIsNotReportedAsRemovedFromDisk() throws {
    let reads = [Address("a.json"), Address("inner/c.json")].map { FileEffect.open($0) }
    run(.delete(Address("a.json")), .delete(Address("inner")), reads[0], reads[1])
    #expect(notices() == [])
    // The next removal is another program's.
    try sandbox.write("shop/a.json", #"{ "url": "http://127.0.0.1:1/a" }"#)
    run(reads[0])
    try FileManager.default.removeItem(atPath: sandbox.path("shop/a.json"))
    run(reads[0])
    #expect(notices() == [Notice(.failure, "a.json was removed from disk")])
  }

  @Test func aRestoredFileThatIsGoneWasRemovedByAnotherProgram() throws {
    run(.delete(Address("a.json")))
    let deleted = queue.drain().compactMap { event -> TrashID? in
      if case .workspace(_, .workspace(_, .deleted(_, let id, _, _))) = event { id } else { nil }
    }
    run(.restore(try #require(deleted.first), isRedo: false))
    _ = notices()
    try FileManager.default.removeItem(atPath: sandbox.path("shop/a.json"))
    run(.open(Address("a.json")))
    #expect(notices() == [Notice(.failure, "a.json was removed from disk")])
  }

  @Test func aDeletedFileThatAnotherProgramHasRestoredIsNotInTheTrash() throws {
    run(.delete(Address("a.json")))
    let deleted = queue.drain().compactMap { event -> TrashID? in
      if case .workspace(_, .workspace(_, .deleted(_, let id, _, _))) = event { id } else { nil }
    }
    let id = try #require(deleted.first)
    try FileManager.default.moveItem(atPath: id.text, toPath: sandbox.path("shop/a.json"))
    run(.restore(id, isRedo: false))
    let problems = queue.drain().compactMap { event -> String? in
      if case .workspace(_, .workspace(_, .failed(let problem))) = event { problem.sentence } else { nil }
    }
    #expect(problems == ["a.json is not in the trash any more: another program has restored or removed it"])
  }

  @Test func aMoveBackAndAMoveInACircleEnd() {
    var former = FormerAddresses()
    func note(_ old: String, _ new: String) { former.note(Address(old), movedTo: Address(new)) }
    func place(of path: String, taken: String? = nil) -> String {
      former.current(Address(path)) { $0.path == taken }.path
    }
    note("a.json", "b.json")
    note("b.json", "a.json")
    #expect(place(of: "a.json") == "a.json")
    #expect(place(of: "b.json") == "a.json")
    note("a.json", "c.json")
    note("c.json", "d/c.json")
    note("d", "e")
    #expect(place(of: "b.json") == "e/c.json")
    #expect(place(of: "b.json", taken: "c.json") == "c.json")
    #expect(place(of: "f.json") == "f.json")
  }
}
