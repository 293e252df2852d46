internal import Foundation

/// Identifies a version of a file.
struct FileStamp: Equatable, Sendable {
  private let device, inode: UInt64
  private let seconds, nanoseconds, size: Int

  /// - Parameter path: A missing file has a stamp, too.
  init(of path: String) {
    var facts = stat()
    if stat(path, &facts) != 0 { facts = stat() }
    (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
    (seconds, nanoseconds, size) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, Int(facts.st_size))
  }

  var isMissing: Bool { inode == 0 }
}
