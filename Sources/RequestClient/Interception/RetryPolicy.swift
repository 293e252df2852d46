internal import Foundation

/// Retries after network faults and after certain statuses.
///
/// The delay of the nth retry is `exponentialBackoffScale` × `exponentialBackoffBase`ⁿ⁻¹, randomized by `jitter`: half
/// a second, then a second. A `Retry-After` header (RFC 9110, section 10.2.3) overrides it.
///
/// Statuses are retried only for requests with `validate()`. Failed serializers and requests with one-shot bodies are
/// not retried.
public struct RetryPolicy: RequestInterceptor {
  let retryLimit: Int
  let exponentialBackoffBase: Double
  let exponentialBackoffScale: Duration
  let retryableHTTPMethods: Set<HTTPMethod>
  let retryableHTTPStatusCodes: Set<Int>
  let retryableNetworkFaults: Set<RequestError.NetworkFault>
  let maximumDelay: Duration
  let jitter: Jitter

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - retryLimit: Maximum number of further attempts, including those requested by other retriers.
  ///   - exponentialBackoffBase: Factor from one delay to the next.
  ///   - exponentialBackoffScale: The first delay.
  ///   - retryableHTTPMethods: Methods of requests that may be retried, by default the idempotent ones (RFC 9110, section
  ///     9.2.2).
  ///   - retryableHTTPStatusCodes: Statuses that are retried if they failed validation, by default timeouts, too many
  ///     requests, and servers that are down or busy.
  ///   - retryableNetworkFaults: Network faults that are retried.
  ///   - maximumDelay: Maximum delay. If `Retry-After` is longer, the request is not retried.
  ///   - jitter: Randomizes the delays.
  public init(
    retryLimit: Int = 2, exponentialBackoffBase: Double = 2, exponentialBackoffScale: Duration = .milliseconds(500),
    retryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace],
    retryableHTTPStatusCodes: Set<Int> = [408, 429, 500, 502, 503, 504],
    retryableNetworkFaults: Set<RequestError.NetworkFault> = Set(RequestError.NetworkFault.allCases),
    maximumDelay: Duration = .seconds(60), jitter: Jitter = .equal
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

  /// `false`: the response would be the same.
  public var retriesFailedSerialization: Bool { false }

  /// Returns `.retryWithDelay` for retryable errors, otherwise `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    let retryCount = request.retryCount
    guard retryCount < retryLimit, isRetryable(error, of: request) else { return .doNotRetry }
    guard let asked = request.response.flatMap({ RetryAfter(error, $0)?.delay }) else {
      return .retryWithDelay(jitter(backoff(retryCount)))
    }
    return asked <= maximumDelay ? .retryWithDelay(asked) : .doNotRetry
  }

  private func isRetryable(_ error: RequestError, of request: any Request) -> Bool {
    // After a redirect, the current message may have another method and no body.
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

/// A `RetryPolicy` that retries only after a lost connection.
public struct ConnectionLostRetryPolicy: RequestInterceptor {
  private let policy: RetryPolicy

  /// Creates a policy with the defaults of `RetryPolicy`.
  public init(
    retryLimit: Int = 2, exponentialBackoffBase: Double = 2, exponentialBackoffScale: Duration = .milliseconds(500),
    retryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace], jitter: Jitter = .equal
  ) {
    policy = RetryPolicy(
      retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
      exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
      retryableHTTPStatusCodes: [], retryableNetworkFaults: [.connectionLost], jitter: jitter)
  }

  /// `false`, as in `RetryPolicy`.
  public var retriesFailedSerialization: Bool { policy.retriesFailedSerialization }

  /// Returns `.retryWithDelay` after a lost connection, otherwise `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    await policy.retry(request, for: session, dueTo: error)
  }
}

extension RequestInterceptor where Self == ConnectionLostRetryPolicy {
  /// The policy with its defaults.
  public static var connectionLostRetryPolicy: ConnectionLostRetryPolicy { ConnectionLostRetryPolicy() }
}

/// The `Retry-After` header of a response that failed validation (RFC 9110, section 10.2.3).
struct RetryAfter {
  /// Time from now; zero for a past date.
  let delay: Duration

  /// `nil` if validation did not fail or the header is missing.
  init?(_ error: RequestError, _ response: HTTPResponse) {
    guard case .responseValidationFailed = error, let text = response.headerFields[.retryAfter] else { return nil }
    self.init(text, now: Date())
  }

  /// - Parameter text: Whole seconds, or a date in any of HTTP's formats.
  init?(_ text: String, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Numbers that overflow exceed any useful delay.
      delay = .seconds(min(Int(text) ?? .max, Int(Int32.max)))
    } else if let date = CookieDate.parse(text) {
      let seconds = min(max(date.timeIntervalSince(now), 0), Double(Int32.max))
      delay = .milliseconds(Int((seconds * 1000).rounded(.up)))
    } else {
      return nil
    }
  }
}

/// Randomizes delays, so that clients that failed together do not retry together.
public struct Jitter: Sendable {
  private let spread: @Sendable (Duration) -> Duration

  /// Creates a jitter.
  ///
  /// - Parameter spread: Returns the randomized delay.
  public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

  /// No randomization.
  public static let none = Jitter { $0 }
  /// Between half the delay and the full delay.
  public static let equal = equal(using: { Double.random(in: 0...1) })
  /// Between zero and the full delay.
  public static let full = full(using: { Double.random(in: 0...1) })

  /// - Parameter randomness: Returns a number from 0 to 1.
  static func equal(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * (0.5 + randomness() / 2) }
  }

  /// - Parameter randomness: Returns a number from 0 to 1.
  static func full(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * randomness() }
  }

  /// Returns the randomized delay.
  public func callAsFunction(_ delay: Duration) -> Duration { spread(delay) }
}

/// A type-erased clock that measures elapsed time.
struct ElapsedTime: Sendable {
  /// Elapsed time; never decreases.
  let now: @Sendable () -> Duration
  /// Throws `CancellationError` if the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0, tolerance: nil) }
  }
}
