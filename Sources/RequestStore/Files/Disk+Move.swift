internal import CFiles
internal import Foundation

extension Disk {
  /// Moves a file or folder to an unused path, possibly on another file system. Replaces nothing, and keeps the source
  /// until the copy is complete.
  ///
  /// - Parameter trash: Has a record of the copy until it is complete. Without it, nothing removes the copy of a folder
  ///   after a kill.
  static func move(_ path: String, to target: String, recordedIn trash: String? = nil) throws(StoreError) {
    switch place(path, at: target) {
    case 0: break
    case EEXIST: throw .exists(path: target)
    case EXDEV: try copyAndRemove(path, to: target, trash)
    case let code: throw .system(.move, path: path, code: code)
    }
    flushFolder(of: target)
    flushFolder(of: path)
  }

  /// Renames a file or folder to an unused path on the same file system.
  ///
  /// - Returns: 0, or the `errno`.
  static func place(_ path: String, at target: String) -> Int32 {
    if cfiles_rename_to_free(path, target) == 0 { return 0 }
    switch errno {
    case EEXIST where isCaseChange(path, target): return Foundation.rename(path, target) == 0 ? 0 : errno
    // Some file systems (NFS, older FUSE) do not support the flag.
    case EINVAL, ENOSYS, EOPNOTSUPP: return claimAndRename(path, target)
    case let code: return code
    }
  }

  /// Changes the case of a name on a case-insensitive file system.
  private static func isCaseChange(_ path: String, _ target: String) -> Bool {
    path != target && path.lowercased() == target.lowercased() && isSame(path, target)
  }

  /// Renames without the flag. Creating a link or an empty folder fails if the path exists.
  static func claimAndRename(_ path: String, _ target: String) -> Int32 {
    guard let status = status(path, followsLinks: false) else { return errno }
    if status.st_mode & S_IFMT == S_IFDIR {
      guard mkdir(target, 0o700) == 0 else { return errno }
      if Foundation.rename(path, target) == 0 { return 0 }
      let code = errno
      rmdir(target)
      return code
    }
    guard link(path, target) == 0 else { return errno }
    return unlink(path) == 0 ? 0 : errno
  }

  private static func copyAndRemove(_ path: String, to target: String, _ trash: String?) throws(StoreError) {
    let copy = temporaryPath(beside: target)
    StagingRecord.write(for: copy, in: trash)
    defer { StagingRecord.remove(for: copy, in: trash) }
    let code = copyAll(path, copy)
    guard code == 0 else {
      removeAll(copy)
      throw .system(.move, path: path, code: code)
    }
    let failure = place(copy, at: target)
    guard failure == 0 else {
      removeAll(copy)
      throw failure == EEXIST ? .exists(path: target) : .system(.move, path: path, code: failure)
    }
    flushFolder(of: target)
    let removed = removeAll(path)
    guard removed == 0 else { throw .system(.delete, path: path, code: removed) }
  }
}
