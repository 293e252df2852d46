import Foundation
import Glibc
import Synchronization

/// Standard output that is no terminal, for a body that grows: each byte is written once, as it came.
final class BodyPipe: Sendable {
  private struct State {
    var written = 0
    var problem: String?
  }

  private let state = Mutex(State())

  /// Why not all could be written; `nil` where it was.
  var problem: String? { state.withLock(\.problem) }

  /// Writes what `body` has beyond what was written before.
  func write(_ body: Data) {
    // With the lock held: who comes with more waits for its turn.
    state.withLock { state in
      while state.problem == nil, state.written < body.count {
        let rest = body.dropFirst(state.written)
        let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, 1 << 20)) }
        if count >= 0 {
          state.written += count
        } else if errno != EINTR {
          state.problem = String(cString: strerror(errno))
        }
      }
    }
  }
}
