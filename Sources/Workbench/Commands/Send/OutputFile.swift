import Glibc

/// Redirects standard output to a file. An existing file is replaced only once there is something to keep.
struct OutputFile {
  let path: String
  private let draft: OutputDraft
  private let standard: Int32

  init(_ path: String) throws {
    draft = try CommandExit.failing(with: CommandExit.usage) { try OutputDraft(path) }
    self.path = path
    standard = dup(STDOUT_FILENO)
    dup2(draft.descriptor, STDOUT_FILENO)
  }

  /// Whether the file has contents.
  var isWritten: Bool {
    var facts = stat()
    return fstat(draft.descriptor, &facts) == 0 && facts.st_size > 0
  }

  /// Restores standard output.
  ///
  /// - Parameters:
  ///   - isKept: Whether to keep the file.
  ///   - name: Another name for it.
  ///   - replaces: Whether it may replace an existing file.
  func finish(isKept: Bool, as name: String? = nil, replaces: Bool = true) throws(OutputProblem) {
    dup2(standard, STDOUT_FILENO)
    close(standard)
    guard isKept else { return draft.discard() }
    try draft.keep(as: name, replaces: replaces)
  }

  /// The problem with the name of this file instead of standard output.
  func renamed(_ problem: OutputProblem) -> OutputProblem { OutputProblem(code: problem.code, target: path) }
}
