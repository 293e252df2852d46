internal import Synchronization

/// A handler of a data request to await.
public typealias DataTask<Value: Sendable> = ResponseTask<ClientResponse<Value>, Value>

/// A handler of a download to await.
public typealias DownloadTask<Value: Sendable> = ResponseTask<ClientDownloadResponse<Value>, Value>

/// A handler to await. It is added when the task is created, so the request may be running before anyone waits.
public struct ResponseTask<Response: Sendable, Value: Sendable>: Sendable {
  private let core: RequestCore
  private let pending = FutureValue<Response>()
  private let resultOf: @Sendable (Response) -> Result<Value, RequestError>
  private let cancelsRequest: Bool

  /// - Parameter add: Adds the handler that gets the response. A task that is already cancelled sends nothing.
  private init(
    _ core: RequestCore, cancelsRequest: Bool, resultOf: @escaping @Sendable (Response) -> Result<Value, RequestError>,
    add: (@escaping @Sendable (Response) -> Void) -> Void
  ) {
    self.core = core
    self.cancelsRequest = cancelsRequest
    self.resultOf = resultOf
    if cancelsRequest, Task.isCancelled { core.stop(because: .explicitlyCancelled) }
    add { [pending] in pending.fulfil($0) }
  }

  /// The response, successful or not. Cancelling the awaiting task cancels the request by default.
  public var response: Response {
    get async {
      await withTaskCancellationHandler {
        await pending.value
      } onCancel: {
        if cancelsRequest { core.stop(because: .explicitlyCancelled) }
      }
    }
  }

  /// The value or the error.
  public var result: Result<Value, RequestError> { get async { resultOf(await response) } }
  /// The value; throws the response's error.
  public var value: Value { get async throws(RequestError) { try await result.get() } }

  /// Starts the request, or resumes after `suspend()`.
  public func resume() { core.resume() }
  /// See `Request.suspend()`.
  public func suspend() { core.suspend() }
  /// See `Request.cancel()`.
  public func cancel() { core.stop(because: .explicitlyCancelled) }
}

extension ResponseTask {
  init<Serializer: DataResponseSerializerProtocol>(
    _ request: DataRequest, serializer: Serializer, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value, Response == ClientResponse<Value> {
    self.init(request.core, cancelsRequest: cancelsRequest, resultOf: { $0.result }) { handler in
      // Resuming waiters is quick, so a serializer that does nothing needs no thread of its own.
      let isLight = Serializer.self == PassthroughSerializer.self || Serializer.self == DataResponseSerializer.self
      request.core.append(.data(serializer, on: nil, isLight: isLight, handler))
    }
  }

  init<Serializer: DownloadResponseSerializerProtocol>(
    _ request: DownloadRequest, serializer: Serializer, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value, Response == ClientDownloadResponse<Value> {
    self.init(request.core, cancelsRequest: cancelsRequest, resultOf: { $0.result }) { handler in
      request.response(responseSerializer: serializer, completionHandler: handler)
    }
  }
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
