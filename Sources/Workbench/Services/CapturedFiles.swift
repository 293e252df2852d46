import RequestRunner
import RequestStore
import Synchronization

/// Writes variables from responses to their files. The watch of these files can wrap the writes, so that it does not
/// report them as changes by another program.
final class CapturedFiles: Sendable {
  typealias Writing = @Sendable (_ path: String, _ write: () throws -> Void) throws -> Void

  private let writing = Mutex<Writing?>(nil)

  /// Makes `writing` perform all later writes.
  func follow(_ writing: @escaping Writing) { self.writing.withLock { $0 = writing } }

  func save(_ captured: CapturedVariable, in workspace: RequestWorkspace) throws {
    guard let writing = writing.withLock(\.self) else { return try workspace.save(captured) }
    try writing(workspace.path(of: captured)) { try workspace.save(captured) }
  }
}
