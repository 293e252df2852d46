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

/// A lock that lets one thread of one process at a time import into a folder. It leaves no file behind.
package enum FolderLock {
  /// Waits for the lock on the folder, or else on the one above it that exists. Where folders cannot be locked, nothing
  /// waits.
  ///
  /// - Parameter isWriting: Makes a missing folder first, so that imports into it wait for each other from its beginning.
  ///   It is removed again if it stays empty.
  package static func holding<Value, Failure: Error>(
    _ folder: String, isWriting: Bool = false, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var made: [String] = []
    let descriptor = lock(folder, isWriting, &made)
    defer {
      for path in made.reversed() { rmdir(path) }
      if let descriptor { close(descriptor) }
    }
    return try body()
  }

  private static func lock(_ folder: String, _ isWriting: Bool, _ made: inout [String]) -> Int32? {
    while true {
      if isWriting { make(folder, &made) }
      let place = existing(folder)
      let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var code: Int32 = 0
      repeat { code = flock(descriptor, LOCK_EX) == 0 ? 0 : errno } while code == EINTR
      // Another import may have made or removed the folder meanwhile.
      if code != 0 || existing(folder) == place && isFolder(descriptor, at: place) { return descriptor }
      close(descriptor)
    }
  }

  /// Failures are those of the import, which reports them.
  private static func make(_ folder: String, _ made: inout [String]) {
    if Disk.exists(folder) { return }
    let parent = Disk.folder(of: folder)
    if parent != folder { make(parent, &made) }
    if mkdir(folder, 0o777) == 0 { made.append(folder) }
  }

  private static func isFolder(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, stat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  private static func existing(_ path: String) -> String {
    var path = path
    while Disk.kind(path) != .folder, Disk.folder(of: path) != path { path = Disk.folder(of: path) }
    return path
  }
}
