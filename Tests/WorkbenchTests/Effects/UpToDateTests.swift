import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Which version of an unedited file is sent.
@Suite struct UpToDateTests {
  private let list = Address("list.json")
  private let queue = ProgramQueue()
  private let sandbox: Sandbox
  private let files: FileEffects

  init() throws {
    sandbox = try Sandbox()
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    files = FileEffects(
      services: services, queue: EventQueue(program: queue, workspace: WorkspaceNumber(0)), refreshStatus: {})
  }

  private func write(_ path: String) throws {
    try sandbox.write("shop/list.json", #"{ "url": "http://127.0.0.1:1/\#(path)" }"#)
  }

  /// The URL that is sent for a job of the screen.
  private func sent(_ path: String) throws -> String {
    let request = SavedRequest(url: "http://127.0.0.1:1/" + path)
    let origin = Exchange.Origin(root: sandbox.path("shop"), address: list)
    let job = SendJob(id: ExchangeID(), request: request, origin: origin, environment: nil, basis: .file)
    return try files.upToDate(job).request.url
  }

  @Test func aFileThatWasReadAgainIsSentBeforeTheScreenShowsIt() throws {
    try write("new")
    files.read(list)
    #expect(try sent("old") == "http://127.0.0.1:1/new")
  }

  @Test func aFileThatHasChangedIsReadAgain() throws {
    try write("old")
    files.read(list)
    try write("new")
    #expect(try sent("old") == "http://127.0.0.1:1/new")
  }
}
