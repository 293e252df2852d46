public import Foundation

// The handlers of a stream for the main actor; see `DataRequest+MainActor.swift`.
extension DataStreamRequest {
  /// Takes values as they come, on the main actor. What it throws ends the request.
  public typealias MainActorHandler<Success: Sendable> =
    @MainActor @Sendable (Stream<Success, RequestError>) throws -> Void

  /// The bytes in the pieces in which they came.
  @discardableResult
  public func responseStream(on actor: MainActor, stream: @escaping MainActorHandler<Data>) -> Self {
    responseStream(on: .main as DispatchQueue, stream: onMainActor(stream))
  }

  /// Text as it comes; see `responseStreamString(on:stream:)`.
  @discardableResult
  public func responseStreamString(on actor: MainActor, stream: @escaping MainActorHandler<String>) -> Self {
    responseStreamString(on: .main as DispatchQueue, stream: onMainActor(stream))
  }

  /// Lines of UTF-8 text without their ends, empty ones left out.
  @discardableResult
  public func responseStreamLines(
    limit: Int = 16 << 20, on actor: MainActor, stream: @escaping MainActorHandler<String>
  ) -> Self {
    responseStreamLines(limit: limit, on: .main as DispatchQueue, stream: onMainActor(stream))
  }

  /// Server-sent events.
  @discardableResult
  public func responseStreamEvents(
    limit: Int = 16 << 20, on actor: MainActor, stream: @escaping MainActorHandler<ServerSentEvent>
  ) -> Self {
    responseStreamEvents(limit: limit, on: .main as DispatchQueue, stream: onMainActor(stream))
  }

  /// Decodable values.
  @discardableResult
  public func responseStreamDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, framing: StreamFraming = .lines, on actor: MainActor,
    using decoder: any DataDecoder = JSONDecoder(), stream: @escaping MainActorHandler<Value>
  ) -> Self {
    responseStreamDecodable(
      of: type, framing: framing, on: .main as DispatchQueue, using: decoder, stream: onMainActor(stream))
  }
}
