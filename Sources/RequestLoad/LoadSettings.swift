internal import RequestBasics

/// The load of a run, and its duration.
package struct LoadSettings: Equatable, Sendable {
  /// The condition for starting a request.
  package enum Model: Equatable, Sendable {
    /// The clock: that many requests per second, whether or not earlier ones have ended.
    case rate(Double)
    /// The responses: that many users, each of whom sends a request when the previous one has ended.
    case users(Int)
  }

  package var model: Model
  /// The number of connections to hold; `nil` for requests over HTTP. The messages on them are what is sent and counted, and
  /// their answers are the responses.
  package var connections: Int?
  /// The measured time.
  package var duration: Duration
  /// The time before it. Its requests do not count.
  package var warmUp = Duration.zero
  /// The maximum number of requests in flight.
  package var limit = LoadSettings.standardLimit
  /// The time that requests may take after the end before they are cancelled.
  package var patience = Duration.seconds(30)

  package static let standardLimit = 1_000

  package init(_ model: Model, for duration: Duration) { (self.model, self.duration) = (model, duration) }

  /// The time from which no more requests are started.
  package var end: Duration { warmUp + duration }

  /// The word for what is sent.
  var noun: String { connections == nil ? "request" : "message" }

  /// Parses requests per second from `200/s`, `6000/min`, `1/h` or `200`.
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

  /// The highest rate that one timer can start, in requests per second.
  package static let fastest = 100_000.0
}
