internal import Synchronization

/// A handler of a data request to await. It was added when this was made, so the request may be under way before
/// anyone waits.
public struct DataTask<Value: Sendable>: Sendable {
  private let task: ResponseTask<ClientResponse<Value>>

  init<Serializer: DataResponseSerializerProtocol>(
    _ request: DataRequest, serializer: Serializer, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value {
    task = ResponseTask(request.core, cancelsRequest: cancelsRequest) { handler in
      // Resuming waiters is quick, so a serializer that does nothing needs no thread of its own.
      let isLight = Serializer.self == PassthroughSerializer.self || Serializer.self == DataResponseSerializer.self
      request.core.append(.data(serializer, on: nil, isLight: isLight, handler))
    }
  }

  /// The response, error or not. Cancelling the awaiting task cancels the request by default.
  public var response: ClientResponse<Value> { get async { await task.response } }
  /// The value or the error.
  public var result: Result<Value, RequestError> { get async { await response.result } }
  /// The value; it throws the response's error.
  public var value: Value { get async throws(RequestError) { try await response.result.get() } }

  /// Starts the request, or resumes after `suspend()`.
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

  /// The response, error or not. Cancelling the awaiting task cancels the request by default.
  public var response: ClientDownloadResponse<Value> { get async { await task.response } }
  /// The value or the error.
  public var result: Result<Value, RequestError> { get async { await response.result } }
  /// The value; it throws the response's error.
  public var value: Value { get async throws(RequestError) { try await response.result.get() } }

  /// Starts the request, or resumes after `suspend()`.
  public func resume() { task.resume() }
  /// See `Request.suspend()`.
  public func suspend() { task.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { task.cancel() }
}

/// A value set once, for any number of waiters.
final class FutureValue<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case fulfilled(Value)
  }

  private let state = Mutex(State.waiting([]))

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value: Value? = state.withLock { state in
          switch state {
          case .fulfilled(let value): return value
          case .waiting(let others):
            state = .waiting(others + [continuation])
            return nil
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  func fulfil(_ value: Value) {
    let waiters: [CheckedContinuation<Value, Never>] = state.withLock { state in
      guard case .waiting(let waiters) = state else { return [] }
      state = .fulfilled(value)
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }
}

/// A response to await, and its request.
struct ResponseTask<Response: Sendable>: Sendable {
  private let core: RequestCore
  private let answer = FutureValue<Response>()
  private let cancelsRequest: Bool

  /// - Parameter add: Adds the handler that gets the response. A task that is already cancelled sends nothing.
  init(_ core: RequestCore, cancelsRequest: Bool, add: (@escaping @Sendable (Response) -> Void) -> Void) {
    self.core = core
    self.cancelsRequest = cancelsRequest
    if cancelsRequest, Task.isCancelled { core.stop(because: .explicitlyCancelled) }
    add { [answer] in answer.fulfil($0) }
  }

  var response: Response {
    get async {
      await withTaskCancellationHandler {
        await answer.value
      } onCancel: {
        if cancelsRequest { core.stop(because: .explicitlyCancelled) }
      }
    }
  }

  func resume() { core.resume() }
  func suspend() { core.suspend() }
  func cancel() { core.stop(because: .explicitlyCancelled) }
}
