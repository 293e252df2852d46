import Foundation
import Glibc
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Other work while files of the user's choice are written.
@Suite(.timeLimit(.minutes(1))) final class ChosenFileTests {
  private let sandbox: Sandbox
  private let files: FileEffects

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/a.json", #"{ "url": "http://127.0.0.1:1/a" }"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    files = FileEffects(
      services: services, queue: EventQueue(program: ProgramQueue(), workspace: WorkspaceNumber(0)), refreshStatus: {})
  }

  deinit { files.close() }

  @Test func otherWorkOnFilesDoesNotWaitForThePipeOfAnExport() throws {
    try #require(mkfifo(sandbox.path("pipe"), 0o600) == 0)
    var isCopied = false
    try files.writeChosen([sandbox.path("out.json"), sandbox.path("pipe")]) {
      files.run(.duplicate(Address("a.json")))
      files.waitForWrites()
      isCopied = sandbox.exists("shop/a 2.json")
    }
    #expect(isCopied)
  }
}
