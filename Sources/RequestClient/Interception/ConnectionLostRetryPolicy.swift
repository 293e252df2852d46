/// Makes further attempts where the connection was lost, and for nothing else: as `RetryPolicy` with that one fault.
public struct ConnectionLostRetryPolicy: RequestInterceptor {
  private let policy: RetryPolicy

  /// The defaults of `RetryPolicy`, where nothing else is said.
  public init(
    retryLimit: Int = RetryPolicy.defaultRetryLimit,
    exponentialBackoffBase: Double = RetryPolicy.defaultExponentialBackoffBase,
    exponentialBackoffScale: Duration = RetryPolicy.defaultExponentialBackoffScale,
    retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods, jitter: Jitter = .equal
  ) {
    policy = RetryPolicy(
      retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
      exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
      retryableHTTPStatusCodes: [], retryableNetworkFaults: [.connectionLost], jitter: jitter)
  }

  /// `false`, as for `RetryPolicy`.
  public var retriesFailedSerialization: Bool { policy.retriesFailedSerialization }

  /// `.retryWithDelay` after a lost connection, else `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    await policy.retry(request, for: session, dueTo: error)
  }
}

extension RequestInterceptor where Self == ConnectionLostRetryPolicy {
  /// The policy with its defaults.
  public static var connectionLostRetryPolicy: ConnectionLostRetryPolicy { ConnectionLostRetryPolicy() }
}
