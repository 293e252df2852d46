import Foundation
import Glibc

/// A folder that only the user can read, removed with this value. If a process is killed, its folder stays behind; the
/// next process removes it, as it is no longer locked.
final class TemporaryFolder: Sendable {
  let path: String
  private let descriptor: Int32

  private static let prefix = "workbench-run-"
  /// The time in seconds within which a new folder has to be locked. Unlocked folders older than this are removed.
  private static let grace = 60.0

  init() throws {
    let parent = RunPaths.resolved(NSTemporaryDirectory())
    Self.removeAbandoned(in: parent)
    var template = Array((parent + "/" + Self.prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandExit.fail(
        "Cannot create a folder in \(NSTemporaryDirectory()): \(String(cString: strerror(errno)))",
        CommandExit.unfinished)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { flock(descriptor, LOCK_SH | LOCK_NB) }
  }

  deinit {
    // A later run removes any remains.
    try? FileManager.default.removeItem(atPath: path)
    if descriptor >= 0 { close(descriptor) }
  }

  private static func removeAbandoned(in parent: String) {
    // If the folder cannot be listed, there is nothing to remove.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      let path = parent + "/" + name
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > grace,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      // Another process may be removing it, too.
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
