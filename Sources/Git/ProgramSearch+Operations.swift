internal import Foundation
internal import Glibc

// Operations in progress, and links in the folder of git.
extension ProgramSearch {
  /// Adds the programs of an operation in progress, which run when it continues.
  mutating func addOperations(of place: Place) throws(GitProblem) {
    try addRebaseStrategy(of: place)
    try addRebaseCommands(of: place)
    try addOptions("rebase-apply/apply-opt", "options of am or rebase", place) { options in
      options.split(separator: " ").allSatisfy { ProgramSetting.isHarmless(applyOption: String($0)) }
    }
    try addOptions("sequencer/opts", "options of cherry-pick or revert", place) { options in
      options.split(separator: "\n").allSatisfy { ProgramSetting.isHarmless(sequencerLine: String($0)) }
    }
  }

  private mutating func addRebaseCommands(of place: Place) throws(GitProblem) {
    guard let list = try stateFile("rebase-merge/git-rebase-todo", of: place) else { return }
    let isBlank: (UInt8) -> Bool = { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(maxSplits: 1, whereSeparator: isBlank)
      guard words.count == 2, ["exec", "x"].contains(Self.lossy(words[0])) else { continue }
      let command = try text(words[1].drop(while: isBlank), "a command of the rebase")
      let program = RepositoryProgram("rebase exec", command, in: place.name)
      if !found.contains(program) { try add(program) }
    }
  }

  /// Adds the merge strategy of a rebase if it is not one of git's.
  private mutating func addRebaseStrategy(of place: Place) throws(GitProblem) {
    guard let bytes = try stateFile("rebase-merge/strategy", of: place) else { return }
    let strategy = try text(bytes, "the strategy of the rebase").trimmingCharacters(in: .whitespacesAndNewlines)
    guard ProgramSetting.namesStrategy(strategy) else { return }
    try add(RepositoryProgram("rebase strategy", strategy, in: place.name))
  }

  /// Adds the options that an operation continues with, unless they name neither programs nor files.
  private mutating func addOptions(
    _ name: String, _ title: String, _ place: Place, areHarmless: (String) -> Bool
  ) throws(GitProblem) {
    guard let bytes = try stateFile(name, of: place) else { return }
    let options = try text(bytes, "the \(title)").trimmingCharacters(in: .whitespacesAndNewlines)
    if !areHarmless(options) { try add(RepositoryProgram(title, options, in: place.name)) }
  }

  /// - Returns: `nil` without such an operation.
  private func stateFile(_ name: String, of place: Place) throws(GitProblem) -> Data? {
    let path = place.gitFolder + "/" + name
    guard Self.exists(path) else { return nil }
    guard let size = Self.size(of: path), size <= Self.fileSize, let bytes = FileManager.default.contents(atPath: path)
    else { throw GitProblem(.other, "Git is not used here: \(path) cannot be read") }
    return bytes
  }

  // MARK: Links

  /// Folders that are searched elsewhere, or in which git never writes to a file that exists.
  private static let skipped: Set<String> = ["objects", "modules", "worktrees", "hooks", "lfs", "annex"]

  /// Adds links that may lead out of the folder of git: it writes its logs, the last message and others into the files that they lead to.
  mutating func addLinks(in folder: String, _ place: Place, isTop: Bool = true) throws(GitProblem) {
    // git cannot write into an unreadable folder either.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFLNK where !isTop || !Self.skipped.contains(name):
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "/"
        if mayLeadOutside(target) { try add(RepositoryProgram("link \(path)", target, in: place.name)) }
      case S_IFDIR where !isTop || !Self.skipped.contains(name): try addLinks(in: path, place, isTop: false)
      default: break
      }
    }
  }

  /// Whether a link may lead out of the folder of git, perhaps by way of another link. Old versions of git have links to
  /// branches, such as HEAD.
  private func mayLeadOutside(_ target: String) -> Bool {
    !target.startsExactly(with: "refs/")
      || target.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
}
