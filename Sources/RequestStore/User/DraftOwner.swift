internal import Foundation
internal import RequestModel
internal import Synchronization

/// One running workbench among the drafts: it holds a lock on a file of its own name until it ends, however it ends.
final class DraftOwner: Sendable {
  let name = String(UInt64.random(in: .min ... .max), radix: 36)
  private let folder: String
  /// The locked file; it is made with the first draft, as most runs have none.
  private let lock = Mutex<Int32?>(nil)

  init(folder: String) { self.folder = folder }

  deinit {
    guard let descriptor = lock.withLock(\.self) else { return }
    // A program that is being started may hold a copy of the descriptor until it runs.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Says that this workbench runs; before that it may own no draft.
  func claim() throws(StoreError) {
    guard lock.withLock({ $0 == nil }) else { return }
    try Disk.createFolder(folder, mode: 0o700)
    let path = path(name)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(.create, path: path, code: errno) }
    // Where the file system knows no locks the drafts are kept all the same.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    let isFirst = lock.withLock { lock in
      defer { lock = lock ?? descriptor }
      return lock == nil
    }
    if !isFirst { close(descriptor) }
  }

  /// Whether the workbench of that name still runs.
  func isRunning(_ owner: String) -> Bool {
    owner == name || withUnlocked(owner) { false } ?? Disk.exists(path(owner))
  }

  /// Removes what owners that have ended and have no drafts left behind.
  func removeLocksWithoutDrafts() {
    // A folder that cannot be listed was told of by who reads the drafts.
    guard let names = try? FolderScan.list(folder).map(\.name) else { return }
    for file in names where file.endsExactly(with: ".lock") {
      let owner = String(file.dropLast(".lock".count))
      guard owner != name, !names.contains(where: { $0.endsExactly(with: ".\(owner).json") }) else { continue }
      _ = withUnlocked(owner) { unlink(path(owner)) }
    }
  }

  /// Calls `body` with the lock of another owner in hand; `nil` where that one runs or never was.
  private func withUnlocked<Result>(_ owner: String, _ body: () -> Result) -> Result? {
    let descriptor = open(path(owner), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // A file system without locks cannot say who runs: what it keeps must stay within reach.
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ? body() : nil
  }

  private func path(_ owner: String) -> String { "\(folder)/\(owner).lock" }
}
