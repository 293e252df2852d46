/// Makes further attempts where one may help: after faults of the network, and after answers that say so.
///
/// The nth further attempt is made `exponentialBackoffScale` × `exponentialBackoffBase`ⁿ⁻¹ later, half a second and a
/// second by default, spread by `jitter`. An answer's `Retry-After` (RFC 9110, section 10.2.3) counts instead, exactly.
///
/// An answer's status is an error only where it is validated, so statuses are retried for requests with `validate()`.
/// A failing serializer is never retried: the same answer would come again, and so each handler can be called as soon
/// as its own serializer is done. Neither is a request whose body is a stream that can be read only once.
public struct RetryPolicy: RequestInterceptor {
  /// Further attempts after the first, those counted that other retriers asked for.
  public static let defaultRetryLimit = 2
  /// By how much each delay is longer than the one before.
  public static let defaultExponentialBackoffBase = 2.0
  /// The first delay.
  public static let defaultExponentialBackoffScale = Duration.milliseconds(500)
  /// What a server can do twice with the same effect as once (RFC 9110, section 9.2.2).
  public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
  /// Timeouts, too many requests, and servers that are down or busy.
  public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 429, 500, 502, 503, 504]
  /// All of them.
  public static let defaultRetryableNetworkFaults = Set(RequestError.NetworkFault.allCases)
  /// One minute.
  public static let defaultMaximumDelay = Duration.seconds(60)

  /// Further attempts after the first.
  public var retryLimit: Int
  /// By how much each delay is longer than the one before.
  public var exponentialBackoffBase: Double
  /// The first delay.
  public var exponentialBackoffScale: Duration
  /// Requests of other methods are not retried; the method is that of the attempt's first message.
  public var retryableHTTPMethods: Set<HTTPMethod>
  /// Statuses that failed validation and are worth another attempt.
  public var retryableHTTPStatusCodes: Set<Int>
  /// Faults of the network that are worth another attempt.
  public var retryableNetworkFaults: Set<RequestError.NetworkFault>
  /// No delay is longer. A server that asks for more with `Retry-After` is not asked again.
  public var maximumDelay: Duration
  /// How delays of the back-off are spread.
  public var jitter: Jitter

  /// The defaults, where nothing else is said.
  public init(
    retryLimit: Int = defaultRetryLimit, exponentialBackoffBase: Double = defaultExponentialBackoffBase,
    exponentialBackoffScale: Duration = defaultExponentialBackoffScale,
    retryableHTTPMethods: Set<HTTPMethod> = defaultRetryableHTTPMethods,
    retryableHTTPStatusCodes: Set<Int> = defaultRetryableHTTPStatusCodes,
    retryableNetworkFaults: Set<RequestError.NetworkFault> = defaultRetryableNetworkFaults,
    maximumDelay: Duration = defaultMaximumDelay, jitter: Jitter = .equal
  ) {
    self.retryLimit = retryLimit
    self.exponentialBackoffBase = exponentialBackoffBase
    self.exponentialBackoffScale = exponentialBackoffScale
    self.retryableHTTPMethods = retryableHTTPMethods
    self.retryableHTTPStatusCodes = retryableHTTPStatusCodes
    self.retryableNetworkFaults = retryableNetworkFaults
    self.maximumDelay = maximumDelay
    self.jitter = jitter
  }

  /// `false`: the same answer would come again.
  public var retriesFailedSerialization: Bool { false }

  /// `.retryWithDelay` where another attempt may help, else `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    let retryCount = request.retryCount
    guard retryCount < retryLimit, isRetryable(error, of: request) else { return .doNotRetry }
    guard let asked = request.response.flatMap({ RetryAfter(error, $0)?.delay }) else {
      return .retryWithDelay(jitter(backoff(retryCount)))
    }
    return asked <= maximumDelay ? .retryWithDelay(asked) : .doNotRetry
  }

  private func isRetryable(_ error: RequestError, of request: any Request) -> Bool {
    // The message under way may be a redirect's, of another method and without the body.
    guard let first = request.requests.last, retryableHTTPMethods.contains(first.method),
      first.body?.isReplayable != false
    else { return false }
    if let fault = error.networkFault { return retryableNetworkFaults.contains(fault) }
    guard case .responseValidationFailed = error, let status = request.response?.status.code else { return false }
    return retryableHTTPStatusCodes.contains(status)
  }

  private func backoff(_ retryCount: Int) -> Duration {
    var delay = exponentialBackoffScale
    for _ in 0..<retryCount where delay < maximumDelay { delay = delay * exponentialBackoffBase }
    return min(delay, maximumDelay)
  }
}

extension RequestInterceptor where Self == RetryPolicy {
  /// The policy with its defaults.
  public static var retryPolicy: RetryPolicy { RetryPolicy() }
}
