internal import Foundation

/// The temporary files of saves and the temporary folders of imports, which a kill leaves behind. None of them has the
/// only copy of anything. A folder that has no `StagingRecord` is the user's, whatever its name.
package enum Leftover {
  private static let prefix = ".workbench-"
  private static let suffix = ".tmp"
  /// Seconds after which a leftover is stale.
  static let patience = 60

  /// Returns a temporary name with the process id.
  static func name() -> String { "\(prefix)\(getpid())-\(UUID().uuidString.prefix(8))\(suffix)" }

  /// Whether this process writes a file of that name.
  package static func isOwn(_ name: String) -> Bool { owner(of: name) == getpid() }

  /// Whether the process that made a temporary name has ended. A reused process id hides that.
  static func isStale(_ name: String) -> Bool { owner(of: name).map { kill($0, 0) != 0 && errno == ESRCH } ?? false }

  /// Removes this user's stale temporary files from a folder, and the stale temporary folders that have a record.
  ///
  /// - Parameters:
  ///   - age: The minimum age in seconds, as processes of other machines are unknown in a shared folder.
  ///   - onlyFolders: Whether files stay.
  ///   - trash: Has the records of the temporary folders. Without it, all folders stay.
  static func removeAll(
    in folder: String, olderThan age: Int = 0, onlyFolders: Bool = false, recordedIn trash: String? = nil
  ) {
    for name in Disk.names(in: folder).names where isStale(name) {
      let path = folder + "/" + name
      guard let status = Disk.status(path, followsLinks: false), status.st_uid == geteuid(),
        time(nil) - status.st_mtim.tv_sec >= age
      else { continue }
      // Failures are ignored: a leftover does no harm.
      switch status.st_mode & S_IFMT {
      case S_IFREG where !onlyFolders: Disk.removeAll(path)
      case S_IFDIR where StagingRecord.exists(for: path, in: trash):
        if Disk.removeAll(path) == 0 { StagingRecord.remove(for: path, in: trash) }
      default: continue
      }
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
