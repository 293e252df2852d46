internal import Foundation

/// Lets one process, and one thread of it, change a file at a time.
enum FileLock {
  /// Waits its turn. The lock is a file of its own beside `path`, as `path` itself is replaced by each change.
  static func holding<Value>(_ path: String, _ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let lock = path + ".lock"
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(.write, path: lock, code: errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(.write, path: lock, code: errno) }
    }
    return try body()
  }
}
