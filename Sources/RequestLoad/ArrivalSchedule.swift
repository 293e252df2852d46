/// The start times of requests sent at a rate, relative to the beginning.
///
/// The times are multiples of the interval, so that neither late starts nor rounding errors add up.
package struct ArrivalSchedule: Equatable, Sendable {
  private let rate: Double
  private let end: Duration
  /// The number of the request that starts next.
  package private(set) var next = 0

  /// - Parameters:
  ///   - rate: Requests per second.
  ///   - end: The time from which no more requests start.
  package init(rate: Double, end: Duration) { (self.rate, self.end) = (rate, end) }

  /// The intended start of a request.
  package func start(of index: Int) -> Duration { .nanoseconds(Int64((Double(index) / rate * 1e9).rounded())) }

  /// The intended start of the next request; `nil` after the last.
  package var nextStart: Duration? {
    let start = start(of: next)
    return start < end ? start : nil
  }

  /// Takes the next request if it is due.
  package mutating func takeNext(at now: Duration) -> (index: Int, start: Duration)? {
    guard let start = nextStart, start <= now else { return nil }
    defer { next += 1 }
    return (next, start)
  }
}
