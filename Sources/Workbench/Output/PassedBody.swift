import Foundation
import Synchronization

/// Writes a body to standard output chunk by chunk, as the server sent it.
final class PassedBody: Sendable {
  /// Takes a chunk and returns whether to continue.
  typealias Take = @Sendable (Data) throws(Failure) -> Bool

  /// The file in place of standard output.
  private let file: OutputFile?
  private let state = Mutex<OutputProblem?>(nil)

  init(to file: OutputFile?) { self.file = file }

  /// The error if writing failed.
  var problem: OutputProblem? { state.withLock(\.self) }

  static let discard: Take = { _ in true }

  /// - Returns: Whether to continue. Nobody waits for the rest of a body that cannot be written; history has its
  ///   beginning.
  /// - Throws: The failure of the exchange, unless the reader of a pipe has only closed it.
  func write(_ piece: Data) throws(Failure) -> Bool {
    let problem = state.withLock { problem in
      do throws(OutputProblem) {
        if problem == nil { try StandardOutput.write(piece) }
      } catch {
        problem = file?.renamed(error) ?? error
      }
      return problem
    }
    if let failure = problem?.failure { throw failure }
    return problem == nil
  }
}
