internal import RequestBasics

/// A required limit of a load run: `p99<200ms`, `errors<1%`, `rate>190/s`.
package struct LoadThreshold: Equatable, Sendable {
  package enum Figure: Equatable, Sendable {
    /// A name of `LatencySummary.durations`.
    case latency(String)
    /// The number of failed requests, or their share.
    case errors, errorShare
    /// Responses per second.
    case rate
  }

  package enum Comparison: String, Sendable, CaseIterable {
    // Longer ones first: they are searched in this order.
    case atMost = "<=", atLeast = ">=", below = "<", above = ">"
  }

  /// The text as typed.
  package let text: String
  let figure: Figure
  let comparison: Comparison
  /// The limit in seconds, requests, requests per second or as a share.
  let limit: Double

  package init(_ text: String) throws(LoadThresholdError) {
    let compact = text.filter { $0 != " " }
    guard let comparison = Comparison.allCases.first(where: { compact.contains($0.rawValue) }),
      let range = compact.firstRange(of: comparison.rawValue),
      let (figure, limit) = Self.figure(
        String(compact[..<range.lowerBound]), String(compact[range.upperBound...]))
    else { throw LoadThresholdError(text) }
    self.text = text
    self.comparison = comparison
    self.figure = figure
    self.limit = limit
  }

  private static func figure(_ name: String, _ limit: String) -> (Figure, Double)? {
    switch name {
    case "errors" where limit.hasSuffix("%"):
      return TimeSpan.plainNumber(limit.dropLast()).map { (.errorShare, $0 / 100) }
    case "errors": return TimeSpan.plainNumber(limit[...]).map { (.errors, $0) }
    case "rate": return LoadSettings.rate(limit).map { (.rate, $0) }
    default:
      // A number without a unit could mean seconds or milliseconds.
      guard let figure = latency(name), limit.last?.isLetter == true, let duration = TimeSpan.parse(limit) else {
        return nil
      }
      return (figure, duration / .seconds(1))
    }
  }

  private static func latency(_ name: String) -> Figure? {
    if let known = ["min": "min", "mean": "mean", "avg": "mean", "max": "max"][name] { return .latency(known) }
    guard name.hasPrefix("p"), let percent = TimeSpan.plainNumber(name.dropFirst()) else { return nil }
    // The report contains these percentiles.
    return [50: "p50", 90: "p90", 99: "p99", 99.9: "p99.9"][percent].map { .latency($0) }
  }

  // MARK: Checking

  package func check(_ report: LoadReport) -> LoadCheck {
    let value = value(in: report)
    // Without any request, nothing was measured.
    let isOfLatency = if case .latency = figure { true } else { false }
    let isMeasured = isOfLatency ? report.total.latency.count > 0 : report.total.attempts > 0
    let isKept =
      switch comparison {
      case .below: value < limit
      case .atMost: value <= limit
      case .above: value > limit
      case .atLeast: value >= limit
      }
    return LoadCheck(
      name: text, isPassed: isMeasured && isKept, detail: isMeasured ? "it is \(shown(value))" : "nothing was measured")
  }

  private func value(in report: LoadReport) -> Double {
    switch figure {
    case .latency(let name): report.total.latency[name] / .seconds(1)
    case .errors: Double(report.total.failed)
    case .errorShare: report.total.errorShare
    case .rate: report.finishedPerSecond
    }
  }

  private func shown(_ value: Double) -> String {
    switch figure {
    case .latency: Formatting.duration(.seconds(value))
    case .errors: Formatting.number(Int(value))
    case .errorShare: LoadText.percent(value)
    case .rate: LoadText.rate(value)
    }
  }
}

/// The result of checking a threshold.
package struct LoadCheck: Equatable, Sendable {
  package let name: String
  package let isPassed: Bool
  package let detail: String
}

/// A threshold with invalid syntax.
package struct LoadThresholdError: Error, Equatable, CustomStringConvertible {
  private let text: String

  init(_ text: String) { self.text = text }

  package var description: String {
    "\"\(text)\" is not a threshold — write a figure (min, mean, p50, p90, p99, p99.9, max, errors, rate), <, <=, > or "
      + ">=, and a limit: 'p99<200ms', 'errors<1%', 'rate>190/s'"
  }
}
