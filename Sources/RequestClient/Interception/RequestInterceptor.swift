/// Adapts messages and retries failed requests; what a conforming type does not implement changes nothing.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  /// The message as it is.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest { request }

  /// `.doNotRetry`
  public func retry(
    _ request: any Request, for session: Session, dueTo error: RequestError
  ) async -> RetryResult { .doNotRetry }
}
