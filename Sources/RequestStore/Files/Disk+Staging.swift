internal import CFiles
internal import Foundation

extension Disk {
  /// Writes a new file without flushing it, for many files that `flushFileSystem` flushes together.
  static func write(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .system(.create, path: path, code: errno) }
    defer { close(descriptor) }
    if let code = writeAll(descriptor, bytes) { throw .system(.create, path: path, code: code) }
  }

  static func flushFileSystem(of folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = cfiles_sync_file_system(descriptor)
    close(descriptor)
  }

  /// Renames the file at `path` to `target`, over another one if there is one.
  static func replace(_ target: String, by path: String) throws(StoreError) {
    guard rename(path, target) == 0 else { throw .system(.write, path: target, code: errno) }
  }

  /// Moves the file at `path` over the one at `target`, possibly from another file system. It stays at `path` until it
  /// is in its place: a temporary file, which is removed after a kill, is never the only one.
  static func replace(_ target: String, byMoving path: String) throws(StoreError) {
    let copy = temporaryPath(beside: target)
    do throws(StoreError) {
      let code = copyAll(path, copy)
      guard code == 0 else { throw StoreError.system(.move, path: path, code: code) }
      try replace(target, by: copy)
    } catch {
      removeAll(copy)
      throw error
    }
    flushFolder(of: target)
    try remove(path)
  }

  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .system(.delete, path: path, code: errno) }
  }

  /// Whether `path` is a folder and no link to one.
  static func isPlainFolder(_ path: String) -> Bool {
    status(path, followsLinks: false).map { $0.st_mode & S_IFMT } == S_IFDIR
  }

  /// Nothing is written through a link, or where a file is in the way.
  static func checkFolder(_ path: String) throws(StoreError) {
    if exists(path), !isPlainFolder(path) { throw .exists(path: path) }
  }

  /// Checks the folders between `target` and the file at a path in it.
  static func checkFolders(of path: String, in target: String) throws(StoreError) {
    var folder = target
    for name in path.split(separator: "/").dropLast() {
      folder += "/" + name
      try checkFolder(folder)
    }
  }
}
