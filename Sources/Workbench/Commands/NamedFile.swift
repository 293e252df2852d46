import Foundation

/// A file that a user named for output.
enum NamedFile {
  /// Replaces a file as a whole, through links. What is no file, such as `/dev/stdout` or a pipe, is written into.
  static func write(_ data: Data, to path: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard let file = FileHandle(forUpdatingAtPath: path) ?? FileHandle(forWritingAtPath: path) else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      defer { try? file.close() }
      try file.write(contentsOf: data)
      return
    }
    try data.write(to: URL(fileURLWithPath: path).resolvingSymlinksInPath(), options: .atomic)
  }

  /// Why a file cannot be written, as far as that can be seen without writing.
  static func obstacle(to path: String) -> String? {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var status = stat()
    if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR { return String(cString: strerror(EISDIR)) }
      return access(url.path, W_OK) == 0 ? nil : String(cString: strerror(errno))
    }
    // The file is replaced as a whole.
    return access(url.deletingLastPathComponent().path, W_OK) == 0 ? nil : String(cString: strerror(errno))
  }
}
