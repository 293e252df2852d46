internal import Foundation

/// An open file of a body. The file that was checked is the file that is sent, even if its path changes. Closed when
/// released.
package final class OpenFile: Sendable {
  /// The path of the file when it was opened, with links resolved.
  package let path: String
  private let descriptor: CInt

  init(_ path: String) throws(BodyFailure) {
    // Opening a device can have side effects.
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.unreadable(path) }
    self.descriptor = descriptor
    guard let known = Self.path(of: descriptor) else {
      self.path = path
      throw Self.unreadable(path)
    }
    self.path = known
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: known) }
  }

  deinit { close(descriptor) }

  /// The size in bytes.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// A URL that opens this file even if its path now leads elsewhere.
  var url: URL { URL(fileURLWithPath: Self.link(descriptor), isDirectory: false) }

  /// Replaces this file's `url` in a sentence with its path.
  func named(in sentence: String) -> String { sentence.replacing("\"\(Self.link(descriptor))\"", with: "\"\(path)\"") }

  private static func link(_ descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  private static func path(of descriptor: CInt) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(link(descriptor), buffer.baseAddress!, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private static func unreadable(_ path: String) -> BodyFailure {
    .unreadableFile(path: path, reason: String(cString: strerror(errno)))
  }
}

extension OpenFile: Equatable {
  package static func == (a: OpenFile, b: OpenFile) -> Bool { a.path == b.path }
}
