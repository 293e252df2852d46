public import Foundation

/// Adapts messages and retries failed requests. By default it does neither.
///
/// Implement the asynchronous functions. Those with a completion are for interceptors written for Alamofire; the
/// asynchronous functions call them by default.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {
  /// `adapt(_:for:)` with a completion, which must be called once.
  func adapt(
    _ urlRequest: OutgoingRequest, for session: Session,
    completion: @escaping @Sendable (Result<OutgoingRequest, any Error>) -> Void)

  /// `retry(_:for:dueTo:)` with a completion, which must be called once.
  func retry(
    _ request: any Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void)
}

extension RequestInterceptor {
  /// Calls the function with a completion, which by default returns the message unchanged.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    let result = FutureValue<Result<OutgoingRequest, any Error>>()
    adapt(request, for: session) { result.fulfil($0) }
    return try await result.value.get()
  }

  /// Calls the function with a completion, which by default returns `.doNotRetry`.
  public func retry(
    _ request: any Request, for session: Session, dueTo error: RequestError
  ) async -> RetryResult {
    let result = FutureValue<RetryResult>()
    retry(request, for: session, dueTo: error) { result.fulfil($0) }
    return await result.value
  }

  /// Returns the message unchanged.
  public func adapt(
    _ urlRequest: OutgoingRequest, for session: Session,
    completion: @escaping @Sendable (Result<OutgoingRequest, any Error>) -> Void
  ) { completion(.success(urlRequest)) }

  /// Returns `.doNotRetry`.
  public func retry(
    _ request: any Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) { completion(.doNotRetry) }
}

/// Changes messages before they are sent.
public protocol RequestAdapter: Sendable {
  /// Called once for every attempt, before anything is sent. Cancelling the request cancels its task.
  ///
  /// - Returns: The message to send.
  /// - Throws: Any error; the request fails with `RequestError.requestAdaptationFailed`, and its retriers are asked.
  func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest

  /// Like `adapt(_:for:)`, which it calls by default, with the request's identity.
  func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest
}

extension RequestAdapter {
  /// Forwards to `adapt(_:for:)`.
  public func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
    try await adapt(request, for: state.session)
  }
}

/// The request whose message is adapted.
public struct RequestAdapterState: Sendable {
  /// `Request.id`, the same for all attempts.
  public let requestID: UUID
  /// Counts from 1.
  public let attempt: Int
  /// The session that sends the request.
  public let session: Session
}

/// Decides whether to retry a failed request.
public protocol RequestRetrier: Sendable {
  /// Called when an attempt failed in transit, in validation or, if `retriesFailedSerialization`, in serialization. Not
  /// called for cancelled requests. Cancelling the request cancels its task.
  func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult

  /// Whether a failing serializer may cause a retry; `true` by default.
  ///
  /// If so, no handler is called before all serializers have finished. Otherwise each handler is called as soon as its
  /// serializer has finished.
  var retriesFailedSerialization: Bool { get }
}

extension RequestRetrier {
  /// `true`
  public var retriesFailedSerialization: Bool { true }
}

/// The decision of a retrier.
public enum RetryResult: Sendable {
  /// Retry immediately.
  case retry
  /// Retry after this delay.
  case retryWithDelay(Duration)
  /// Keep the error, unless the next retrier decides otherwise.
  case doNotRetry
  /// Fail with `RequestError.requestRetryFailed`, which has both errors, without asking other retriers.
  case doNotRetryWithError(any Error)
}

/// Combines several adapters and retriers.
///
/// Adapters run in order, each on the result of the one before it, until one throws. Retriers are asked in order until
/// one returns anything but `.doNotRetry`.
public struct Interceptor: RequestInterceptor {
  private let adapters: [any RequestAdapter]
  private let retriers: [any RequestRetrier]

  /// Creates an interceptor.
  ///
  /// - Parameter interceptors: Run after `adapters` and `retriers`.
  public init(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// Runs the adapters.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    var request = request
    for adapter in adapters { request = try await adapter.adapt(request, for: session) }
    return request
  }

  /// Runs the adapters.
  public func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
    var request = request
    for adapter in adapters { request = try await adapter.adapt(request, using: state) }
    return request
  }

  /// Returns the first decision other than `.doNotRetry`.
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

/// An adapter that calls a closure.
public struct Adapter: RequestInterceptor {
  private let change: @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest

  /// Creates an adapter.
  ///
  /// - Parameter change: Same as `RequestAdapter.adapt(_:for:)`.
  public init(_ change: @escaping @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest) {
    self.change = change
  }

  /// Calls the closure.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    try await change(request, session)
  }

  /// `false`: this interceptor never retries.
  public var retriesFailedSerialization: Bool { false }
}

/// A retrier that calls a closure.
public struct Retrier: RequestInterceptor {
  private let decide: @Sendable (any Request, Session, RequestError) async -> RetryResult

  /// Creates a retrier.
  ///
  /// - Parameter decide: Same as `RequestRetrier.retry(_:for:dueTo:)`.
  public init(_ decide: @escaping @Sendable (any Request, Session, RequestError) async -> RetryResult) {
    self.decide = decide
  }

  /// Calls the closure.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    await decide(request, session, error)
  }
}
