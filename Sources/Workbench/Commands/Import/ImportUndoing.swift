import Foundation

/// `workbench import --undo`: takes back the last import into a folder.
struct ImportUndoing {
  let folder: String

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let folders = try UserFolders(environment: environment)
    let trash = folders.trash
    // It may be the last one, which has to be undone before earlier ones.
    if let record = ImportUndo.unreadable(into: folder, trash: trash).first {
      throw CommandExit.fail(record.sentence, CommandExit.broken)
    }
    guard let undo = ImportUndo.last(into: folder, trash: trash) else {
      let last = ImportUndo.all(in: trash).last
      let other = last.map { " — the last import went to \($0.target): name it with --into" }
      throw CommandExit.usageError("No import into \(folder) can be undone" + (other ?? ""))
    }
    let outcome = undo.run(
      secrets: SecretStore(folders, environment: environment),
      patience: .init(limit: FolderLock.Patience.ofCommands) { StandardError.write($0) })
    if outcome.isBusy { throw CommandExit.fail(outcome.problems.joined(separator: "; "), CommandExit.unfinished) }
    try StandardOutput.write(
      lines: outcome.restored.map { "restore  \($0)" } + outcome.removed.map { "remove   \($0)" })
    for problem in outcome.problems { StandardError.write(problem) }
    if let summary = outcome.secrets.summary { StandardError.write(summary) }
    let start = undo.isPending ? "Not all is undone, try again: " : "Undid "
    StandardError.write(start + "the last import into \(undo.target)")
    if !outcome.problems.isEmpty { throw CommandExit.broken }
  }
}
