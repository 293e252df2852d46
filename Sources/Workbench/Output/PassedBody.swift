import Foundation
import Synchronization

/// Writes a body to standard output chunk by chunk, as the server sent it.
final class PassedBody: Sendable {
  private let state = Mutex<OutputProblem?>(nil)

  /// The error if writing failed.
  var problem: OutputProblem? { state.withLock(\.self) }

  /// Discards a body.
  static let discard: @Sendable (Data) -> Bool = { _ in true }

  /// - Returns: Whether to continue. Nobody waits for the rest of a body that cannot be written; history has its
  ///   beginning.
  func write(_ piece: Data) -> Bool {
    state.withLock { problem in
      do throws(OutputProblem) {
        if problem == nil { try StandardOutput.write(piece) }
      } catch {
        problem = error
      }
      return problem == nil
    }
  }
}
