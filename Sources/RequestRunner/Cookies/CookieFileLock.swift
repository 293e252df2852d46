internal import Foundation

/// A lock on a folder of cookies, shared with other programs.
struct CookieFileLock {
  private let path: String
  private let folder: String

  init(beside file: URL) {
    folder = file.deletingLastPathComponent().path
    path = folder + "/lock"
  }

  /// Creates the folder, readable only by the user, and runs `body` with the lock held. Waits up to two seconds for it.
  func whileLocked<Value>(_ body: () throws -> Value) throws -> Value {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno)), path: path) }
    defer { close(descriptor) }
    for _ in 0..<400 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      usleep(5000)
    }
    throw Failure(reason: "another program has held it for two seconds", path: path)
  }

  struct Failure: Error, CustomStringConvertible {
    let reason, path: String

    var description: String { "Cannot lock \(path): \(reason)" }
  }
}
