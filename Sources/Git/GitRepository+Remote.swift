// Remotes and branches.
extension GitRepository {
  /// Runs an action that may take long.
  ///
  /// - Parameter progress: Receives the output of git while it runs.
  /// - Returns: The output of git and the hooks.
  package func perform(
    _ action: GitAction, _ control: ProgramControl, progress: @escaping (String) -> Void
  ) throws(GitProblem) -> String {
    if case .commit(let message) = action { return try commit(message: message, control) }
    // Accept the message that git proposes.
    let environment = ["GIT_EDITOR": "true", "GIT_SEQUENCE_EDITOR": "true"]
    return try act(action.arguments, to: action.title, environment: environment, control, progress: progress)
  }

  /// The command line of an action, to run in the terminal.
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
    let fields = line.parts(separatedBy: "\0")
    // Skip origin/HEAD, which is an alias of a branch.
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

  /// The last commits; with `file`, only those that changed it.
  package func commits(of file: Address?) throws(GitProblem) -> [GitCommit] {
    let arguments = [
      "log", "--no-ext-diff", "--no-textconv", "-z", "--max-count=200", "--format=%H%x00%an%x00%ar%x00%s",
    ]
    let text = try git.moved(to: top).text(
      arguments + (file.map { ["--follow", "--", $0.path] } ?? []), to: "read the log")
    let fields = text.parts(separatedBy: "\0")
    return stride(from: 0, to: fields.count - 3, by: 4).map {
      GitCommit(id: fields[$0], author: fields[$0 + 1], age: fields[$0 + 2], subject: fields[$0 + 3])
    }
  }
}

extension GitAction {
  var arguments: [String] {
    switch self {
    case .fetch: ["fetch", "--progress"]
    case .pull(.configured): ["pull", "--progress"]
    case .pull(.merging): ["pull", "--progress", "--no-rebase"]
    case .pull(.rebasing): ["pull", "--progress", "--rebase"]
    case .push(nil): ["push", "--progress"]
    case .push(let remote?): ["push", "--progress", "--set-upstream", "--", remote, "HEAD"]
    // Otherwise git would finally look for changes in the submodules of the branch, running programs that the user has
    // not seen.
    case .switchTo(let reference): ["switch", "--quiet", "--progress"] + Self.target(reference)
    case .createBranch(let name): ["switch", "--quiet", "--progress", "--create=\(name)"]
    case .commit(let message): ["commit", "--message", message]
    case .commitInEditor: ["commit"]
    // `merge --continue` does not exist before git 2.12, and it requires a terminal.
    case .proceed(.merge): ["commit", "--no-edit"]
    case .proceed(let operation): [operation.rawValue, "--continue"]
    case .abort(let operation): [operation.rawValue, "--abort"]
    case .stage, .unstage, .discard, .undoDiscard, .resolve: []
    }
  }

  /// The argument for a branch. Names of remote branches may look like options.
  private static func target(_ reference: GitReference) -> [String] {
    guard let remote = reference.remote else { return ["--end-of-options", reference.name] }
    return ["--track", "--end-of-options", "refs/remotes/\(remote)/\(reference.name)"]
  }
}
