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
