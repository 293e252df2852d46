import ArgumentParser
import Foundation
import RequestModel
import RequestStore
import WorkbenchCore

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tells whether every file of a collection is sound.",
    discussion: "Prints a line with file, line and column for each fault, and exits with 3 where there is one.")

  @Argument(help: "A folder or a request; without it ./collections.", completion: .file())
  var path: String?

  func run() async throws {
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    let place = try Place(path, folders)
    let store = CollectionStore(root: place.root, trash: folders.trash)
    let found = try LongReading.run { (reading) throws(StoreError) in try store.check(reading) }
    let problems = found.filter { place.selection == nil || $0.file == place.selection }
    try StandardOutput.write(lines: problems.map(\.description))
    if !problems.isEmpty { throw CommandExit.broken }
    let count =
      place.selection == nil
      ? try LongReading.run { (reading) throws(StoreError) in try store.load(reading) }.nodes.count { !$0.isFolder } : 1
    StandardError.write("\(Formatting.count(count, "request")) checked, all sound")
  }
}
