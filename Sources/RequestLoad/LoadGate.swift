/// Decides what starts when at a rate: requests whose time has come, as long as not too many are being sent.
package struct LoadGate: Sendable {
  private let limit: Int
  private let end: Duration
  private var arrivals: ArrivalSchedule
  package private(set) var inFlight = 0
  /// How many requests were sent at once.
  package private(set) var mostInFlight = 0
  /// Requests that started late because too many were being sent.
  package private(set) var heldBack = 0
  /// When too many were being sent for the last time.
  private var fullUntil = Duration.zero

  package init(_ settings: LoadSettings, rate: Double) {
    (limit, end) = (settings.limit, settings.end)
    arrivals = ArrivalSchedule(rate: rate, end: settings.end)
  }

  /// The next request to start now.
  package mutating func take(at now: Duration) -> (index: Int, start: Duration)? {
    guard now < end, !isFull, let arrival = arrivals.take(at: now) else { return nil }
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

  /// When to look again; `nil` if only the end of a request changes anything, or nothing is left to start.
  package func wakeTime(at now: Duration) -> Duration? {
    guard now < end else { return nil }
    return inFlight < limit ? arrivals.nextStart ?? end : end
  }

  /// Takes a request that was due before the run ended at `now`, and was not sent.
  package mutating func takeUnsent(at now: Duration) -> (index: Int, start: Duration)? {
    arrivals.nextStart.flatMap { $0 < now ? arrivals.take(at: now) : nil }
  }
}
