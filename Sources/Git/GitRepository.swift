internal import Foundation

/// The repository that contains a folder.
package struct GitRepository: Sendable {
  package let git: GitProgram
  /// The top of the work tree.
  package let top: String
  /// The folder with the repository's state for this work tree.
  package let gitFolder: String
  /// The folder with the state shared by all work trees.
  let commonFolder: String
  /// The folder, relative to the top.
  package let folder: Address

  /// Whether a folder looks like part of a repository. Runs no program, so that other folders cost nothing.
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
  /// - Parameter group: Ends the commands of git that only read.
  /// - Throws: The reason why no repository can be used, including a bare one and one that git does not trust.
  package init(
    of folder: String, environment: [String: String], group: ProgramGroup = ProgramGroup()
  ) throws(GitProblem) {
    if environment["GIT_DIR"]?.isEmpty ?? true { try RepositoryFiles.check(above: folder) }
    // Run commands in the folder rather than at the top, to keep the path that the user has named.
    git = GitProgram(folder: folder, environment: environment, group: group)
    do {
      let places = try Self.places(git)
      gitFolder = places[0]
      // git names the folder of a linked work tree by its absolute path.
      commonFolder = places[1].hasPrefix("/") ? places[1] : gitFolder
      top = places[2]
      let prefix = places[3]
      self.folder = Address(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
    } catch {
      guard error.kind != .noRepository else {
        throw GitProblem(.noRepository, "\(folder) is not in a git repository: git init makes it one")
      }
      throw error
    }
  }

  /// The git folder, the one that work trees share, the top of the work tree, and the path of the folder below it.
  private static func places(_ git: GitProgram) throws(GitProblem) -> [String] {
    let names = ["--absolute-git-dir", "--git-common-dir", "--show-toplevel", "--show-prefix"]
    // With a line break in a path, there are more lines than paths.
    do throws(GitProblem) {
      let lines = try git.text(["rev-parse"] + names, to: "find the repository")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.count == names.count { return lines }
    } catch {
      // The commands below give a more exact reason for other problems.
      if error.kind == .tooSlow { throw error }
    }
    var places: [String] = []
    for name in names {
      let place = name == "--show-toplevel" ? "work tree" : name == "--show-prefix" ? "folder" : "repository"
      places.append(try git.text(["rev-parse", name], to: "find the \(place)"))
    }
    return places
  }

  /// The settings of the repository and its user. All that looks at the repository reads them first, to find the
  /// programs that it names.
  ///
  /// - Throws: A problem also if git ignores the settings that prevent it from running such programs.
  package func settings() throws(GitProblem) -> GitSettings { try GitSettings(git) }

  /// The absolute path of a file of the work tree.
  package func path(of file: Address) -> String { file.path.isEmpty ? top : top + "/" + file.path }

  /// The folders whose files change with commits, branches, the index and fetches. Some may not exist.
  package var stateFolders: [String] {
    let remotes = commonFolder + "/refs/remotes"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: remotes)) ?? []
    return [gitFolder, gitFolder + "/logs"] + names.map { remotes + "/" + $0 }
  }

  // MARK: Status

  /// The status of the whole work tree.
  package func status(_ settings: GitSettings) throws(GitProblem) -> GitStatus {
    let records = try statusRecords(try settings.withoutFilters(gitFolder))
    var status = GitStatusReader.read(String(decoding: records, as: UTF8.self))
    status.remotes = settings.remotes
    status.folder = folder
    status.operation = operation
    if status.operation != nil { status.preparedMessage = preparedMessage }
    try expand(&status)
    return status
  }

  private func statusRecords(_ settings: [GitSetting]) throws(GitProblem) -> Data {
    // Compare only the commits of submodules: otherwise git would run in them, with their own configuration.
    let arguments = ["status", "--porcelain=v2", "-z", "--branch", "--ignored", "--ignore-submodules=dirty"]
    do throws(GitProblem) {
      return try git.run(arguments + ["--renames"], to: "read the status", settings: settings)
    } catch {
      guard error.kind == .incomplete else { throw error }
      // Detecting renames reads contents, which a partial clone may lack.
      return try git.run(arguments + ["--no-renames"], to: "read the status", settings: settings)
    }
  }

  /// Lists the files of new folders, if they concern the open folder.
  private func expand(_ status: inout GitStatus) throws(GitProblem) {
    let folders = status.entries.filter { $0.isUntracked && $0.isFolder }
      .filter { $0.path.isInside(folder) || folder.isInside($0.path) }
    guard !folders.isEmpty else { return }
    let paths = folders.map { $0.path.isInside(folder) ? $0.path : folder }
    let arguments = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", "--"]
    let bytes = try git.run(arguments + paths.map { path(of: $0) }, to: "list new files")
    let files = bytes.split(separator: 0, maxSplits: Self.listedFiles).prefix(Self.listedFiles)
    // List only the folders if there are too many files.
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

  /// Whether a rebase has stopped. git then calls the new base ours, and the commit of the user theirs.
  package var isRebasing: Bool { operation == .rebase }

  /// The first line of `MERGE_MSG`, which may have comments.
  private var preparedMessage: String {
    let lines = RepositoryFiles.text(of: gitFolder + "/MERGE_MSG")?.split(whereSeparator: \.isNewline) ?? []
    return lines.first { !$0.startsExactly(with: "#") }.map(String.init) ?? ""
  }

  private var operation: GitOperation? {
    let marks: [(GitOperation, [String])] = [
      (.rebase, ["rebase-merge", "rebase-apply"]), (.merge, ["MERGE_HEAD"]), (.cherryPick, ["CHERRY_PICK_HEAD"]),
      (.revert, ["REVERT_HEAD"]),
    ]
    return marks.first { $0.1.contains { FileManager.default.fileExists(atPath: gitFolder + "/" + $0) } }?.0
  }
}
