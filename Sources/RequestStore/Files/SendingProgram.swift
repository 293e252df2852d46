internal import CFiles
internal import Foundation
internal import Synchronization

/// A running program that sends exchanges. It holds a lock on a byte of a file beside the history until it ends, even if
/// it is killed.
final class SendingProgram: Sendable {
  /// The byte that it locks.
  let number = Int64.random(in: 0...Int64.max - 1)
  private let path: String
  private let file = Mutex<CInt?>(nil)

  /// - Parameter database: The path of the history.
  init(beside database: String) { path = database + "-sending" }

  deinit { if let descriptor = file.withLock(\.self) { close(descriptor) } }

  /// Takes the lock. Must be called before the first note is written.
  func claim() throws(StoreError) {
    try file.withLock { (file) throws(StoreError) in
      guard file == nil else { return }
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .system(.write, path: path, code: errno) }
      guard cfiles_lock_byte(descriptor, number) == 0 else {
        let code = errno
        close(descriptor)
        throw .system(.write, path: path, code: code)
      }
      file = descriptor
    }
  }

  /// Returns whether the program with this number still runs.
  func isRunning(_ number: Int64) -> Bool {
    if number == self.number { return true }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    // A missing file means that there are no locks. If it cannot be opened, assume that the program runs.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    return cfiles_lock_byte(descriptor, number) != 0
  }
}
