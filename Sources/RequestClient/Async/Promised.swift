internal import Synchronization

/// One value that comes later, for any number of waiters.
final class Promised<Value: Sendable>: Sendable {
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

/// A response to await, and the request that it ends.
struct ResponseTask<Response: Sendable>: Sendable {
  private let core: RequestCore
  private let answer = Promised<Response>()
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
