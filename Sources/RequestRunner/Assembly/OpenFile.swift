internal import Foundation
internal import RequestClient

/// A file of a body, opened once: what was checked is what is sent, whatever happens to its path meanwhile. Closed when
/// released.
package final class OpenFile: Sendable {
  /// Where the file is, by the system's own account: links resolved, at the moment it was opened.
  package let path: String
  private let descriptor: CInt

  init(_ path: String) throws(BodyFailure) {
    // Opening a device can do things; it is looked at first.
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

  /// Opens this very file, whatever its path leads to by then.
  var url: URL { URL(fileURLWithPath: Self.link(descriptor), isDirectory: false) }

  /// The same sentence with the file's own path.
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
