internal import Foundation

/// Reads and writes complete files with system calls.
enum Disk {
  /// The maximum size of a file in a collection.
  static let fileLimit = 8 << 20

  static func read(_ path: String, limit: Int = fileLimit) throws(StoreError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(.read, path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.read, path: path, code: errno) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else { throw .system(.read, path: path, code: kind == S_IFDIR ? EISDIR : EINVAL) }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(path: path, size: size, limit: limit) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Foundation.read(descriptor, buffer.baseAddress! + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    guard failure == 0 else { throw .system(.read, path: path, code: failure) }
    return bytes
  }

  /// The first 64 kB of a file; `nil` if it cannot be read.
  static func start(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = max(0, Foundation.read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Replaces a file atomically: readers see either the old or the new contents.
  ///
  /// Follows links. Keeps the permissions of the old file.
  /// - Parameters:
  ///   - mode: The permissions of a new file.
  ///   - evenReadOnly: Replaces the file even if it is read-only.
  /// - Throws: `StoreError.readOnly` unless `evenReadOnly`.
  static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = 0o666, evenReadOnly: Bool = false
  ) throws(StoreError) {
    let target = resolved(path)
    let temporary = temporaryPath(beside: target)
    let old = status(target)
    guard evenReadOnly || !FileMode.isReadOnly(target) else { throw .readOnly(path: path) }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old == nil ? mode : 0o600)
    guard descriptor >= 0 else { throw .system(.write, path: path, code: errno) }
    if let code = fill(descriptor, bytes, mode: old.map { $0.st_mode & 0o7777 }) {
      unlink(temporary)
      throw .system(.write, path: path, code: code)
    }
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw .system(.write, path: path, code: code)
    }
    flushFolder(of: target)
  }

  /// Writes a new file. Fails if it exists.
  static func create(_ path: String, with bytes: [UInt8], mode: mode_t = 0o666) throws(StoreError) {
    let temporary = temporaryPath(beside: path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system(.create, path: path, code: errno) }
    defer { unlink(temporary) }
    if let code = fill(descriptor, bytes, mode: nil) { throw .system(.create, path: path, code: code) }
    switch place(temporary, at: path) {
    case 0: break
    case EEXIST: throw .exists(path: path)
    case let code: throw .system(.create, path: path, code: code)
    }
    flushFolder(of: path)
  }

  /// Creates a folder and those above it.
  static func createFolder(_ path: String, mode: mode_t = 0o777) throws(StoreError) {
    if mkdir(path, mode) == 0 { return }
    let code = errno
    if code == EEXIST, kind(path) == .folder { return }
    guard code == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      throw .system(.create, path: path, code: code)
    }
    try createFolder(String(path[..<slash]), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .system(.create, path: path, code: errno) }
  }

  /// The facts about the file at `path`; `nil` if there are none, and `errno` says why.
  static func status(_ path: String, followsLinks: Bool = true) -> stat? {
    var status = stat()
    return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  enum Kind: Equatable { case file, folder, other }

  /// Returns the kind of file at `path`, following links; `nil` if nothing exists there.
  static func kind(_ path: String) -> Kind? {
    guard let status = status(path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// When a file was written last, as a time since 1970; `nil` if nothing exists at `path`.
  static func modified(_ path: String) -> Duration? {
    guard let status = status(path, followsLinks: false) else { return nil }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }

  /// Whether the file belongs to the user, or to the administrator.
  static func isOwn(_ path: String) -> Bool {
    status(path).map { $0.st_uid == geteuid() || $0.st_uid == 0 } ?? false
  }

  /// Whether the open file or folder is the one at `path`, and not one that was removed from there.
  static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, found) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, stat(path, &found) == 0 else { return false }
    return opened.st_dev == found.st_dev && opened.st_ino == found.st_ino
  }

  /// Whether the user may list a folder and open its files.
  static func canList(_ path: String) -> Bool { access(path, R_OK | X_OK) == 0 }

  /// Whether the user may not create files in a folder.
  static func refusesFiles(in folder: String) -> Bool {
    access(folder, W_OK) != 0 && (errno == EACCES || errno == EROFS)
  }

  /// Returns whether a path exists, including broken links.
  static func exists(_ path: String) -> Bool { status(path, followsLinks: false) != nil }

  /// Returns whether both paths are the same file, such as `a.json` and `A.json` on a case-insensitive file system.
  static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = status(a, followsLinks: false), let second = status(b, followsLinks: false) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8], mode: mode_t?) -> Int32? {
    defer { close(descriptor) }
    if let code = writeAll(descriptor, bytes) { return code }
    if let mode, fchmod(descriptor, mode) != 0 { return errno }
    return fsync(descriptor) == 0 ? nil : errno
  }

  /// - Returns: The `errno`, `nil` if all bytes were written.
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      written += count
    }
    return nil
  }

  /// Flushes a folder, so that a rename survives a power failure. Ignores file systems that cannot do so.
  static func flushFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Whether the file system of a file has less space left than a few pages of a database.
  static func isFull(_ path: String) -> Bool {
    var facts = statvfs()
    guard statvfs(folder(of: path), &facts) == 0 else { return false }
    return UInt64(facts.f_bavail) <= (64 << 10) / max(1, UInt64(facts.f_frsize))
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func resolved(_ path: String) -> String { path.realPath ?? path }

  /// A path without links in the part that exists.
  static func resolvedStart(_ path: String) -> String {
    let folder = folder(of: path)
    if exists(path) || folder == path { return resolved(path) }
    return resolvedStart(folder) + "/" + (path.split(separator: "/").last.map(String.init) ?? "")
  }

  static func temporaryPath(beside path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    return folder + Leftover.name()
  }
}

extension StoreError {
  static func systemText(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
