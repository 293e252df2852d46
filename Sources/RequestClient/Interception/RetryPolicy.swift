internal import Foundation

/// Retries after network faults and after statuses that suggest it.
///
/// The nth further attempt is made `exponentialBackoffScale` × `exponentialBackoffBase`ⁿ⁻¹ later, half a second and a
/// second by default, spread by `jitter`. A response's `Retry-After` (RFC 9110, section 10.2.3) counts instead, exactly.
///
/// A response's status is an error only if it is validated, so statuses are retried for requests with `validate()`.
/// A failing serializer is never retried: the response would be the same, and so each handler can be called as soon
/// as its own serializer is done. Neither is a request whose body is a stream that can be read only once.
public struct RetryPolicy: RequestInterceptor {
  /// Maximum number of further attempts, including those requested by other retriers.
  public static let defaultRetryLimit = 2
  /// Factor from one delay to the next.
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
  /// Factor from one delay to the next.
  public var exponentialBackoffBase: Double
  /// The first delay.
  public var exponentialBackoffScale: Duration
  /// Requests of other methods are not retried; the method is that of the attempt's first message.
  public var retryableHTTPMethods: Set<HTTPMethod>
  /// Statuses that failed validation and are worth another attempt.
  public var retryableHTTPStatusCodes: Set<Int>
  /// Faults of the network that are worth another attempt.
  public var retryableNetworkFaults: Set<RequestError.NetworkFault>
  /// Maximum delay. If `Retry-After` asks for more, the request is not retried.
  public var maximumDelay: Duration
  /// How delays of the back-off are spread.
  public var jitter: Jitter

  /// The defaults, if nothing else is said.
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

  /// `false`: the response would be the same.
  public var retriesFailedSerialization: Bool { false }

  /// `.retryWithDelay` if another attempt may help, else `.doNotRetry`.
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

/// Makes further attempts where the connection was lost, and for nothing else: as `RetryPolicy` with that one fault.
public struct ConnectionLostRetryPolicy: RequestInterceptor {
  private let policy: RetryPolicy

  /// The defaults of `RetryPolicy`, if nothing else is said.
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

/// When a server that refused a response wants to be asked again (RFC 9110, section 10.2.3).
struct RetryAfter {
  /// Time from now; zero for a past date.
  let delay: Duration

  /// `nil` if the response was not refused, or does not say.
  init?(_ error: RequestError, _ response: HTTPResponse) {
    guard case .responseValidationFailed = error, let text = response.headerFields[.retryAfter] else { return nil }
    self.init(text, now: Date())
  }

  /// - Parameter text: Whole seconds, or a date in any form that HTTP ever had.
  init?(_ text: String, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Numbers that overflow are longer than any useful wait.
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

  /// - Parameter spread: Makes a delay of the one that was computed.
  public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

  /// Delays as they are computed.
  public static let none = Jitter { $0 }
  /// Between half the delay and the full delay.
  public static let equal = equal(using: { Double.random(in: 0...1) })
  /// From nothing to the whole delay.
  public static let full = full(using: { Double.random(in: 0...1) })

  /// From half the delay to the whole.
  ///
  /// - Parameter randomness: A number from 0 to 1.
  public static func equal(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * (0.5 + randomness() / 2) }
  }

  /// From nothing to the whole delay.
  ///
  /// - Parameter randomness: A number from 0 to 1.
  public static func full(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * randomness() }
  }

  /// The delay to wait instead of `delay`.
  public func callAsFunction(_ delay: Duration) -> Duration { spread(delay) }
}

/// A clock of any kind, read as the time since it was taken up.
struct ElapsedTime: Sendable {
  /// Never less than before.
  let now: @Sendable () -> Duration
  /// Throws `CancellationError` where the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0, tolerance: nil) }
  }
}
