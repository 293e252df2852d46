internal import Foundation
internal import Synchronization

/// A handler to await. It was added when this was made, so the request may be under way before anybody waits.
public struct DataTask<Value: Sendable>: Sendable {
  private let request: DataRequest
  private let answer: Promised<ClientResponse<Value>>
  private let cancelsRequest: Bool

  init<Serializer: ResponseSerializer>(
    _ request: DataRequest, serializer: Serializer, queue: DispatchQueue?, cancelsRequest: Bool
  ) where Serializer.SerializedObject == Value {
    self.request = request
    self.cancelsRequest = cancelsRequest
    answer = Promised()
    if cancelsRequest, Task.isCancelled { request.cancel() }
    request.response(queue: queue, responseSerializer: serializer) { [answer] in answer.fulfil($0) }
  }

  /// The response, error or not. Cancelling the awaiting task cancels the request unless told otherwise.
  public var response: ClientResponse<Value> {
    get async {
      await withTaskCancellationHandler {
        await answer.value
      } onCancel: {
        if cancelsRequest { request.cancel() }
      }
    }
  }

  public var result: Result<Value, RequestError> {
    get async { await response.result }
  }

  public var value: Value {
    get async throws(RequestError) { try await response.result.get() }
  }

  public func cancel() { request.cancel() }
}

/// One value that comes later, for any number of waiters.
private final class Promised<Value: Sendable>: Sendable {
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
