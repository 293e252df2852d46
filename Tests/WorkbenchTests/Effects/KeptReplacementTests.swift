import RequestModel
import Testing

@testable import RequestStore
@testable import Workbench
@testable import WorkbenchCore

/// The earlier content of files that a replacement has changed.
@Suite struct KeptReplacementTests {
  @Test(arguments: [(["a.json"], ["b.json"]), ([], ["a.json", "b.json"]), (["a.json", "b.json"], [])])
  func theContentOfFilesThatAreNotRestoredIsKept(_ unchanged: [String], _ left: [String]) throws {
    let sandbox = try Sandbox()
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let files = FileEffects(
      services: services, queue: EventQueue(program: ProgramQueue(), workspace: WorkspaceNumber(0)), refreshStatus: {})
    let replaced = try ["a.json", "b.json"].map { name in
      try sandbox.write("shop/" + name, "new")
      let written = Fingerprint(of: Array((unchanged.contains(name) ? "new" : "other").utf8)).text
      return ReplacedFile(address: Address(name), before: Array("old".utf8), written: written, count: 1)
    }
    _ = files.undo(KeptReplacement(files: replaced, record: try files.store.record(replaced)), isRedo: false)
    for name in unchanged { #expect(sandbox.text("shop/" + name) == "old") }
    #expect(try files.store.replacements().flatMap { try $0.replacedFiles() }.map(\.address.path) == left)
  }
}
