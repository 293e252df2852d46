/// Holds failed requests back until their host can be reached again, and then makes another attempt.
///
/// However many requests wait, one loop asks for all of them, each endpoint once a round. Use one retrier for a whole
/// session. Requests with a body that can be sent only once are not retried; methods are not looked at, because a
/// request that found nobody had no effect. With `.connectionLost` among its faults, that is the caller's affair.
public struct OfflineRetrier: RequestInterceptor {
  /// Finds out whether somebody listens.
  public typealias Probe = @Sendable (NetworkEndpoint) async -> Bool

  /// Five seconds.
  public static let defaultMaximumWait = Duration.seconds(5)
  /// The host is not there, or has no name or no way to it. A refused attempt has sent nothing.
  public static let defaultFaults: Set<RequestError.NetworkFault> = [.refused, .unreachable, .unresolvableHost]

  private let maximumWait: Duration
  private let retryLimit: Int
  private let faults: Set<RequestError.NetworkFault>
  private let watch: ConnectivityWatch

  /// - Parameters:
  ///   - maximumWait: For each failed attempt; after that the error stands.
  ///   - retryLimit: Further attempts after the first, those counted that other retriers asked for.
  ///   - pollingInterval: Between one round of probes and the next; the first one comes at once.
  ///   - faults: What is taken for a network that is away.
  ///   - clock: What the waits are measured with.
  ///   - probe: By default, a TCP connection that is closed at once, tried for a second at each of a host's addresses.
  public init(
    maximumWait: Duration = defaultMaximumWait, retryLimit: Int = 10,
    pollingInterval: Duration = .milliseconds(500), faults: Set<RequestError.NetworkFault> = defaultFaults,
    clock: some Clock<Duration> = ContinuousClock(), probe: Probe? = nil
  ) {
    self.maximumWait = maximumWait
    self.retryLimit = retryLimit
    self.faults = faults
    let connection = ConnectionProbe()
    watch = ConnectivityWatch(
      interval: pollingInterval, time: ElapsedTime(clock), probe: probe ?? { await connection.reaches($0) })
  }

  /// `false`: an answer came, so the network is there.
  public var retriesFailedSerialization: Bool { false }

  /// `.retry` once the host can be reached, `.doNotRetry` where it cannot or the error is another one.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    guard let fault = error.networkFault, faults.contains(fault), request.retryCount < retryLimit,
      let message = request.request, request.requests.last?.body?.isReplayable != false
    else { return .doNotRetry }
    let options = message.options(inheriting: session.parts.options).value
    let endpoint = NetworkEndpoint(of: message, options: options)
    return await watch.wait(for: endpoint, atMost: maximumWait) ? .retry : .doNotRetry
  }
}

extension RequestInterceptor where Self == OfflineRetrier {
  /// A new retrier with its defaults.
  public static var offlineRetrier: OfflineRetrier { OfflineRetrier() }
}
