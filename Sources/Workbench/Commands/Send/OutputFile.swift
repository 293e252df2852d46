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
  /// - Parameter isKept: Whether the file is to be there.
  func finish(isKept: Bool) throws(OutputProblem) {
    dup2(standard, STDOUT_FILENO)
    close(standard)
    guard isKept else { return draft.discard() }
    try draft.keep()
  }

  /// A failure of standard output as one of this file.
  func renamed(_ problem: OutputProblem) -> OutputProblem { OutputProblem(code: problem.code, target: path) }
}
