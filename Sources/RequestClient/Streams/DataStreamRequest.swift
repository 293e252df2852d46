public import Foundation

/// A request whose body goes to its handlers chunk by chunk and is not kept.
///
/// Each handler gets every value in order, then exactly one `.complete`. The first handler starts the request; one that
/// is added when chunks have come gets those after it, so that several belong on a request that starts by `resume()`.
/// The server is held back while 1 MiB or more is under way to handlers that are slower than it.
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
  /// What it throws ends the request with `RequestError.streamHandlerFailed`.
  public typealias Handler<Success: Sendable> = @Sendable (Stream<Success, RequestError>) throws -> Void

  /// A value of a stream or its end, and a way to end it.
  public struct Stream<Success: Sendable, Failure: Error>: Sendable {
    /// What happened.
    public enum Event: Sendable {
      /// A value, or why there is none.
      case stream(Result<Success, Failure>)
      /// The last event.
      case complete(Completion)
    }

    /// What happened.
    public let event: Event
    /// Ends the request.
    public let token: CancellationToken

    /// The value or why there is none; `nil` at the end.
    public var result: Result<Success, Failure>? {
      if case .stream(let result) = event { result } else { nil }
    }
    /// The value, if there is one.
    public var value: Success? { try? result?.get() }  // Its error has an accessor of its own.
    /// Why there is no value.
    public var error: Failure? {
      if case .failure(let error) = result { error } else { nil }
    }
    /// How it ended; `nil` before the end.
    public var completion: Completion? {
      if case .complete(let completion) = event { completion } else { nil }
    }

    /// Ends the request, as `Request.cancel()` does.
    public func cancel() { token.cancel() }
  }

  /// What is known when a stream is over.
  public struct Completion: Sendable {
    /// The last message that was sent.
    public let request: OutgoingRequest?
    /// `nil` if there was no head.
    public let head: ResponseHead?
    /// Every hop of every attempt.
    public let timeline: TransferTimeline
    /// Why it stopped, `nil` if the whole body came.
    public let error: RequestError?

    /// The parsed head; `nil` if there was none.
    public var response: HTTPResponse? { head?.response }
    /// The status of the response; `nil` if there was none.
    public var statusCode: Int? { head?.status }
  }

  /// Ends a stream from inside its handler.
  public struct CancellationToken: Sendable {
    private let request: RequestCore

    init(_ request: RequestCore) { self.request = request }

    /// Ends the request, as `Request.cancel()` does.
    public func cancel() { request.stop(because: .explicitlyCancelled) }
  }
}

// Handlers.
extension DataStreamRequest {
  /// The bytes in chunks as they were received.
  @discardableResult
  public func responseStream(on queue: DispatchQueue? = nil, stream: @escaping Handler<Data>) -> Self {
    responseStream(using: PassthroughStreamSerializer(), on: queue, stream: stream)
  }

  /// Text as it arrives; a character is never cut in two, and invalid UTF-8 becomes U+FFFD.
  @discardableResult
  public func responseStreamString(on queue: DispatchQueue? = nil, stream: @escaping Handler<String>) -> Self {
    responseStream(parsing: TextParser(), on: queue, stream: stream)
  }

  /// Lines of UTF-8 text without their ends, empty ones left out.
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
  /// - Parameter framing: Where one value ends; lines unless something else is said.
  @discardableResult
  public func responseStreamDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, framing: StreamFraming = .lines, on queue: DispatchQueue? = nil,
    using decoder: any DataDecoder = JSONDecoder(), stream: @escaping Handler<Value>
  ) -> Self {
    responseStream(
      using: DecodableStreamSerializer<Value>(decoder: decoder), framing: framing, on: queue, stream: stream)
  }

  /// What a serializer of your own makes of each chunk or frame.
  @discardableResult
  public func responseStream<Serializer: DataStreamSerializer>(
    using serializer: Serializer, framing: StreamFraming = .chunks, on queue: DispatchQueue? = nil,
    stream: @escaping Handler<Serializer.SerializedObject>
  ) -> Self {
    responseStream(parsing: FramedParser(serializer, framing: framing), on: queue, stream: stream)
  }

  /// What a parser of your own makes of the chunks. Each attempt begins with a copy of `parser` as it is now.
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

// Checks.
extension DataStreamRequest {
  /// Adds a check of the response's head, made before any of the body is delivered; a failing one ends the request, and is
  /// the error of the completion.
  @discardableResult
  public func validate(
    _ validation: @escaping @Sendable (OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  ) -> Self {
    core.addValidator { _, request, response in validation(request, response) }
    return self
  }
}

// The handlers of a stream for the main actor.
extension DataStreamRequest {
  /// Receives values as they arrive, on the main actor. An error that it throws ends the request.
  public typealias MainActorHandler<Success: Sendable> =
    @MainActor @Sendable (Stream<Success, RequestError>) throws -> Void

  /// The bytes in chunks as they were received.
  @discardableResult
  public func responseStream(on actor: MainActor, stream: @escaping MainActorHandler<Data>) -> Self {
    responseStream(on: .main as DispatchQueue, stream: onMainActor(stream))
  }

  /// Text as it arrives; see `responseStreamString(on:stream:)`.
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
