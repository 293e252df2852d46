package import ChildProcesses
package import RequestModel

// Remotes and branches.
extension GitRepository {
  /// Runs an action that may take long.
  ///
  /// - Parameter progress: Receives what git writes meanwhile.
  /// - Returns: What git and the hooks wrote.
  package func perform(
    _ action: GitAction, _ control: ProgramControl, progress: @escaping (String) -> Void
  ) throws(GitProblem) -> String {
    if case .commit(let message) = action { return try commit(message: message, control) }
    // A message that git proposes is good enough.
    let environment = ["GIT_EDITOR": "true", "GIT_SEQUENCE_EDITOR": "true"]
    return try act(action.arguments, to: action.title, environment: environment, control, progress: progress)
  }

  /// The command line of an action, for a terminal that is lent to git.
  package func command(of action: GitAction) -> [String] { ["git", "-C", top] + action.arguments }

  // MARK: Lists

  /// The branches, those with the newest commits first.
  package func branches() throws(GitProblem) -> [GitReference] {
    let format = "--format=%(refname)%00%(HEAD)%00%(symref)%00%(contents:subject)"
    let text = try git.text(
      ["for-each-ref", "--sort=-committerdate", "--count=500", format, "refs/heads", "refs/remotes"],
      to: "list branches")
    let all = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { Self.reference(Substring($0)) }
    let local = all.filter { $0.remote == nil }
    return local + all.filter { other in other.remote != nil && !local.contains { $0.name.isExactly(other.name) } }
  }

  private static func reference(_ line: Substring) -> GitReference? {
    let fields = line.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
    // origin/HEAD is another name of a branch.
    guard fields.count == 4, fields[2].isEmpty else { return nil }
    if let name = fields[0].removingExactly(prefix: "refs/heads/") {
      return GitReference(name: name, isCurrent: fields[1] == "*", subject: fields[3])
    }
    guard let name = fields[0].removingExactly(prefix: "refs/remotes/"), let slash = name.firstIndex(of: "/") else {
      return nil
    }
    return GitReference(
      name: String(name[name.index(after: slash)...]), remote: String(name[..<slash]), subject: fields[3])
  }

  /// The remotes by name, `origin` first.
  package func remotes() throws(GitProblem) -> [String] {
    let names = try git.text(["remote"], to: "list remotes").split(separator: "\n").map(String.init)
    return names.filter { $0 == "origin" } + names.filter { $0 != "origin" }
  }

  /// The last commits, those that changed `file` alone if there is one.
  package func commits(of file: Address?) throws(GitProblem) -> [GitCommit] {
    let arguments = [
      "log", "--no-ext-diff", "--no-textconv", "-z", "--max-count=200", "--format=%H%x00%an%x00%ar%x00%s",
    ]
    let text = try git.moved(to: top).text(
      arguments + (file.map { ["--follow", "--", $0.path] } ?? []), to: "read the log")
    let fields = text.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
    return stride(from: 0, to: fields.count - 3, by: 4).map {
      GitCommit(id: fields[$0], author: fields[$0 + 1], age: fields[$0 + 2], subject: fields[$0 + 3])
    }
  }
}

extension GitAction {
  /// The arguments of git.
  var arguments: [String] {
    switch self {
    case .fetch: ["fetch", "--progress"]
    case .pull(.configured): ["pull", "--progress"]
    case .pull(.merging): ["pull", "--progress", "--no-rebase"]
    case .pull(.rebasing): ["pull", "--progress", "--rebase"]
    case .push(nil): ["push", "--progress"]
    case .push(let remote?): ["push", "--progress", "--set-upstream", "--", remote, "HEAD"]
    // At its end, git would look for changes in submodules that the branch brings, with programs that nobody has seen.
    case .switchTo(let reference): ["switch", "--quiet", "--progress"] + Self.target(reference)
    case .createBranch(let name): ["switch", "--quiet", "--progress", "--create=\(name)"]
    case .commit(let message): ["commit", "--message", message]
    case .commitInEditor: ["commit"]
    // There is no `merge --continue` before git 2.12, and it wants a terminal.
    case .proceed(.merge): ["commit", "--no-edit"]
    case .proceed(let operation): [operation.rawValue, "--continue"]
    case .abort(let operation): [operation.rawValue, "--abort"]
    case .stage, .unstage, .discard, .undoDiscard, .resolve: []
    }
  }

  /// Names of branches come from a remote, and may look like options.
  private static func target(_ reference: GitReference) -> [String] {
    guard let remote = reference.remote else { return ["--end-of-options", reference.name] }
    return ["--track", "--end-of-options", "refs/remotes/\(remote)/\(reference.name)"]
  }
}
