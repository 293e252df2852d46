internal import Foundation
internal import Glibc

/// A file that has a size, open for reading; closed when released.
final class PlainFile {
  let path: String
  /// In bytes, as it was when the file was opened.
  let length: Int
  private let descriptor: CInt

  init(_ url: URL) throws(BodyFailure) {
    path = try Self.path(of: url)
    // A pipe without a writer would hold up the thread that opens it.
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: Self.reason()) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let failure: BodyFailure? = isKnown ? nil : .unreadableFile(path: path, reason: Self.reason())
    length = Int(status.st_size)
    if let failure { throw failure }
    try Self.check(status, path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads on, as much as fits. Zero at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .unreadableFile(path: path, reason: Self.reason()) }
    }
  }

  /// The size that the file has now.
  var currentLength: Int? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The size of a file that could be sent, without opening it.
  static func length(of url: URL) throws(BodyFailure) -> Int {
    let path = try path(of: url)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadableFile(path: path, reason: reason()) }
    try check(status, path)
    return Int(status.st_size)
  }

  private static func path(of url: URL) throws(BodyFailure) -> String {
    guard url.isFileURL else { throw .notAFileURL(url.absoluteString) }
    return url.path(percentEncoded: false)
  }

  private static func check(_ status: stat, _ path: String) throws(BodyFailure) {
    if status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path: path) }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
