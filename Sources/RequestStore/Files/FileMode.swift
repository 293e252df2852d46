internal import Foundation

package enum FileMode {
  /// Whether the file's mode lets nobody write it. Asked of the mode and not of the system, which lets root write everything.
  package static func isReadOnly(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o222 == 0
  }
}
