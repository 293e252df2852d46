/// When the things happened that a caller waits for; per hop, `Timeline` tells more.
public struct RequestTimes: Hashable, Sendable {
  /// When the request was started; for a retried one, its last attempt.
  public var requestStarted: ContinuousClock.Instant?
  /// When the head of the last answer came.
  public var initialResponse: ContinuousClock.Instant?
  /// When the last hop ended.
  public var requestCompleted: ContinuousClock.Instant?
  /// When the serializer of the response's handler was done.
  public var serializationCompleted: ContinuousClock.Instant?

  /// No time is known unless it is given.
  public init(
    requestStarted: ContinuousClock.Instant? = nil, initialResponse: ContinuousClock.Instant? = nil,
    requestCompleted: ContinuousClock.Instant? = nil, serializationCompleted: ContinuousClock.Instant? = nil
  ) {
    self.requestStarted = requestStarted
    self.initialResponse = initialResponse
    self.requestCompleted = requestCompleted
    self.serializationCompleted = serializationCompleted
  }

  /// From the start to the head of the answer, or to the end where none came.
  public var latency: Duration { duration(from: requestStarted, to: initialResponse ?? requestCompleted) }
  /// From the start to the end of the last hop.
  public var requestDuration: Duration { duration(from: requestStarted, to: requestCompleted) }
  /// From the end of the last hop until the serializer was done, those before it included.
  public var serializationDuration: Duration { duration(from: requestCompleted, to: serializationCompleted) }
  /// From the start until the serializer was done.
  public var totalDuration: Duration { duration(from: requestStarted, to: serializationCompleted) }

  private func duration(from start: ContinuousClock.Instant?, to end: ContinuousClock.Instant?) -> Duration {
    guard let start, let end else { return .zero }
    return start.duration(to: end)
  }
}
