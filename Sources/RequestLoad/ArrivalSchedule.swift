/// When the requests of a rate start, in time since the beginning.
///
/// The times are multiples of the interval, so that neither late starts nor roundings add up.
package struct ArrivalSchedule: Equatable, Sendable {
  private let rate: Double
  private let end: Duration
  /// The number of the request that starts next.
  package private(set) var next = 0

  /// - Parameters:
  ///   - rate: Requests a second.
  ///   - end: No request starts from then on.
  package init(rate: Double, end: Duration) { (self.rate, self.end) = (rate, end) }

  /// When a request is meant to start.
  package func start(of index: Int) -> Duration { .nanoseconds(Int64((Double(index) / rate * 1e9).rounded())) }

  /// When the next request is meant to start; `nil` after the last.
  package var nextStart: Duration? {
    let start = start(of: next)
    return start < end ? start : nil
  }

  /// The next request if it is time for it.
  package mutating func take(at now: Duration) -> (index: Int, start: Duration)? {
    guard let start = nextStart, start <= now else { return nil }
    defer { next += 1 }
    return (next, start)
  }
}
