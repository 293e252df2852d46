import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Files with unsaved edits that are read again after a change of their file.
@Suite final class RereadTests {
  private let list = Address("list.json")
  private let edits = SavedFile.request(SavedRequest(url: "http://127.0.0.1:1/mine"))
  private let queue = ProgramQueue()
  private let sandbox: Sandbox
  private let files: FileEffects

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    files = FileEffects(
      services: services, queue: EventQueue(program: queue, workspace: WorkspaceNumber(0)), refreshStatus: {})
    try write("old")
    run(.open(list))
    _ = queue.drain()
  }

  deinit { files.close() }

  private func run(_ effect: FileEffect) {
    files.run(effect)
    files.waitForWrites()
  }

  private func write(_ path: String) throws {
    try sandbox.write("shop/list.json", #"{ "url": "http://127.0.0.1:1/\#(path)" }"#)
  }

  /// The events about the file since the last call.
  private func events() -> [String] {
    queue.drain().compactMap { event -> String? in
      switch event {
      case .workspace(_, .notice(let notice)): notice.text
      case .workspace(_, .workspace(_, .opened)): "opened"
      case .workspace(_, .workspace(_, .outdated)): "outdated"
      case .workspace(_, .workspace(_, .asOpened)): "as opened"
      case .workspace(_, .workspace(_, .changedOnDisk)): "not saved"
      default: nil
      }
    }
  }

  @Test func anEditorThatChangesAFileWithUnsavedEditsIsAnotherProgram() throws {
    run(.keepDraft(list, edits))
    try write("theirs")
    files.readEdited(list)
    files.waitForWrites()
    #expect(events() == ["list.json: changed on disk since you opened it; your edits are kept", "outdated"])
    run(.save(list, edits, overwriting: false))
    #expect(events() == ["not saved"])
    #expect(sandbox.text("shop/list.json").contains("/theirs"))
  }

  @Test func anEditorThatChangesNothingLeavesUnsavedEdits() {
    run(.keepDraft(list, edits))
    files.readEdited(list)
    files.waitForWrites()
    #expect(events() == ["as opened"])
  }

  @Test func theVersionOfTheEditorIsShownWithoutUnsavedEdits() throws {
    try write("theirs")
    files.readEdited(list)
    files.waitForWrites()
    #expect(events() == ["opened"])
  }

  @Test func aFileThatIsRestoredByAnotherProgramIsAsItWasOpened() throws {
    run(.keepDraft(list, edits))
    try write("theirs")
    run(.refresh(list))
    try write("old")
    run(.refresh(list))
    #expect(events() == ["outdated", "as opened"])
  }
}
