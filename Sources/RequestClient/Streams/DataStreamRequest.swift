public import Foundation

/// A request that passes its body to handlers in chunks and does not keep it.
///
/// Each handler gets every value in order, then exactly one `.complete`. The first handler starts the request, and
/// later handlers miss earlier chunks. To add several, set `startRequestsImmediately` to `false` and call `resume()`.
/// Receiving pauses while 1 MiB or more is waiting for slow handlers.
public final class DataStreamRequest: Request {
  /// Internal state of the request.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// Whether a parsing error ends the request.
  public var automaticallyCancelOnStreamError: Bool {
    if case .stream(let hub) = core.kind { hub.automaticallyCancelsOnError } else { false }
  }
}

extension DataStreamRequest {
  /// Receives values as they arrive.
  ///
  /// Throwing ends the request with `RequestError.streamHandlerFailed`.
  public typealias Handler<Success: Sendable> = @Sendable (Stream<Success, RequestError>) throws -> Void

  /// A value of a stream or its end.
  public struct Stream<Success: Sendable, Failure: Error>: Sendable {
    /// A value or the end.
    public enum Event: Sendable {
      /// A value or a parsing error.
      case stream(Result<Success, Failure>)
      /// The last event.
      case complete(Completion)
    }

    /// The value or the end.
    public let event: Event
    /// Cancels the request.
    public let token: CancellationToken

    /// The value or the error; `nil` at the end.
    public var result: Result<Success, Failure>? {
      if case .stream(let result) = event { result } else { nil }
    }
    /// The value, if there is one.
    public var value: Success? { try? result?.get() }  // `error` returns the failure.
    /// The error, if there is one.
    public var error: Failure? {
      if case .failure(let error) = result { error } else { nil }
    }
    /// The completion; `nil` before the end.
    public var completion: Completion? {
      if case .complete(let completion) = event { completion } else { nil }
    }

    /// Cancels the request.
    public func cancel() { token.cancel() }
  }

  /// The end of a stream.
  public struct Completion: Sendable {
    /// The last message that was sent.
    public let request: OutgoingRequest?
    /// `nil` if there was no head.
    public let head: ResponseHead?
    /// Every hop of every attempt.
    public let timeline: Timeline
    /// The error; `nil` if the body is complete.
    public let error: RequestError?

    /// The parsed head; `nil` if there was none.
    public var response: HTTPResponse? { head?.response }
    /// The status of the response; `nil` if there was none.
    public var statusCode: Int? { head?.status }
    /// The fields that the server sent after the body; see `TransferResponse.trailers`.
    public var trailers: HTTPHeaders { head == nil ? [] : timeline.lastTrailers }
  }

  /// Cancels a stream from inside its handler.
  public struct CancellationToken: Sendable {
    private let request: RequestCore

    init(_ request: RequestCore) { self.request = request }

    /// Cancels the request.
    public func cancel() { request.stop(because: .explicitlyCancelled) }
  }
}

// Handlers.
extension DataStreamRequest {
  /// Chunks of bytes as received.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func responseStream(on queue: DispatchQueue? = nil, stream: @escaping Handler<Data>) -> Self {
    responseStream(using: PassthroughStreamSerializer(), on: queue, stream: stream)
  }

  /// Text as it arrives. Characters are never split, and invalid UTF-8 becomes U+FFFD.
  @discardableResult
  public func responseStreamString(on queue: DispatchQueue? = nil, stream: @escaping Handler<String>) -> Self {
    responseStream(parsing: TextParser(), on: queue, stream: stream)
  }

  /// Non-empty lines of UTF-8 text, without line endings.
  ///
  /// - Parameter limit: In bytes; a longer line is delivered as a failure.
  @discardableResult
  public func responseStreamLines(
    limit: Int = 16 << 20, on queue: DispatchQueue? = nil, stream: @escaping Handler<String>
  ) -> Self {
    responseStream(parsing: LineParser(limit: limit), on: queue, stream: stream)
  }

  /// Server-sent events.
  ///
  /// - Parameter limit: In bytes, for the data of an event; a longer one is delivered as a failure.
  @discardableResult
  public func responseStreamEvents(
    limit: Int = 16 << 20, on queue: DispatchQueue? = nil, stream: @escaping Handler<ServerSentEvent>
  ) -> Self {
    responseStream(parsing: ServerSentEventParser(limit: limit), on: queue, stream: stream)
  }

  /// Decodable values.
  ///
  /// - Parameter framing: Separates the values; lines by default.
  @discardableResult
  public func responseStreamDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, framing: StreamFraming = .lines, on queue: DispatchQueue? = nil,
    using decoder: any DataDecoder = JSONDecoder(), stream: @escaping Handler<Value>
  ) -> Self {
    responseStream(
      using: DecodableStreamSerializer<Value>(decoder: decoder), framing: framing, on: queue, stream: stream)
  }

  /// Values that `serializer` makes of each chunk or frame.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func responseStream<Serializer: DataStreamSerializer>(
    using serializer: Serializer, framing: StreamFraming = .chunks, on queue: DispatchQueue? = nil,
    stream: @escaping Handler<Serializer.SerializedObject>
  ) -> Self {
    responseStream(parsing: FramedParser(serializer, framing: framing), on: queue, stream: stream)
  }

  /// Values that `parser` makes of the chunks. Each attempt starts with a fresh copy of `parser`.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func responseStream<Parser: StreamParser>(
    parsing parser: Parser, on queue: DispatchQueue? = nil, stream: @escaping Handler<Parser.Value>
  ) -> Self {
    listen(with: parser, on: queue) { event, credit in
      try withExtendedLifetime(credit) { try stream(event) }
    }
    return self
  }

  func listen<Parser: StreamParser>(
    with parser: Parser, on queue: DispatchQueue?,
    handler: @escaping @Sendable (Stream<Parser.Value, RequestError>, StreamCredit?) throws -> Void
  ) {
    guard case .stream(let hub) = core.kind else { return }
    let listener = StreamListener(parser, on: queue, handler: handler)
    hub.add(listener)
    core.append(.stream { listener.end(of: $0) })
  }
}

// Validation.
extension DataStreamRequest {
  /// Adds a custom validator, which receives the head before the body is delivered. A failure ends the request.
  @discardableResult
  public func validate(
    _ validation: @escaping @Sendable (OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  ) -> Self {
    core.addValidator { _, request, response in validation(request, response) }
    return self
  }
}
