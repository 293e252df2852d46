public import Foundation

/// The values of a stream request as sequences to loop over.
///
/// ```swift
/// for await line in session.streamRequest(url).streamTask().streamingLines() { … }
/// ```
/// The server is held back while values wait to be taken out.
public struct DataStreamTask: Sendable {
  private let request: DataStreamRequest

  init(_ request: DataStreamRequest) { self.request = request }

  /// The bytes in the pieces in which they came.
  public func streamingData(
    automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<Data, RequestError>> {
    streaming(FramedParser(PassthroughStreamSerializer(), framing: .pieces), automaticallyCancelling)
  }

  /// Text as it comes; see `DataStreamRequest.responseStreamString`.
  public func streamingStrings(
    automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<String, RequestError>> {
    streaming(TextParser(), automaticallyCancelling)
  }

  /// Lines of text; see `DataStreamRequest.responseStreamLines`.
  public func streamingLines(
    limit: Int = 16 << 20, automaticallyCancelling: Bool = true
  ) -> StreamOf<DataStreamRequest.Stream<String, RequestError>> {
    streaming(LineParser(limit: limit), automaticallyCancelling)
  }

  /// Server-sent events; see `DataStreamRequest.responseStreamEvents`.
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

  /// What a serializer of one's own makes of each piece or frame.
  public func streamingResponses<Serializer: DataStreamSerializer>(
    serializedUsing serializer: Serializer, framing: StreamFraming = .pieces, automaticallyCancelling: Bool = true
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

  /// Starts the request, or goes on after `suspend()`.
  public func resume() { request.resume() }
  /// See `Request.suspend()`.
  public func suspend() { request.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { request.cancel() }
}

extension DataStreamRequest {
  /// The request's values as sequences.
  public func streamTask() -> DataStreamTask { DataStreamTask(self) }
}
