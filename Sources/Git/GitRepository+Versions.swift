package import Foundation

// Versions of files.
extension GitRepository {
  /// The versions of a file that `base` compares; `nil` for a version without the file.
  package func versions(of entry: GitEntry, _ base: GitBase) throws(GitProblem) -> (old: Data?, new: Data?) {
    let former = entry.original ?? entry.path
    switch base {
    case .head: return (try inHead(former), try file(entry.path))
    case .index: return (try staged(entry.path), try file(entry.path))
    case .staged: return (try inHead(former), try staged(entry.path))
    case .commit(let commit):
      // The commit may contain it under either name.
      if let old = try committed(entry.path, commit.id) { return (old, try file(entry.path)) }
      return (try committed(former, commit.id), try file(entry.path))
    }
  }

  private func inHead(_ file: Address) throws(GitProblem) -> Data? {
    try hasCommit() ? try committed(file, "HEAD") : nil
  }

  /// The content of a file in a commit; `nil` if the commit does not have it.
  private func committed(_ file: Address, _ revision: String) throws(GitProblem) -> Data? {
    let entries = try atTop.run(
      ["ls-tree", "-z", "--full-tree", "--end-of-options", revision, "--", file.path], to: "read \(file)")
    return try blob(entries, of: file) { $0.count == 3 && $0[1] == "blob" ? $0[2] : nil }
  }

  /// The content of a file in the index.
  ///
  /// - Parameter stage: 0, or the stage of one side of a conflict.
  private func staged(_ file: Address, stage: Int = 0) throws(GitProblem) -> Data? {
    let entries = try atTop.run(["ls-files", "--stage", "-z", "--", file.path], to: "read \(file)")
    return try blob(entries, of: file) {
      $0.count == 3 && $0[0] != "160000" && $0[2] == String(stage) ? $0[1] : nil
    }
  }

  /// Reads the object of the entry for a file's path.
  ///
  /// Returns `nil` only for a file without an entry. An unreadable object is an error.
  ///
  /// - Parameter id: Returns the name of the object, given the words before the path.
  private func blob(
    _ entries: Data, of file: Address, _ id: ([String]) -> String?
  ) throws(GitProblem) -> Data? {
    for entry in entries.split(separator: 0) {
      let halves = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard halves.count == 2, halves[1].elementsEqual(file.path.utf8) else { continue }
      let words = String(decoding: halves[0], as: UTF8.self).split(separator: " ").map(String.init)
      if let id = id(words) { return try git.run(["cat-file", "blob", id], to: "read \(file)") }
    }
    return nil
  }

  /// The sides of a conflict: the common ancestor, ours and theirs. The user's own commits are ours in a rebase, too.
  package func sides(of file: Address) throws(GitProblem) -> (base: Data?, ours: Data?, theirs: Data?) {
    let (ours, theirs) = isRebasing ? (3, 2) : (2, 3)
    return (try staged(file, stage: 1), try staged(file, stage: ours), try staged(file, stage: theirs))
  }

  /// The file in the work tree; for a link, its target.
  package func file(_ file: Address) throws(GitProblem) -> Data? {
    if isFolder(file) { return nil }
    return switch try content(of: file) {
    case .missing, .other: nil
    case .file(let bytes, _): bytes
    case .link(let target): Data(target.utf8)
    }
  }

  /// The differences as lines of a patch, without its head.
  package func lines(of entry: GitEntry, _ base: GitBase) throws(GitProblem) -> [String] {
    // Compare only the commits of submodules: otherwise git would run in them, with their own configuration.
    let arguments = [
      "diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--submodule=short", "--no-color",
      "--find-renames",
    ]
    let revision: [String] =
      switch base {
      case .head: [try head()]
      case .index: []
      case .staged: ["--cached", try head()]
      case .commit(let commit): [commit.id]
      }
    if entry.isUntracked { return added(try file(entry.path) ?? Data()) }
    let text = try atTop.text(
      arguments + revision + ["--"] + entry.paths.map(\.path), to: "compare \(entry.path)",
      settings: try settings().withoutFilters(gitFolder))
    let lines = text.parts(separatedBy: "\n")
    return lines.firstIndex { $0.hasPrefix("@@") }.map { Array(lines[$0...]) }
      ?? lines.filter { $0.hasPrefix("Binary") }
  }

  private func added(_ content: Data) -> [String] {
    if content.contains(0) { return ["Binary file"] }
    return content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      "+" + String(decoding: $0, as: UTF8.self)
    }
  }

  /// The last commit, or the empty tree before the first one.
  private func head() throws(GitProblem) -> String {
    try hasCommit() ? "HEAD" : try git.text(["hash-object", "-t", "tree", "--stdin"], to: "find the last commit")
  }

  /// Whether the branch has a commit yet.
  ///
  /// - Throws: A problem if that cannot be determined, which is not the same as having no commit.
  func hasCommit() throws(GitProblem) -> Bool {
    let found = try git.output(["rev-parse", "--verify", "--quiet", "HEAD"])
    if found.status == 0 { return true }
    // Without a commit, HEAD still names a branch. git fails here if the branch is damaged.
    _ = try git.run(["symbolic-ref", "HEAD"], to: "find the last commit")
    return false
  }
}
