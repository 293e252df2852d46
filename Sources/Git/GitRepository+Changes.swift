internal import Foundation

// Staging, unstaging, committing.
extension GitRepository {
  /// git at the top of the work tree. Paths are relative to it.
  var atTop: GitProgram { git.moved(to: top) }

  package func stage(_ entries: [GitEntry]) throws(GitProblem) {
    // A renamed file is removed at one path and added at another.
    try change(["add", "--all"], entries.flatMap(\.paths), to: "stage")
  }

  package func unstage(_ entries: [GitEntry]) throws(GitProblem) {
    try change(["reset", "--quiet"], entries.flatMap(\.paths), to: "unstage")
  }

  /// Runs a command on files. Their names are passed through standard input: there may be many, with any characters.
  func change(_ arguments: [String], _ paths: [Address], to what: String) throws(GitProblem) {
    guard !paths.isEmpty else { return }
    let names = Data(paths.map { $0.path + "\0" }.joined().utf8)
    _ = try atTop.run(
      arguments + ["--pathspec-from-file=-", "--pathspec-file-nul"], to: what, .acting, on: names)
  }

  /// Commits the staged changes. Hooks and signing apply.
  ///
  /// - Returns: The output of git and the hooks.
  package func commit(message: String, _ control: ProgramControl) throws(GitProblem) -> String {
    try act(["commit", "--file=-"], to: "commit", on: Data(message.utf8), control)
  }

  /// Runs a command that may take long or prompt.
  @discardableResult
  func act(
    _ arguments: [String], to what: String, on input: Data = Data(), environment: [String: String] = [:],
    _ control: ProgramControl, progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> String {
    let result = try atTop.output(
      arguments, .acting, on: input, environment: environment, control, progress: progress)
    guard result.status == 0 else {
      if control.isCancelled { throw .cancelled }
      throw GitProblem(what, status: result.status, result.everything)
    }
    return result.everything
  }
}

extension GitEntry {
  /// Both paths of a renamed file.
  package var paths: [Address] { [path] + (original.map { [$0] } ?? []) }
}
