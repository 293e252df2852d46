internal import Foundation

/// The settings that apply in a repository, in git's order: later ones override earlier ones.
package struct GitSettings: Sendable {
  struct Entry: Sendable {
    /// In lower case, except between the dots.
    let name: Data
    /// Empty for a name without a value, which is a switch.
    let value: Data
    /// Whether it comes from the repository's own files, rather than from the user or this program.
    let isOwn: Bool
  }

  private(set) var entries: [Entry] = []

  /// - Parameter options: The options of git that choose the repository.
  /// - Throws: A problem also if git ignores the settings that prevent it from running programs of a repository.
  init(_ git: GitProgram, _ options: [String] = []) throws(GitProblem) {
    let list = try Self.list(git, options).split(separator: 0, omittingEmptySubsequences: false)
    var isProtected = false
    for index in stride(from: 0, to: list.count - 1, by: 2) {
      let scope = String(decoding: list[index], as: UTF8.self)
      let parts = list[index + 1].split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let isOwn = !["system", "global", "command"].contains(scope)
      entries.append(Entry(name: parts.first ?? Data(), value: parts.dropFirst().first ?? Data(), isOwn: isOwn))
      if scope == "command", list[index + 1] == GitProgram.probe.listed { isProtected = true }
    }
    guard isProtected else { throw Self.isOutdated }
  }

  private static func list(_ git: GitProgram, _ options: [String]) throws(GitProblem) -> Data {
    do throws(GitProblem) {
      // Do not use a pattern: git's patterns do not match names that are not UTF-8.
      return try git.run(options + ["config", "--list", "--null", "--show-scope"], to: "read the configuration")
    } catch {
      throw error.output.contains("show-scope") ? isOutdated : error
    }
  }

  private static let isOutdated = GitProblem(
    .other, "git is older than 2.31 and may run programs that a repository names: install a newer one")

  /// The remotes with a URL, each once.
  var remotes: [String] {
    var remotes: [String] = []
    for bytes in entries.map(\.name) where bytes.starts(with: "remote.".utf8) {
      let name = String(decoding: bytes, as: UTF8.self)
      guard let key = [".url", ".pushurl"].first(where: { name.endsExactly(with: $0) }) else { continue }
      let remote = String(decoding: bytes.dropFirst(7).dropLast(key.utf8.count), as: UTF8.self)
      if !remote.isEmpty, !remotes.contains(remote) { remotes.append(remote) }
    }
    return remotes
  }

  /// The settings that disable filters of the repository. The user's own filters, such as those of git-lfs, stay
  /// enabled.
  ///
  /// - Throws: A problem if the name of a filter is not UTF-8.
  func withoutFilters(_ gitFolder: String) throws(GitProblem) -> [GitSetting] {
    var settings: [GitSetting] = []
    // Names that are equal in Swift may differ in git, so no duplicates are removed.
    for entry in entries where entry.isOwn && entry.name.starts(with: "filter.".utf8) {
      guard let name = String(bytes: entry.name, encoding: .utf8) else {
        throw GitProblem(
          .other,
          "Cannot read the configuration of the repository: the name of a filter is not UTF-8 — remove it from \(gitFolder)/config"
        )
      }
      let isProgram = [".clean", ".smudge", ".process", ".required"].contains { name.endsExactly(with: $0) }
      if isProgram { settings.append(GitSetting(name, "")) }
    }
    return settings
  }
}
