import Foundation
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Bodies that are written to files of the user's choice.
@Suite struct WrittenBodyTests {
  /// - Returns: Why the file was not written.
  private func write(_ name: String, in sandbox: Sandbox, createsFolder: Bool = false) throws -> SaveRefusal? {
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    let place = WrittenPlace(path: sandbox.path(name), overwrites: false, createsFolder: createsFolder)
    files.write(Data("new".utf8), to: place, restoring: MaskedSecrets(), remark: nil)
    files.disk.sync {}
    for case .workspace(_, .message(let message)) in program.drain() {
      if case .refused(let refusal)? = message as? BodyTab.Message { return refusal }
    }
    return nil
  }

  @Test func aMissingFolderIsNamedAndCreatedOnceTheUserWantsIt() throws {
    let sandbox = try Sandbox()
    let (path, folder) = (sandbox.path("new/deep/a.json"), sandbox.path("new/deep"))
    #expect(try write("new/deep/a.json", in: sandbox) == .noFolder(path, folder: folder))
    #expect(!sandbox.exists("new"))
    #expect(try write("new/deep/a.json", in: sandbox, createsFolder: true) == nil)
    #expect(sandbox.text("new/deep/a.json") == "new")
  }

  @Test func aBodyIsNotWrittenAsARequestOfTheCollection() throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/orders/show.json", "old")
    for name in ["shop/a.json", "shop/orders/a.json", "shop/orders/show.json", "shop/new/a.json"] {
      guard case .failed(sandbox.path(name), let problem)? = try write(name, in: sandbox, createsFolder: true) else {
        Issue.record("\(name) was written")
        continue
      }
      #expect(problem.sentence.contains("would be a request of this collection"), "\(name)")
    }
    #expect(!sandbox.exists("shop/a.json") && sandbox.text("shop/orders/show.json") == "old")
    for name in ["shop/a.response.txt", "shop/a.schema.json", "shop/.cache/a.json", "other/a.json"] {
      #expect(try write(name, in: sandbox, createsFolder: true) == nil, "\(name)")
      #expect(sandbox.text(name) == "new")
    }
  }

  @Test func theNameThatIsSuggestedForABodyIsNotThatOfARequest() throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    var workspace = Workspace(root: sandbox.path("shop"))
    workspace.tree = CollectionTree(root: sandbox.path("shop"), isCollection: true)
    let names = ["shop": "a.txt", "shop/orders": "a.txt", "shop/.cache": "a.json", "other": "a.json"]
    for (folder, name) in names {
      workspace.workingFolder = sandbox.path(folder)
      #expect(workspace.nameBesideRequests("a.json") == name, "\(folder)")
      let path = folder + "/" + name
      #expect(try write(path, in: sandbox, createsFolder: true) == nil, "\(path)")
    }
  }

  /// Without a `collection.json`, the files of a folder are no requests.
  @Test func aBodyIsWrittenIntoAPlainFolder() throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/readme.md", "")
    #expect(try write("shop/a.json", in: sandbox) == nil)
    #expect(sandbox.text("shop/a.json") == "new")
  }

  @Test func aFileInPlaceOfTheFolderIsNamed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("file", "old")
    let (path, file) = (sandbox.path("file/a.json"), sandbox.path("file"))
    let problem = Problem("Cannot write \(path): \(file): Not a directory — choose another path")
    #expect(try write("file/a.json", in: sandbox) == .failed(path, problem))
  }
}
