internal import ChildProcesses
package import Foundation
package import RequestModel

// Versions of files.
extension GitRepository {
  /// The versions of a file that `base` compares; `nil` where there is none.
  package func versions(of entry: GitEntry, _ base: GitBase) throws(GitProblem) -> (old: Data?, new: Data?) {
    let former = entry.original ?? entry.path
    switch base {
    case .head: return (try blob("HEAD", former), file(entry.path))
    case .index: return (try blob("", entry.path), file(entry.path))
    case .staged: return (try blob("HEAD", former), try blob("", entry.path))
    case .commit(let commit):
      // It may have had either name.
      if let old = try blob(commit.id, entry.path) { return (old, file(entry.path)) }
      return (try blob(commit.id, former), file(entry.path))
    }
  }

  /// The content of a file in a commit; in the index if `revision` is empty.
  package func blob(_ revision: String, _ file: Address) throws(GitProblem) -> Data? {
    let result = try git.output(["cat-file", "blob", "\(revision):\(file.path)"], to: "read \(file)")
    return result.status == 0 ? result.output : nil
  }

  /// The sides of a conflict: the common ancestor, ours and theirs.
  package func sides(of file: Address) throws(GitProblem) -> (base: Data?, ours: Data?, theirs: Data?) {
    (try blob(":1", file), try blob(":2", file), try blob(":3", file))
  }

  /// The file of the work tree; the target of a link in place of its content.
  package func file(_ file: Address) -> Data? {
    let path = path(of: file)
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) { return Data(target.utf8) }
    return FileManager.default.contents(atPath: path)
  }

  /// The differences as lines of a patch, without its head.
  package func lines(of entry: GitEntry, _ base: GitBase) throws(GitProblem) -> [String] {
    let arguments = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"]
    let revision: [String] =
      switch base {
      case .head: [try head()]
      case .index: []
      case .staged: ["--cached", try head()]
      case .commit(let commit): [commit.id]
      }
    if entry.isUntracked { return added(file(entry.path) ?? Data()) }
    let text = try atTop.text(
      arguments + revision + ["--"] + entry.paths.map(\.path), to: "compare \(entry.path)",
      settings: try settingsWithoutFilters())
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    return lines.firstIndex { $0.hasPrefix("@@") }.map { Array(lines[$0...]) }
      ?? lines.filter { $0.hasPrefix("Binary") }
  }

  private func added(_ content: Data) -> [String] {
    if content.contains(0) { return ["Binary file"] }
    return content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      "+" + String(decoding: $0, as: UTF8.self)
    }
  }

  /// The last commit; the empty tree before the first one.
  private func head() throws(GitProblem) -> String {
    let result = try git.output(["rev-parse", "--verify", "--quiet", "HEAD"], to: "find the last commit")
    return result.status == 0
      ? "HEAD" : try git.text(["hash-object", "-t", "tree", "/dev/null"], to: "find the last commit")
  }
}
