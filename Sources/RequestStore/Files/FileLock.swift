internal import Foundation

/// A lock that lets one thread of one process change a file at a time.
enum FileLock {
  /// Waits for the lock. It is a separate file beside `path`, which is replaced by each change.
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
