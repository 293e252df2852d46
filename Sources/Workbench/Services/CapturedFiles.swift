import RequestRunner
import RequestStore
import Synchronization

/// Writes the variables that responses set to their files. Whoever watches the files takes part, so that it is not told of
/// its own program's changes as of another one's.
final class CapturedFiles: Sendable {
  typealias Writing = @Sendable (_ path: String, _ write: () throws -> Void) throws -> Void

  private let writing = Mutex<Writing?>(nil)

  /// Lets `writing` do all later writes.
  func follow(_ writing: @escaping Writing) { self.writing.withLock { $0 = writing } }

  func save(_ captured: CapturedVariable, in workspace: RequestWorkspace) throws {
    guard let writing = writing.withLock(\.self) else { return try workspace.save(captured) }
    try writing(workspace.path(of: captured)) { try workspace.save(captured) }
  }
}
