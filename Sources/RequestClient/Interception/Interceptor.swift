/// Several adapters and retriers as one.
///
/// Adapters run in order, each on what the one before it made, until one throws. Retriers are asked in order until one
/// answers anything but `.doNotRetry`.
public struct Interceptor: RequestInterceptor {
  private let adapters: [any RequestAdapter]
  private let retriers: [any RequestRetrier]

  /// - Parameter interceptors: They adapt after all `adapters` and are asked after all `retriers`.
  public init(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// What all adapters make of the message.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    var request = request
    for adapter in adapters { request = try await adapter.adapt(request, for: session) }
    return request
  }

  /// What all adapters make of the message.
  public func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
    var request = request
    for adapter in adapters { request = try await adapter.adapt(request, using: state) }
    return request
  }

  /// The first decision other than `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    for retrier in retriers {
      let result = await retrier.retry(request, for: session, dueTo: error)
      guard case .doNotRetry = result else { return result }
    }
    return .doNotRetry
  }

  /// Whether one of the retriers retries failed serialization.
  public var retriesFailedSerialization: Bool { retriers.contains(where: \.retriesFailedSerialization) }
}
