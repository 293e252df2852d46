internal import CFiles
internal import Glibc

/// A pipe that wakes a thread waiting for its read end.
final class WakePipe: Sendable {
  /// Negative if there is a problem.
  let descriptor: Int32
  private let writer: Int32
  /// The reason why there is no pipe: the program has too many open files.
  let problem: ScriptError?

  init() {
    var ends: [Int32] = [-1, -1]
    problem = cfiles_make_pipe(&ends) == 0 ? nil : .notStarted("no pipe: \(SystemText.reason(errno))")
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, writer] where end >= 0 { Glibc.close(end) }
  }

  /// Wakes the thread. A full pipe wakes it too.
  func signal() { if writer >= 0 { _ = write(writer, "!", 1) } }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
