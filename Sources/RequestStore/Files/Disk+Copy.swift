internal import Foundation

extension Disk {
  /// Copies a file, a link or a folder with its contents, and flushes it to disk.
  ///
  /// - Returns: 0, or the `errno` of the first failure.
  static func copyAll(_ path: String, _ target: String) -> Int32 {
    guard let status = status(path, followsLinks: false) else { return errno }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return copyFile(path, target, status)
    case S_IFLNK: return copyLink(path, target)
    case S_IFDIR: return copyFolder(path, target, status)
    default: return ENOTSUP
    }
  }

  /// Removes a file, or a folder with its contents.
  ///
  /// - Returns: 0, or the `errno` of the first failure.
  @discardableResult
  static func removeAll(_ path: String) -> Int32 {
    guard let status = status(path, followsLinks: false) else { return errno == ENOENT ? 0 : errno }
    guard status.st_mode & S_IFMT == S_IFDIR else { return unlink(path) == 0 ? 0 : errno }
    let (names, code) = names(in: path)
    guard code == 0 else { return code }
    for name in names {
      let code = removeAll(path + "/" + name)
      if code != 0 { return code }
    }
    return rmdir(path) == 0 ? 0 : errno
  }

  private static func copyFile(_ path: String, _ target: String, _ status: stat) -> Int32 {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { return errno }
    defer { close(source) }
    let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else { return errno }
    defer { close(copy) }
    while true {
      let count = sendfile(copy, source, nil, 1 << 20)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      if count == 0 { break }
    }
    var times = [status.st_atim, status.st_mtim]
    guard fchmod(copy, status.st_mode & 0o7777) == 0, futimens(copy, &times) == 0, fsync(copy) == 0 else {
      return errno
    }
    return 0
  }

  private static func copyLink(_ path: String, _ target: String) -> Int32 {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &buffer, Int(PATH_MAX)) >= 0 else { return errno }
    return symlink(buffer, target) == 0 ? 0 : errno
  }

  private static func copyFolder(_ path: String, _ target: String, _ status: stat) -> Int32 {
    guard mkdir(target, 0o700) == 0 else { return errno }
    let (names, code) = names(in: path)
    guard code == 0 else { return code }
    for name in names {
      let code = copyAll(path + "/" + name, target + "/" + name)
      if code != 0 { return code }
    }
    guard chmod(target, status.st_mode & 0o7777) == 0 else { return errno }
    flushFolder(of: target + "/.")
    return 0
  }

  /// Returns every name in a folder, including hidden ones.
  static func names(in path: String) -> (names: [String], code: Int32) {
    guard let folder = opendir(path) else { return ([], errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return (names, 0)
  }
}
