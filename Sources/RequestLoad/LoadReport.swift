/// The result of a load run. All figures exclude the warm-up.
package struct LoadReport: Equatable, Sendable {
  package var settings: LoadSettings
  /// All requests together.
  package var total = LoadFigures()
  /// The figures by request, in the order of the plan.
  package var requests: [LoadFigures] = []
  package var intervals: [LoadInterval] = []
  /// The length of an interval.
  package var step = Duration.seconds(1)
  /// The elapsed part of the measured time.
  package var elapsed = Duration.zero
  /// Requests of the warm-up.
  package var warmUpCount = 0
  /// Requests that were cancelled by an interrupt.
  package var cancelled = 0
  /// The delay of requests behind their intended start, except for those that were held back.
  package var lateness = LatencySummary()
  package var mostInFlight = 0
  /// The number of connections that were opened, of those in `settings`.
  package var openedConnections = 0
  /// The number of requests that started late because too many were in flight.
  package var heldBack = 0
  package var isInterrupted = false
  /// The reason for an early end; `nil` for a complete run.
  package var problem: String?
  /// Whether `problem` concerns a broken file, such as the data file.
  package var isFileBroken = false

  package init(_ settings: LoadSettings) { self.settings = settings }

  /// Started requests per second.
  package var sentPerSecond: Double { perSecond(total.sent) }
  /// Responses and failures per second, among all that ended within the measured time.
  package var finishedPerSecond: Double { perSecond(total.finishedInTime) }

  private func perSecond(_ count: Int) -> Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(count) / seconds : 0
  }
}

/// The figures of all requests of a load run, or of one of them.
package struct LoadFigures: Equatable, Sendable {
  package var name = ""
  /// Requests started within the measured time.
  package var sent = 0
  /// The started requests that ended, with or without a response.
  package var finished = 0
  /// Requests that ended within the measured time, even if they were started in the warm-up.
  package var finishedInTime = 0
  /// Requests that were due but not sent, because too many were in flight until the end. They count as failed.
  package var unsent = 0
  /// Connections that could not be opened or did not last. They count as failed.
  package var lost = 0
  package var failed = 0
  /// The total size of the bodies.
  package var bytes = 0
  /// The number of occurrences of each error.
  package var errors: [String: Int] = [:]
  /// The latency from the intended start to the end.
  package var latency = LatencySummary()

  package init(name: String = "") { self.name = name }

  /// The share of what failed, from 0 to 1.
  package var errorShare: Double { attempts > 0 ? Double(failed) / Double(attempts) : 0 }

  /// Everything that can fail.
  package var attempts: Int { finished + unsent + lost }

  /// The errors, the most frequent ones first.
  package var rankedErrors: [(name: String, count: Int)] {
    errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// The requests that ended within an interval of the measured time.
package struct LoadInterval: Equatable, Sendable {
  /// The start of the interval, relative to the end of the warm-up.
  package var start: Duration
  package var finished = 0
  package var failed = 0
  package var p50 = Duration.zero
  package var p99 = Duration.zero

  package init(start: Duration) { self.start = start }
}
