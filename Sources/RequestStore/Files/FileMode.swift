internal import Foundation

package enum FileMode {
  /// Whether the mode has no write permission. `access(2)` would always allow root.
  package static func isReadOnly(_ path: String) -> Bool {
    Disk.status(path).map { $0.st_mode & 0o222 } == 0
  }
}
