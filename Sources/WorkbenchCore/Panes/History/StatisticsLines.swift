/// The statistics of a request as rows of a name and a value.
package enum StatisticsLines {
  /// - Parameter width: The maximum number of bars in the sparkline.
  package static func rows(_ statistics: RequestStatistics, _ clock: Clock, width: Int) -> [[String]] {
    var rows = [["sent", Formatting.count(statistics.count, "time")]]
    if statistics.recent.isEmpty { return rows }
    let failures = "\(statistics.failureCount) of \(statistics.recent.count)"
    rows.append(["failed", failures + share(statistics)])
    let percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].compactMap { name, share in
      statistics.percentile(share).map { "\(name) \(Formatting.duration($0))" }
    }
    if !percentiles.isEmpty { rows.append(["time", percentiles.joined(separator: "  ")]) }
    let bars = statistics.sparkline(width: width)
    if !bars.isEmpty { rows.append(["last", bars]) }
    if let failure = statistics.lastFailure {
      rows.append(["last failure", "\(failure.result.label.0) \(clock.fullText(failure.startedAt))"])
    }
    return rows
  }

  private static func share(_ statistics: RequestStatistics) -> String {
    guard statistics.failureCount > 0 else { return "" }
    let percent = 100 * Double(statistics.failureCount) / Double(statistics.recent.count)
    return percent < 1 ? " (< 1 %)" : " (\(Int(percent.rounded())) %)"
  }
}
