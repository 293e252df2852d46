/// A handler of a data request to await. It was added when this was made, so the request may be under way before
/// anybody waits.
public struct DataTask<Value: Sendable>: Sendable {
  private let task: ResponseTask<ClientResponse<Value>>

  init<Serializer: DataResponseSerializerProtocol>(
    _ request: DataRequest, serializer: Serializer, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value {
    task = ResponseTask(request.core, cancelsRequest: cancelsRequest) { handler in
      // Resuming who waits is quick, so that a serializer that does nothing needs no thread of its own.
      let isLight = Serializer.self == PassthroughSerializer.self || Serializer.self == DataResponseSerializer.self
      request.core.append(.data(serializer, on: nil, isLight: isLight, handler))
    }
  }

  /// The response, error or not. Cancelling the awaiting task cancels the request unless told otherwise.
  public var response: ClientResponse<Value> { get async { await task.response } }
  /// The value or the error.
  public var result: Result<Value, RequestError> { get async { await response.result } }
  /// The value; it throws the response's error.
  public var value: Value { get async throws(RequestError) { try await response.result.get() } }

  /// Starts the request, or goes on after `suspend()`.
  public func resume() { task.resume() }
  /// See `Request.suspend()`.
  public func suspend() { task.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { task.cancel() }
}

/// A handler of a download to await; see `DataTask`.
public struct DownloadTask<Value: Sendable>: Sendable {
  private let task: ResponseTask<ClientDownloadResponse<Value>>

  init<Serializer: DownloadResponseSerializerProtocol>(
    _ request: DownloadRequest, serializer: Serializer, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value {
    task = ResponseTask(request.core, cancelsRequest: cancelsRequest) { handler in
      request.response(responseSerializer: serializer, completionHandler: handler)
    }
  }

  /// The response, error or not. Cancelling the awaiting task cancels the request unless told otherwise.
  public var response: ClientDownloadResponse<Value> { get async { await task.response } }
  /// The value or the error.
  public var result: Result<Value, RequestError> { get async { await response.result } }
  /// The value; it throws the response's error.
  public var value: Value { get async throws(RequestError) { try await response.result.get() } }

  /// Starts the request, or goes on after `suspend()`.
  public func resume() { task.resume() }
  /// See `Request.suspend()`.
  public func suspend() { task.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { task.cancel() }
}
