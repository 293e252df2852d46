package import Foundation

/// Statistics of the most recent exchanges of a request.
package struct RequestStatistics: Equatable, Sendable {
  /// The number of all exchanges.
  package var count: Int
  /// The examined exchanges, the last recorded first.
  package var recent: [Recent]

  package struct Recent: Equatable, Sendable {
    package var id: ExchangeID
    package var startedAt: Date
    package var duration: Duration
    package var result: ExchangeSummary.Result

    package init(id: ExchangeID, startedAt: Date, duration: Duration, result: ExchangeSummary.Result) {
      self.id = id
      self.startedAt = startedAt
      self.duration = duration
      self.result = result
    }

    /// No complete response, or a status of 400 or more.
    package var isFailure: Bool {
      switch result {
      case .status(let status): status >= 400
      case .failed: true
      case .cancelled: false
      }
    }
  }

  package init(count: Int, recent: [Recent]) {
    self.count = count
    self.recent = recent
  }

  package var failureCount: Int { recent.count { $0.isFailure } }
  package var lastFailure: Recent? { recent.first { $0.isFailure } }

  /// The duration that `share` of the responses did not exceed (nearest rank); `nil` without responses.
  package func percentile(_ share: Double) -> Duration? {
    let sorted = responses.map(\.duration).sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }

  private var responses: [Recent] {
    recent.filter { if case .status = $0.result { true } else { false } }
  }

  /// The durations of the last responses as bars, oldest first: `▁▂▇`.
  package func sparkline(width: Int) -> String {
    let durations = responses.prefix(max(0, width)).reversed().map { $0.duration / .nanoseconds(1) }
    guard let longest = durations.max() else { return "" }
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(durations.map { bars[longest > 0 ? Int(($0 / longest * Double(bars.count - 1)).rounded()) : 0] })
  }
}
