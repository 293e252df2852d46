import Foundation
import Synchronization

/// A body on standard output piece by piece, as the server sent it.
final class PassedBody: Sendable {
  private let state = Mutex<OutputProblem?>(nil)

  /// Why not all of it was written.
  var problem: OutputProblem? { state.withLock(\.self) }

  /// Takes a body of which nobody wants to see anything.
  static let discard: @Sendable (Data) -> Bool = { _ in true }

  /// - Returns: Whether somebody still reads. Where only the disk is full, the rest is worth having: history keeps it.
  func write(_ piece: Data) -> Bool {
    state.withLock { problem in
      do throws(OutputProblem) {
        if problem == nil { try StandardOutput.write(piece) }
      } catch {
        problem = error
      }
      return problem?.isReaderGone != true
    }
  }
}
