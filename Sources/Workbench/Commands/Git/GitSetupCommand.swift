import ChildProcesses

struct GitSetupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-setup", abstract: "Lets git merge and compare the files of a collection by fields.",
    discussion: CommandHelp.text(
      """
      Adds a merge driver and a diff command to the repository's configuration, and a line for them to .gitattributes in \
      the folder. Other people need the configuration too: each runs it once. --undo removes exactly what it added.
      """, examples: ["workbench git-setup collections", "workbench git-setup collections --undo"],
      exits: "0 done, 2 usage, or git refused, 3 a file cannot be written."))

  @Argument(help: "The folder of the collection.", completion: .directory)
  var folder = "."

  @Flag(help: "Adds the driver to your own configuration, for all repositories.")
  var global = false

  @Flag(help: "Removes what an earlier run added.")
  var undo = false

  func run() async throws {
    guard let root = folder.realPath else {
      throw CommandExit.usageError("There is no folder \"\(folder)\" — check the path")
    }
    let git = GitConfiguration(folder: root, isGlobal: global)
    try await git.checkRepository()
    var done = undo ? try await git.removeDriver() : try await git.addDriver()
    done += try attributes(root)
    StandardError.write(lines: done.isEmpty ? [undo ? "Nothing to remove" : "Already set up"] : done)
  }

  private func attributes(_ root: String) throws -> [String] {
    let path = root + "/.gitattributes"
    switch try AttributesFile.change(path, undo: undo) {
    case .unchanged: return []
    case .written: return [undo ? "Removed the line from \(path)" : "Added a line to \(path) — commit it"]
    case .deleted: return ["Deleted \(path), which had no other lines"]
    }
  }
}

/// The settings of git for the driver.
private struct GitConfiguration {
  let folder: String
  let isGlobal: Bool

  func checkRepository() async throws {
    guard !isGlobal else { return }
    _ = try await git("rev-parse --git-dir", "\(folder) is in no git repository — run git init, or pass --global")
  }

  func addDriver() async throws -> [String] {
    var done: [String] = []
    for (key, value) in GitDriver.settings(GitDriver.program) where try await current(key) != value {
      _ = try await git("config \(scope) \(key) \(ShellText.quoted(value))", "Cannot change git's configuration")
      done.append("Set \(key) = \(value)")
    }
    return done
  }

  func removeDriver() async throws -> [String] {
    var done: [String] = []
    for section in ["merge.workbench", "diff.workbench"] {
      let isThere = try await git("config \(scope) --get-regexp '^\(section)[.]' || true", "Cannot read git's settings")
      guard !isThere.isEmpty else { continue }
      _ = try await git("config \(scope) --remove-section \(section)", "Cannot change git's configuration")
      done.append("Removed \(section) from git's configuration")
    }
    return done
  }

  private var scope: String { isGlobal ? "--global" : "--local" }

  private func current(_ key: String) async throws -> String {
    try await git("config \(scope) --get \(key) || true", "Cannot read git's configuration")
  }

  private func git(_ arguments: String, _ problem: String) async throws -> String {
    do {
      let text = try await CommandOutput.read("git \(arguments)", in: folder, timeout: .seconds(60))
      return text.split(separator: "\n").joined(separator: "\n")
    } catch {
      throw CommandExit.usageError("\(problem): \(error)")
    }
  }
}
