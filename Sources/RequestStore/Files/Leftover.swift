internal import Foundation

/// The temporary files of saves and the temporary folders of imports, which a kill leaves behind. None of them has the
/// only copy of anything.
package enum Leftover {
  private static let prefix = ".workbench-"
  private static let suffix = ".tmp"
  /// Seconds after which a leftover is stale.
  static let patience = 60

  /// Returns a temporary name with the process id.
  static func name() -> String { "\(prefix)\(getpid())-\(UUID().uuidString.prefix(8))\(suffix)" }

  /// Whether this process writes a file of that name.
  package static func isOwn(_ name: String) -> Bool { owner(of: name) == getpid() }

  /// Removes this user's stale temporary files and folders from a folder. A reused process id delays the removal.
  ///
  /// - Parameters:
  ///   - age: The minimum age in seconds, as processes of other machines are unknown in a shared folder.
  ///   - onlyFolders: Whether files stay.
  static func removeAll(in folder: String, olderThan age: Int = 0, onlyFolders: Bool = false) {
    for name in Disk.names(in: folder).names {
      guard let owner = owner(of: name), kill(owner, 0) != 0, errno == ESRCH else { continue }
      let path = folder + "/" + name
      guard let status = Disk.status(path, followsLinks: false), status.st_uid == geteuid(),
        time(nil) - status.st_mtim.tv_sec >= age
      else { continue }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFDIR || kind == S_IFREG && !onlyFolders else { continue }
      // Failures are ignored: a leftover does no harm.
      Disk.removeAll(path)
    }
  }

  /// The process that made a temporary name; `nil` for another name.
  private static func owner(of name: String) -> pid_t? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = pid_t(parts[0]), process > 0, "\(process)" == parts[0],
      parts[1].utf8.count == 8, parts[1].utf8.allSatisfy({ "0123456789ABCDEF".utf8.contains($0) })
    else { return nil }
    return process
  }
}
