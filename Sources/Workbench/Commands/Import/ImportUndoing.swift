import ArgumentParser
import Foundation
import RequestModel
import RequestStore

/// `workbench import --undo`: takes back the last import into a folder.
struct ImportUndoing {
  let folder: String

  func run() throws {
    let trash = try UserFolders(environment: ProcessInfo.processInfo.environment).trash
    guard let undo = ImportUndo.last(into: folder, trash: trash) else {
      let last = ImportUndo.all(in: trash).last
      let other = last.map { " — the last import went to \($0.target): name it with --into" }
      throw CommandExit.fail("No import into \(folder) can be undone" + (other ?? ""), CommandExit.usage)
    }
    let outcome = undo.run()
    try StandardOutput.write(
      lines: outcome.restored.map { "restore  \($0)" } + outcome.removed.map { "remove   \($0)" })
    for problem in outcome.problems { StandardError.write(problem) }
    StandardError.write("Undid the last import into \(undo.target)")
    if !outcome.problems.isEmpty { throw CommandExit.broken }
  }
}
