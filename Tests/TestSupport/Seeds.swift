internal import Foundation

/// Seeds of tests with random input. Each run uses new ones, and a tenth of what a soak uses.
///
/// `SOAK=1` uses all. `SEED` sets the first seed, which repeats a failure: every such test names its seed when it fails.
package enum Seeds {
  package static let isSoak = environment["SOAK"] != nil

  /// Whether this is a run of CI, which has time for more than a sample of the cases that are cheap.
  package static let isCI = environment["CI"] != nil

  /// - Parameter count: The number of seeds in a soak.
  package static func some(of count: Int) -> Range<UInt64> {
    first..<first + UInt64(isSoak ? count : max(1, count / 10))
  }

  /// A tenth of the places, evenly spread from another one in each run; all in a soak.
  package static func places(in range: Range<Int>) -> StrideTo<Int> {
    let first = isSoak || range.count < 10 ? 0 : Int(first % 10)
    return stride(from: range.lowerBound + first, to: range.upperBound, by: isSoak || range.count < 10 ? 1 : 10)
  }

  /// A third of the cases, others in each run; all in a soak. For cases that take seconds and differ in little.
  package static func some<Case>(of cases: [Case]) -> [Case] {
    if isSoak { return cases }
    return stride(from: Int(first % 3), to: cases.count, by: 3).map { cases[$0] }
  }

  /// The first seed of this run, the same in all its processes.
  package static let first = environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 32)

  private static let environment = ProcessInfo.processInfo.environment
}
