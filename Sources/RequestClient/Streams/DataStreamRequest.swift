public import Foundation

/// A request whose body goes to its handlers piece by piece and is not kept.
///
/// Each handler gets every value in order, then exactly one `.complete`. The first handler starts the request; one that
/// is added when pieces have come gets those after it, so that several belong on a request that starts by `resume()`.
/// The server is held back while 1 MiB or more is under way to handlers that are slower than it.
public final class DataStreamRequest: Request {
  /// The library's part of the request, which has nothing to call.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// Whether a value that cannot be made ends the request with that error.
  public var automaticallyCancelOnStreamError: Bool {
    if case .stream(let hub) = core.kind { hub.automaticallyCancelsOnError } else { false }
  }
}

extension DataStreamRequest {
  /// Takes values as they come.
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
    /// The value, where there is one.
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
    /// The last message that went out.
    public let request: OutgoingRequest?
    /// `nil` where no head came.
    public let head: ResponseHead?
    /// Every hop of every attempt.
    public let timeline: TransferTimeline
    /// Why it broke off, `nil` where the whole body came.
    public let error: RequestError?

    /// The head's parsed part; `nil` where no head came.
    public var response: HTTPResponse? { head?.response }
    /// The status of the answer; `nil` where none came.
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
  /// The bytes in the pieces in which they came.
  @discardableResult
  public func responseStream(on queue: DispatchQueue? = nil, stream: @escaping Handler<Data>) -> Self {
    responseStream(using: PassthroughStreamSerializer(), on: queue, stream: stream)
  }

  /// Text as it comes; a character is never cut in two, and bytes that are no UTF-8 become U+FFFD.
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

  /// What a serializer of one's own makes of each piece or frame.
  @discardableResult
  public func responseStream<Serializer: DataStreamSerializer>(
    using serializer: Serializer, framing: StreamFraming = .pieces, on queue: DispatchQueue? = nil,
    stream: @escaping Handler<Serializer.SerializedObject>
  ) -> Self {
    responseStream(parsing: FramedParser(serializer, framing: framing), on: queue, stream: stream)
  }

  /// What a parser of one's own makes of the pieces. Each attempt begins with a copy of `parser` as it is now.
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
  /// Adds a check of the answer's head, made before any of the body is delivered; a failing one ends the request, and is
  /// the error of the completion.
  @discardableResult
  public func validate(
    _ validation: @escaping @Sendable (OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  ) -> Self {
    core.addValidator { _, request, response in validation(request, response) }
    return self
  }
}
