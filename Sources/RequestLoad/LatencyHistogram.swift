internal import Histogram

/// A histogram of durations from a microsecond to an hour. Its memory does not grow with their number.
package struct LatencyHistogram: Sendable {
  private static let longest = UInt64(3_600_000_000)

  private var histogram: Histogram<UInt64>
  private var sum = Duration.zero

  /// - Parameter isCoarse: Whether two significant digits are enough, instead of three.
  package init(isCoarse: Bool = false) {
    histogram = Histogram(
      lowestDiscernibleValue: 1, highestTrackableValue: Self.longest,
      numberOfSignificantValueDigits: isCoarse ? .two : .three)
  }

  package var count: Int { Int(histogram.totalCount) }

  /// Adds a duration. Durations over an hour count as an hour.
  package mutating func record(_ duration: Duration) {
    let microseconds = max(0, duration / .microseconds(1))
    histogram.record(min(Self.longest, UInt64(min(microseconds.rounded(), Double(Self.longest)))))
    sum += duration
  }

  package mutating func reset() {
    histogram.reset()
    sum = .zero
  }

  /// The duration that this percentage of durations does not exceed; zero without durations.
  package func percentile(_ percent: Double) -> Duration {
    count == 0 ? .zero : .microseconds(Int64(histogram.valueAtPercentile(percent)))
  }

  package var summary: LatencySummary {
    guard count > 0 else { return LatencySummary() }
    var summary = LatencySummary()
    summary.count = count
    summary.minimum = .microseconds(Int64(histogram.min))
    summary.mean = sum / count
    summary.p50 = percentile(50)
    summary.p90 = percentile(90)
    summary.p99 = percentile(99)
    summary.p999 = percentile(99.9)
    summary.maximum = .microseconds(Int64(histogram.maxRecorded))
    return summary
  }
}

/// The key figures of a distribution of durations.
package struct LatencySummary: Equatable, Sendable {
  package var count = 0
  package var minimum = Duration.zero
  package var mean = Duration.zero
  package var p50 = Duration.zero
  package var p90 = Duration.zero
  package var p99 = Duration.zero
  package var p999 = Duration.zero
  package var maximum = Duration.zero

  /// The durations with their names in reports and thresholds, in the order of reports.
  static let durations: [(name: String, value: @Sendable (LatencySummary) -> Duration)] = [
    ("min", { $0.minimum }), ("mean", { $0.mean }), ("p50", { $0.p50 }), ("p90", { $0.p90 }), ("p99", { $0.p99 }),
    ("p99.9", { $0.p999 }), ("max", { $0.maximum }),
  ]

  subscript(name: String) -> Duration { Self.durations.first { $0.name == name }?.value(self) ?? .zero }
}
