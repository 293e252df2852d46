/// What a load run came to. The warm-up is left out of all figures.
package struct LoadReport: Equatable, Sendable {
  package var settings: LoadSettings
  /// All requests together.
  package var total = LoadFigures()
  /// In the order of the plan.
  package var requests: [LoadFigures] = []
  package var intervals: [LoadInterval] = []
  /// The length of an interval.
  package var step = Duration.seconds(1)
  /// The measured time that has passed.
  package var elapsed = Duration.zero
  /// Requests of the warm-up.
  package var warmUpCount = 0
  /// Requests that were cancelled by an interrupt.
  package var cancelled = 0
  /// How late requests were started, except where they were held back.
  package var lateness = LatencySummary()
  package var mostInFlight = 0
  /// Requests that started late because too many were being sent.
  package var heldBack = 0
  package var isInterrupted = false
  /// Why it ended early; `nil` if it did not.
  package var problem: String?
  /// Whether `problem` is a broken file, such as the data file.
  package var isFileBroken = false

  package init(_ settings: LoadSettings) { self.settings = settings }

  /// Requests started a second.
  package var sentPerSecond: Double { perSecond(total.sent) }
  /// Responses and failures a second, of all that ended within the measured time.
  package var finishedPerSecond: Double { perSecond(total.finishedInTime) }

  private func perSecond(_ count: Int) -> Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(count) / seconds : 0
  }
}

/// The figures of all requests of a load run, or of one of them.
package struct LoadFigures: Equatable, Sendable {
  package var name = ""
  /// Started within the measured time.
  package var sent = 0
  /// Of those, the ones that ended, with a response or without.
  package var finished = 0
  /// Ended before the measured time did, even if they were started in the warm-up.
  package var finishedInTime = 0
  /// Due, but not sent: too many were being sent until the end. They count as failed.
  package var unsent = 0
  package var failed = 0
  /// Of the bodies.
  package var bytes = 0
  /// How often each error occurred.
  package var errors: [String: Int] = [:]
  /// From the intended start to the end.
  package var latency = LatencySummary()

  package init(name: String = "") { self.name = name }

  /// From 0 to 1.
  package var errorShare: Double { finished + unsent > 0 ? Double(failed) / Double(finished + unsent) : 0 }

  /// The errors, the most frequent ones first.
  package var rankedErrors: [(name: String, count: Int)] {
    errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// What ended within a part of the measured time.
package struct LoadInterval: Equatable, Sendable {
  /// Since the end of the warm-up.
  package var start: Duration
  package var finished = 0
  package var failed = 0
  package var p50 = Duration.zero
  package var p99 = Duration.zero

  package init(start: Duration) { self.start = start }
}
