internal import Foundation

/// Identifies a version of a file.
struct FileStamp: Equatable, Sendable {
  private let device, inode: UInt64
  private let seconds, nanoseconds, size: Int
  /// The error number if it cannot be examined; 0 otherwise.
  private let problem: Int32

  /// - Parameter path: A missing file also has a stamp.
  init(of path: String) {
    var facts = stat()
    problem = stat(path, &facts) == 0 ? 0 : errno
    if problem != 0 { facts = stat() }
    (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
    (seconds, nanoseconds, size) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, Int(facts.st_size))
  }

  var isMissing: Bool { problem == ENOENT }
}
