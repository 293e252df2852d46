internal import RequestBasics

/// What load a run makes, and for how long.
package struct LoadSettings: Equatable, Sendable {
  /// Who decides when a request starts.
  package enum Model: Equatable, Sendable {
    /// The clock: so many requests a second, whether or not earlier ones have ended.
    case rate(Double)
    /// The responses: so many users, each of whom sends a request when the last one has ended.
    case users(Int)
  }

  package var model: Model
  /// The time that is measured.
  package var duration: Duration
  /// The time before it, whose requests do not count.
  package var warmUp = Duration.zero
  /// How many requests are sent at once at most.
  package var limit = LoadSettings.standardLimit
  /// How long requests may take after the end before they are cancelled.
  package var patience = Duration.seconds(30)

  package static let standardLimit = 1_000

  package init(_ model: Model, for duration: Duration) { (self.model, self.duration) = (model, duration) }

  /// When no more requests are started.
  package var end: Duration { warmUp + duration }

  /// Requests a second from `200/s`, `6000/min`, `1/h` or `200`.
  ///
  /// - Returns: `nil` if it is not a rate.
  package static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first, let count = TimeSpan.plainNumber(number), count > 0 else { return nil }
    let units: [Substring: Double] = ["s": 1, "m": 60, "min": 60, "h": 3600]
    guard parts.count == 1 || units[parts[1]] != nil else { return nil }
    let rate = count / (parts.count == 1 ? 1 : units[parts[1]] ?? 1)
    return rate <= fastest ? rate : nil
  }

  /// More requests a second are not started by one timer.
  package static let fastest = 100_000.0
}
