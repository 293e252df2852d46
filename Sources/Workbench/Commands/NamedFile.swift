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
}
