public import Foundation

/// Adapts messages and retries failed requests; all requirements have default implementations that do nothing.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  /// The message as it is.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest { request }

  /// `.doNotRetry`
  public func retry(
    _ request: any Request, for session: Session, dueTo error: RequestError
  ) async -> RetryResult { .doNotRetry }
}

/// Changes messages before they are sent.
public protocol RequestAdapter: Sendable {
  /// Called once for every attempt, after the request's convertible has made its message and before anything is sent.
  ///
  /// It may take its time, waiting for a token say; cancelling the request cancels the task that it runs in.
  ///
  /// - Returns: The message to go on with, `request` itself if there is nothing to change.
  /// - Throws: Any error; the request fails with `RequestError.requestAdaptationFailed`, and its retriers are asked.
  func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest

  /// As `adapt(_:for:)`, which it calls unless it is implemented, with the identity of the request.
  func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest
}

extension RequestAdapter {
  /// Forwards to `adapt(_:for:)`.
  public func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
    try await adapt(request, for: state.session)
  }
}

/// What an adapter may know of the request whose message it adapts.
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
  /// Keep the error, unless the next retrier decides otherwise.
  case doNotRetry
  /// The request fails with `RequestError.requestRetryFailed`, which has both errors; no other retrier is asked.
  case doNotRetryWithError(any Error)
}

/// Combines several adapters and retriers.
///
/// Adapters run in order, each on the result of the one before it, until one throws. Retriers are asked in order until one
/// returns anything but `.doNotRetry`.
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

  /// The message after all adapters.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    var request = request
    for adapter in adapters { request = try await adapter.adapt(request, for: session) }
    return request
  }

  /// The message after all adapters.
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

/// An adapter made of a closure.
public struct Adapter: RequestInterceptor {
  private let change: @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest

  /// - Parameter change: See `RequestAdapter.adapt(_:for:)`.
  public init(_ change: @escaping @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest) {
    self.change = change
  }

  /// What the closure makes of the message.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    try await change(request, session)
  }

  /// `false`: it never retries.
  public var retriesFailedSerialization: Bool { false }
}

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
