internal import Glibc

/// What a reader does with input of any size, to see whether four times the input is four times the work.
///
/// The time is that of the thread on the processor, so other tests do not matter.
package struct Work: Sendable, CustomStringConvertible {
  /// More than this for four times the input is not in proportion to it: work that is quadratic takes sixteen times, and
  /// work that outgrows the caches up to eight.
  package static let most = 10.0

  private let name: String
  private let seconds: @Sendable (Int) -> Double

  /// - Parameters:
  ///   - make: Makes input of a size, which is not measured.
  ///   - read: Reads it. Whether it is refused does not matter, as long as that is soon.
  package init<Input>(
    _ name: String, _ make: @escaping @Sendable (Int) -> Input, read: @escaping @Sendable (Input) throws -> Void
  ) {
    self.name = name
    seconds = { size in
      let input = make(size)
      let start = Self.now
      // What is wrong with the input is not asked here.
      try? read(input)
      return Self.now - start
    }
  }

  package var description: String { name }

  /// How many times the work is for four times the input.
  package var factor: Double {
    var size = 64
    // Long enough to be measured.
    while size < 1 << 20, seconds(size) < 0.004 { size *= 2 }
    var least = Double.infinity
    for _ in 0..<8 {
      least = min(least, best(4 * size) / best(size))
      if least < Self.most { break }
    }
    return least
  }

  private func best(_ size: Int) -> Double { (0..<3).map { _ in seconds(size) }.min() ?? 0 }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
