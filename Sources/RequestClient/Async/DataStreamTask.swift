internal import DequeModule
public import Foundation
internal import Synchronization

/// The values of a stream request as asynchronous sequences.
///
/// ```swift
/// for await line in session.streamRequest(url).streamTask().streamingLines() { … }
/// ```
/// The server is held back while values are waiting. Leaving the loop cancels the request, unless
/// `automaticallyCancelling` is `false`.
public struct DataStreamTask: Sendable {
  private let request: DataStreamRequest

  init(_ request: DataStreamRequest) { self.request = request }

  /// Chunks of bytes as received.
  public func streamingData(
    automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<Data, RequestError>> {
    streaming(FramedParser(PassthroughStreamSerializer(), framing: .chunks), automaticallyCancelling)
  }

  /// Text as it arrives; see `DataStreamRequest.responseStreamString`.
  public func streamingStrings(
    automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<String, RequestError>> {
    streaming(TextParser(), automaticallyCancelling)
  }

  /// Lines of text; see `DataStreamRequest.responseStreamLines`.
  ///
  /// - Parameters:
  ///   - limit: In bytes; a longer line is delivered as a failure.
  ///   - automaticallyCancelling: Whether leaving the loop cancels the request.
  public func streamingLines(
    limit: Int = 16 << 20, automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<String, RequestError>> {
    streaming(LineParser(limit: limit), automaticallyCancelling)
  }

  /// Server-sent events; see `DataStreamRequest.responseStreamEvents`.
  ///
  /// - Parameters:
  ///   - limit: In bytes, for the data of an event; a longer one is delivered as a failure.
  ///   - automaticallyCancelling: Whether leaving the loop cancels the request.
  public func streamingEvents(
    limit: Int = 16 << 20, automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<ServerSentEvent, RequestError>> {
    streaming(ServerSentEventParser(limit: limit), automaticallyCancelling)
  }

  /// Decodable values; see `DataStreamRequest.responseStreamDecodable`.
  public func streamingDecodables<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, framing: StreamFraming = .lines, decoder: any DataDecoder = JSONDecoder(),
    automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<Value, RequestError>> {
    streaming(
      FramedParser(DecodableStreamSerializer<Value>(decoder: decoder), framing: framing), automaticallyCancelling)
  }

  /// The values that `serializer` makes of each chunk or frame.
  public func streamingResponses<Serializer: DataStreamSerializer>(
    serializedUsing serializer: Serializer, framing: StreamFraming = .chunks, automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<Serializer.SerializedObject, RequestError>> {
    streaming(FramedParser(serializer, framing: framing), automaticallyCancelling)
  }

  private func streaming<Parser: StreamParser>(
    _ parser: Parser, _ cancels: Bool
  ) -> StreamOf<DataStreamRequest.Stream<Parser.Value, RequestError>> {
    let core = request.core
    let cancel: @Sendable () -> Void = { core.stop(because: .explicitlyCancelled) }
    return StreamOf(onLeaving: cancels ? cancel : nil) { continuation, credits in
      request.listen(with: parser, on: nil) { event, credit in
        credits.add(credit)
        continuation.yield(event)
        if event.completion != nil { continuation.finish() }
      }
    }
  }

  /// Starts the request, or resumes after `suspend()`.
  public func resume() { request.resume() }
  /// See `Request.suspend()`.
  public func suspend() { request.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { request.cancel() }
}

extension DataStreamRequest {
  /// The request's values as asynchronous sequences.
  public func streamTask() -> DataStreamTask { DataStreamTask(self) }
}

/// An asynchronous sequence of a request's values, to be iterated once.
///
/// Leaving the loop, or never starting it, can cancel the request.
public struct StreamOf<Element: Sendable>: AsyncSequence, Sendable {
  typealias Buffer = AsyncStream<Element>

  private let buffer: Buffer
  private let credits: WaitingCredits
  private let onLeaving: @Sendable () -> Void

  /// - Parameter build: Fills the buffer. A value's credit is added before the value.
  init(
    onLeaving: (@Sendable () -> Void)? = nil, bufferingPolicy: Buffer.Continuation.BufferingPolicy = .unbounded,
    build: (Buffer.Continuation, WaitingCredits) -> Void
  ) {
    let (stream, continuation) = Buffer.makeStream(bufferingPolicy: bufferingPolicy)
    let credits = WaitingCredits()
    let leave: @Sendable () -> Void = {
      // Values without a reader must not hold the server back.
      credits.end()
      onLeaving?()
    }
    continuation.onTermination = { if case .cancelled = $0 { leave() } }
    buffer = stream
    self.credits = credits
    self.onLeaving = leave
    build(continuation, credits)
  }

  /// Call it once: two loops would share the values.
  public func makeAsyncIterator() -> Iterator {
    Iterator(values: buffer.makeAsyncIterator(), credits: credits, exit: Exit(onLeaving))
  }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: Buffer.Iterator
    fileprivate let credits: WaitingCredits
    fileprivate let exit: Exit

    /// The next value, `nil` at the end and when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      let element = await values.next(isolation: actor)
      if element != nil { credits.releaseFirst() }
      if element == nil, !Task.isCancelled { exit.finish() }
      return element
    }
  }

  /// Cancels the source if the iterator is released before the end.
  fileprivate final class Exit: Sendable {
    private let onLeaving: @Sendable () -> Void
    private let flag = OnceFlag()

    init(_ onLeaving: @escaping @Sendable () -> Void) { self.onLeaving = onLeaving }

    func finish() { _ = flag.set() }

    deinit { if flag.set() { onLeaving() } }
  }
}

/// The credits of the values in a sequence's buffer, in order.
final class WaitingCredits: Sendable {
  private struct State {
    var credits = Deque<StreamCredit?>()
    var isOver = false
  }

  private let state = Mutex(State())

  func add(_ credit: StreamCredit?) {
    state.withLock { state in
      if !state.isOver { state.credits.append(credit) }
    }
  }

  // Credits are released after the lock, because that may wake the transport.
  func releaseFirst() { _ = state.withLock { $0.credits.popFirst() } }

  func end() {
    let credits = state.withLock { state in
      state.isOver = true
      defer { state.credits = [] }
      return state.credits
    }
    withExtendedLifetime(credits) {}
  }
}
