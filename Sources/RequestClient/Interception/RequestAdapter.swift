public import Foundation

/// Changes messages before they go out.
public protocol RequestAdapter: Sendable {
  /// Called once for every attempt, after the request's convertible has made its message and before anything is sent.
  ///
  /// It may take its time, waiting for a token say; cancelling the request cancels the task that it runs in.
  ///
  /// - Returns: The message to go on with, `request` itself where there is nothing to change.
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
