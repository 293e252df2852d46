internal import Foundation

/// The temporary files of saves, which a kill leaves behind.
package enum Leftover {
  private static let prefix = ".workbench-"
  private static let suffix = ".tmp"
  /// Seconds after which a temporary file is stale.
  static let patience = 60

  /// Returns a temporary name with the process id.
  static func name() -> String { "\(prefix)\(getpid())-\(UUID().uuidString.prefix(8))\(suffix)" }

  /// Whether this process writes a file of that name.
  package static func isOwn(_ name: String) -> Bool { name.hasPrefix("\(prefix)\(getpid())-") && isOne(name) }

  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// Removes this user's stale temporary files from a folder. A reused process id delays the removal.
  ///
  /// - Parameter age: The minimum age in seconds, as processes of other machines are unknown in a shared folder.
  static func removeAll(in folder: String, olderThan age: Int = 0) {
    for name in Disk.names(in: folder).names where isOne(name) {
      let path = folder + "/" + name
      guard let status = Disk.status(path, followsLinks: false), status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), isAbandoned(name, olderThan: age, written: time(nil) - status.st_mtim.tv_sec)
      else { continue }
      // Failures are ignored: a leftover does no harm.
      unlink(path)
    }
  }

  /// - Parameter written: Seconds since it was written.
  private static func isAbandoned(_ name: String, olderThan age: Int, written: Int) -> Bool {
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard parts.count == 2, let process = pid_t(parts[0]) else { return false }
    return written >= age && process > 0 && kill(process, 0) != 0 && errno == ESRCH
  }
}
