import Foundation
import Glibc

/// Takes the place of standard output. The file of that name is replaced once there is something to keep.
struct OutputFile {
  private let path: String
  private let draft: OutputDraft
  private let standard: Int32

  init(_ path: String) throws {
    do throws(OutputProblem) {
      draft = try OutputDraft(path)
    } catch {
      throw CommandExit.fail(error.description, CommandExit.usage)
    }
    self.path = path
    standard = dup(STDOUT_FILENO)
    dup2(draft.descriptor, STDOUT_FILENO)
  }

  /// Gives standard output back.
  ///
  /// - Parameters:
  ///   - isKept: Whether the file is to be there.
  ///   - name: Another name for it.
  ///   - replaces: Whether it may take the place of an existing file.
  func finish(isKept: Bool, as name: String? = nil, replaces: Bool = true) throws(OutputProblem) {
    dup2(standard, STDOUT_FILENO)
    close(standard)
    guard isKept else { return draft.discard() }
    try draft.keep(as: name, replaces: replaces)
  }

  /// A failure of standard output as one of this file.
  func renamed(_ problem: OutputProblem) -> OutputProblem { OutputProblem(code: problem.code, target: path) }
}
