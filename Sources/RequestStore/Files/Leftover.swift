internal import Foundation

/// The half-written file of a save that was killed.
enum Leftover {
  private static let prefix = ".workbench-"
  private static let suffix = ".tmp"
  /// Seconds after which no save is still at it.
  static let patience = 60

  /// A name that says whose the file is, while it is written.
  static func name() -> String { "\(prefix)\(getpid())-\(UUID().uuidString.prefix(8))\(suffix)" }

  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// Removes what our own user's killed saves left in a folder. That the number of a process is another's by now keeps its
  /// file for a while.
  ///
  /// - Parameter age: The seconds since it was written: in a folder that other machines share, their processes are unknown.
  static func removeAll(in folder: String, olderThan age: Int = 0) {
    for name in Disk.names(in: folder).names where isOne(name) {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        isAbandoned(name, olderThan: age, written: time(nil) - status.st_mtim.tv_sec)
      else { continue }
      // Where it cannot be removed it stays: nobody waits for it.
      unlink(path)
    }
  }

  /// - Parameter written: How many seconds ago.
  private static func isAbandoned(_ name: String, olderThan age: Int, written: Int) -> Bool {
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard parts.count == 2, let process = pid_t(parts[0]) else {
      // An older version's name has no process in it.
      return parts.count == 1 && parts[0].utf8.count == 8 && written > patience
    }
    return written >= age && process > 0 && kill(process, 0) != 0 && errno == ESRCH
  }
}
