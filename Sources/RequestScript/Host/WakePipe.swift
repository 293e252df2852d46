internal import CFiles
internal import Glibc

/// A pipe that wakes a thread which waits for its end.
final class WakePipe: Sendable {
  let descriptor: Int32
  private let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if cfiles_make_pipe(&ends) != 0 { fatalError("Cannot create a pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(descriptor)
    Glibc.close(writer)
  }

  /// A full pipe wakes the thread too.
  func signal() { _ = write(writer, "!", 1) }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
