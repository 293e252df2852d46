internal import Glibc

/// Measures a reader with inputs of two sizes, to see whether four times the input is four times the work.
///
/// The time is that of the thread on the processor, so other tests do not matter.
package struct Work: Sendable, CustomStringConvertible {
  /// More than this for four times the input is not in proportion to it: work that is quadratic takes sixteen times, and
  /// work that outgrows the caches up to eight.
  package static let most = 10.0

  private let name: String
  /// The least time for input of a size in some attempts.
  private let seconds: @Sendable (_ size: Int, _ attempts: Int) -> Double

  /// - Parameters:
  ///   - make: Makes input of a size, which is not measured.
  ///   - read: Reads it. Whether it is refused does not matter, as long as that is soon.
  package init<Input>(
    _ name: String, _ make: @escaping @Sendable (Int) -> Input, read: @escaping @Sendable (Input) throws -> Void
  ) {
    self.name = name
    seconds = { size, attempts in
      let input = make(size)
      return (0..<attempts).map { _ in
        let start = Self.now
        // Errors of the input do not matter here.
        try? read(input)
        return Self.now - start
      }.min() ?? 0
    }
  }

  package var description: String { name }

  /// How many times the work is for four times the input.
  package var factor: Double {
    var size = 64
    // Long enough to be measured. What is refused early takes no longer however much follows.
    while size < 1 << 17, seconds(size, 1) < 0.003 { size *= 2 }
    var least = Double.infinity
    for attempt in 1...8 {
      // The smaller time is measured more often: what disturbs it would hide work that grows. A larger one that was
      // disturbed is measured again.
      least = min(least, seconds(4 * size, min(attempt, 3)) / seconds(size, 3))
      if least < Self.most { break }
    }
    return least
  }

  /// The time of this thread on the processor, in seconds.
  package static func seconds(of work: () -> Void) -> Double {
    let start = now
    work()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
