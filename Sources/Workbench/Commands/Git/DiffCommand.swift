import Foundation

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two files, folders or exchanges by fields.",
    discussion: CommandHelp.text(
      """
      An exchange is named by its id in history, or the first letters of it. Secrets are masked. Of exchanges, times \
      and headers such as Date are listed last and make no difference.
      """, examples: ["workbench diff collections/shop/a.json old.json", "workbench diff 3f2a 91bc"],
      exits: "0 the same, 1 different, 2 trouble."))

  @Argument(help: "A file, a folder, or the id of an exchange.", completion: .file())
  var old: String

  @Argument(help: "What to compare it with.", completion: .file())
  var new: String

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let isSame: Bool
    do {
      isSame = try areFiles() ? compareFiles() : compareExchanges()
    } catch let error where error is StoreError || error is HistoryError {
      throw CommandExit.usageError("\(error)")
    }
    guard isSame else { throw CommandExit.checkFailed }
  }

  /// Whether both arguments are files or folders; an id may be the name of one.
  private func areFiles() throws -> Bool {
    let manager = FileManager.default
    if manager.fileExists(atPath: old), manager.fileExists(atPath: new) { return true }
    for path in [old, new] where path.contains("/") || path.hasSuffix(".json") {
      guard manager.fileExists(atPath: path) else {
        throw CommandExit.usageError("There is no file or folder \"\(path)\" — check the path")
      }
    }
    return false
  }

  private func compareFiles() throws -> Bool {
    let differences = try TreeDifference.compare(old, new)
    try write(.array(differences.map(\.json)), lines: differences.lazy.flatMap(\.lines))
    return differences.isEmpty
  }

  private func compareExchanges() throws -> Bool {
    let history = try HistoryAccess.open()
    let (first, second) = (try exchange(old, in: history), try exchange(new, in: history))
    let diff = ExchangeDiff(first, second) { BodyDocument.meaning(of: $0, contentType: $1, isMasked: true) }
    try write(diff.json, lines: diff.lines)
    return diff.isSame
  }

  private func exchange(_ id: String, in history: HistoryStore) throws -> Exchange {
    guard let found = try HistoryAccess.find(id, in: history) else {
      if FileManager.default.fileExists(atPath: id) {
        let other = id.isExactly(old) ? new : old
        throw CommandExit.usageError(
          "\"\(id)\" is not an exchange ID, and there is no file \"\(other)\" to compare it with — check the path")
      }
      throw CommandExit.usageError(
        "There is no file \"\(id)\", and no exchange has this id — workbench history list shows them")
    }
    return found
  }

  private func write<Lines: Sequence<String>>(
    _ document: @autoclosure () -> JSONValue, lines: @autoclosure () -> Lines
  ) throws {
    if json {
      try StandardOutput.write(text: document().rendered() + "\n")
    } else {
      try StandardOutput.write(lines: lines())
    }
  }
}

/// The command that git runs to compare a file. git passes the path, old file, old hash, old mode, new file, new hash
/// and new mode.
struct GitDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-diff", abstract: "Compares two versions of a file for git.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws {
    guard let path = arguments.first else {
      throw CommandExit.usageError("git-diff is run by git — see workbench git-setup")
    }
    // For a file in conflict, git passes only the path.
    guard arguments.count >= 7 else {
      return try StandardOutput.write(line: "* Unmerged path \(path)")
    }
    let renamed = arguments.count > 7 ? arguments[7] : nil
    let difference = try TreeDifference.versions(arguments[1], arguments[4], path: path, newPath: renamed)
    try StandardOutput.write(lines: difference.lines)
  }
}
