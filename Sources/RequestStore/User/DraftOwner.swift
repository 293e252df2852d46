internal import Foundation
internal import Synchronization

/// A running workbench that owns drafts. It holds a file lock until the process ends, even if it crashes.
final class DraftOwner: Sendable {
  let name = String(UInt64.random(in: .min ... .max), radix: 36)
  private let folder: String
  /// The locked file, created with the first draft.
  private let lock = Mutex<Int32?>(nil)

  init(folder: String) { self.folder = folder }

  deinit { release() }

  /// Gives up the lock, and with it the drafts.
  func release() {
    let held = lock.withLock { lock in
      defer { lock = nil }
      return lock
    }
    guard let descriptor = held else { return }
    // A child process may hold a copy of the descriptor until exec.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Takes the lock. Must be called before the first draft is written.
  func claim() throws(StoreError) {
    try lock.withLock { lock throws(StoreError) in
      guard lock == nil else { return }
      try Disk.createFolder(folder, mode: 0o700)
      lock = try lockedFile()
    }
  }

  /// Opens and locks the file. Another owner that looks for files without drafts may remove it in between; then it is
  /// made again.
  private func lockedFile() throws(StoreError) -> Int32 {
    let path = path(name)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .system(.create, path: path, code: errno) }
      // Others hold it only while they look at it. Drafts are kept even if the file system does not support locks.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      if Disk.isOpen(descriptor, at: path) { return descriptor }
      close(descriptor)
    }
  }

  func isRunning(_ owner: String) -> Bool {
    owner == name || withUnlocked(owner, LOCK_SH) { false } ?? Disk.exists(path(owner))
  }

  /// Removes the lock files of owners that have exited and have no drafts.
  func removeLocksWithoutDrafts() {
    // Reading the drafts reports a folder that cannot be listed.
    guard let names = try? FolderScan.list(folder).map(\.name) else { return }
    for file in names where file.endsExactly(with: ".lock") {
      let owner = String(file.dropLast(".lock".count))
      guard owner != name, !names.contains(where: { $0.endsExactly(with: ".\(owner).json") }) else { continue }
      _ = withUnlocked(owner, LOCK_EX) { unlink(path(owner)) }
    }
  }

  /// Calls `body` with the lock of another owner; returns `nil` if that one is running or never existed.
  ///
  /// - Parameter kind: `LOCK_SH` to look, so that several can at once; `LOCK_EX` to remove the file.
  private func withUnlocked<Result>(_ owner: String, _ kind: Int32, _ body: () -> Result) -> Result? {
    let descriptor = open(path(owner), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Without lock support, any owner may have exited, and its drafts must remain accessible.
    guard flock(descriptor, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
    // The file may have been removed and made again.
    return Disk.isOpen(descriptor, at: path(owner)) ? body() : nil
  }

  private func path(_ owner: String) -> String { "\(folder)/\(owner).lock" }
}
