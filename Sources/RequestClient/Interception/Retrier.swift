/// A retrier made of a closure.
public struct Retrier: RequestInterceptor {
  private let decide: @Sendable (any Request, Session, RequestError) async -> RetryResult

  /// - Parameter decide: See `RequestRetrier.retry(_:for:dueTo:)`.
  public init(_ decide: @escaping @Sendable (any Request, Session, RequestError) async -> RetryResult) {
    self.decide = decide
  }

  /// What the closure decides.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    await decide(request, session, error)
  }
}
