internal import ChildProcesses
internal import Foundation
package import RequestModel

/// The repository that a folder is in.
package struct GitRepository: Sendable {
  package let git: GitProgram
  /// The top of the work tree.
  package let top: String
  /// Where the repository keeps the state of this work tree.
  package let gitFolder: String
  /// Where it keeps what all its work trees share.
  private let commonFolder: String
  /// The folder, relative to the top.
  package let folder: Address

  /// Whether a folder looks like part of a repository. Runs nothing, so that other folders cost nothing.
  package static func mayContain(_ folder: String, environment: [String: String]) -> Bool {
    if environment["GIT_DIR"]?.isEmpty == false { return true }
    var folder = URL(filePath: folder).resolvingSymlinksInPath().path
    while true {
      if FileManager.default.fileExists(atPath: folder + "/.git") { return true }
      guard folder.count > 1 else { return false }
      folder = URL(filePath: folder).deletingLastPathComponent().path
    }
  }

  /// Finds the repository of a folder.
  ///
  /// - Throws: Why there is none: also where git does not trust it, or it is a bare one.
  package init(of folder: String, environment: [String: String]) throws(GitProblem) {
    // Of commands rather than of the top: the path as the user names it stays.
    git = GitProgram(folder: folder, environment: environment)
    do {
      // One path for each command: a path may contain a line break.
      gitFolder = try git.text(["rev-parse", "--absolute-git-dir"], to: "find the repository")
      let common = try git.text(["rev-parse", "--git-common-dir"], to: "find the repository")
      commonFolder = common.hasPrefix("/") ? common : folder + "/" + common
      top = try git.text(["rev-parse", "--show-toplevel"], to: "find the work tree")
      let prefix = try git.text(["rev-parse", "--show-prefix"], to: "find the folder")
      self.folder = Address(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
    } catch {
      guard error.kind != .noRepository else {
        throw GitProblem(.noRepository, "\(folder) is not in a git repository: git init makes it one")
      }
      throw error
    }
  }

  /// The absolute path of a file of the work tree.
  package func path(of file: Address) -> String { file.path.isEmpty ? top : top + "/" + file.path }

  /// The folders whose files change with commits, branches, the index and fetches. Some may not exist.
  package var stateFolders: [String] {
    let remotes = commonFolder + "/refs/remotes"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: remotes)) ?? []
    return [gitFolder, gitFolder + "/logs"] + names.map { remotes + "/" + $0 }
  }

  // MARK: Status

  /// What has changed in the whole work tree.
  package func status() throws(GitProblem) -> GitStatus {
    // Of submodules only their commits: git would run in them, with their own configuration.
    let arguments = [
      "status", "--porcelain=v2", "-z", "--branch", "--ignored", "--renames", "--ignore-submodules=dirty",
    ]
    let bytes = try git.run(arguments, to: "read the status", settings: try settingsWithoutFilters())
    var status = GitStatusReader.read(String(decoding: bytes, as: UTF8.self))
    status.folder = folder
    status.operation = operation
    try expand(&status)
    return status
  }

  /// The settings that keep filters of the repository from being run. The user's own, such as those of git-lfs, apply.
  func settingsWithoutFilters() throws(GitProblem) -> [String] {
    let pattern = #"^filter\..*\.(clean|smudge|process|required)$"#
    var names: Set<String> = []
    for scope in ["--local", "--worktree"] {
      // Without such a setting, or without configuration of this scope, git fails and prints nothing.
      let found = try git.output(
        ["config", scope, "--includes", "--null", "--name-only", "--get-regexp", pattern], to: "read the configuration")
      names.formUnion(found.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }
    return names.sorted().flatMap { ["-c", $0.hasSuffix(".required") ? $0 + "=false" : $0 + "="] }
  }

  /// Lists the files of new folders, as far as they concern the open folder.
  private func expand(_ status: inout GitStatus) throws(GitProblem) {
    let folders = status.entries.filter { $0.isUntracked && $0.isFolder }
      .filter { $0.path.isInside(folder) || folder.isInside($0.path) }
    guard !folders.isEmpty else { return }
    let paths = folders.map { $0.path.isInside(folder) ? $0.path : folder }
    let arguments = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", "--"]
    let bytes = try git.run(arguments + paths.map { path(of: $0) }, to: "list new files")
    let files = bytes.split(separator: 0, maxSplits: Self.listedFiles).prefix(Self.listedFiles)
    // More than anybody reads: the folders stand for their files.
    guard files.count < Self.listedFiles else { return }
    status.entries.removeAll { $0.isFolder && $0.isUntracked && $0.path.isInside(folder) }
    status.entries += files.map { file in
      var entry = GitEntry(Address(String(decoding: file, as: UTF8.self)))
      entry.isUntracked = true
      return entry
    }
    status.entries.sort { ($1.isConflicted ? 1 : 0, $0.path) < ($0.isConflicted ? 1 : 0, $1.path) }
  }

  private static let listedFiles = 5_000

  private var operation: GitOperation? {
    let marks: [(GitOperation, [String])] = [
      (.rebase, ["rebase-merge", "rebase-apply"]), (.merge, ["MERGE_HEAD"]), (.cherryPick, ["CHERRY_PICK_HEAD"]),
      (.revert, ["REVERT_HEAD"]),
    ]
    return marks.first { $0.1.contains { FileManager.default.fileExists(atPath: gitFolder + "/" + $0) } }?.0
  }
}
