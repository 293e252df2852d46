/// Decides what becomes of a request that failed.
public protocol RequestRetrier: Sendable {
  /// Called when an attempt failed: on its way, in validation or, where `retriesFailedSerialization` says so, in a
  /// serializer. Never called for a request that was cancelled.
  ///
  /// It may take its time; cancelling the request ends it at once and cancels the task that this runs in.
  func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult

  /// Whether a failing serializer may lead to another attempt; `true` unless implemented.
  ///
  /// Where it may, no handler of the request is called before all serializers are done, because a handler that was
  /// called cannot be taken back. Where it may not, each handler is called as soon as its own serializer is done.
  var retriesFailedSerialization: Bool { get }
}

extension RequestRetrier {
  /// `true`
  public var retriesFailedSerialization: Bool { true }
}

/// What a retrier wants.
public enum RetryResult: Sendable {
  /// The next attempt, at once.
  case retry
  /// The next attempt, after this time.
  case retryWithDelay(Duration)
  /// The error stands, unless the next retrier wants otherwise.
  case doNotRetry
  /// The request fails with `RequestError.requestRetryFailed`, which has both errors; no other retrier is asked.
  case doNotRetryWithError(any Error)
}
