/// Decides when requests of a rate start: when they are due, as long as not too many are in flight.
///
/// Those that were due before the end start after it if only this machine was late. If the limit was, they do not.
package struct LoadGate: Sendable {
  private let limit: Int
  private let end: Duration
  private var arrivals: ArrivalSchedule
  package private(set) var inFlight = 0
  /// The highest number of requests in flight.
  package private(set) var mostInFlight = 0
  /// The number of requests that started late because too many were in flight.
  package private(set) var heldBack = 0
  /// The last time at which too many were in flight.
  private var fullUntil = Duration.zero

  package init(_ settings: LoadSettings, rate: Double) {
    (limit, end) = (settings.limit, settings.end)
    arrivals = ArrivalSchedule(rate: rate, end: settings.end)
  }

  /// Takes the next request that can start now.
  package mutating func takeNext(at now: Duration) -> (index: Int, start: Duration)? {
    guard !isFull, let due = arrivals.nextStart, now < end || due >= fullUntil, let arrival = arrivals.takeNext(at: now)
    else { return nil }
    if arrival.start < fullUntil { heldBack += 1 }
    inFlight += 1
    mostInFlight = max(mostInFlight, inFlight)
    return arrival
  }

  /// Whether the end of a request lets another one start.
  package var isFull: Bool { inFlight >= limit }

  package mutating func finished(at now: Duration) {
    if isFull { fullUntil = now }
    inFlight -= 1
  }

  /// The time to check again; `nil` if only the end of a request changes anything, or no requests are left.
  package func wakeTime(at now: Duration) -> Duration? {
    guard now < end else { return nil }
    return inFlight < limit ? arrivals.nextStart ?? end : end
  }

  /// Takes a request that was due before the run ended at `now`, and was not sent.
  package mutating func takeUnsent(at now: Duration) -> (index: Int, start: Duration)? {
    arrivals.nextStart.flatMap { $0 < now ? arrivals.takeNext(at: now) : nil }
  }
}
