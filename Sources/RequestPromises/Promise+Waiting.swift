internal import Foundation
internal import Synchronization

extension Promise {
  /// Creates a promise for the result of `operation`, which starts immediately as a task. `cancel()` cancels the task.
  public convenience init(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Value
  ) {
    self.init(on: ChainExecutor())
    let resolver = Resolver(cell)
    let task = Task(priority: priority) {
      do {
        resolver.fulfill(try await operation())
      } catch {
        resolver.reject(error)
      }
    }
    cell.onCancel { task.cancel() }
  }

  /// Waits for the value.
  ///
  /// Cancelling the waiting task stops waiting but does not affect the promise.
  ///
  /// - Throws: The promise's error, or `CancellationError`.
  public var value: Value {
    get async throws {
      if let result { return try result.get() }
      let waiter = Waiter<Value>()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          waiter.wait(with: continuation)
          pipe { result, _ in waiter.end(with: result) }
        }
      } onCancel: {
        waiter.end(with: .failure(CancellationError()))
      }
    }
  }

  /// Waits for the value.
  ///
  /// - Parameter automaticallyCancelling: Whether cancelling the waiting task calls `cancel()` and waits for the
  ///   result. Otherwise this is the same as the property `value`.
  /// - Throws: The promise's error, or `CancellationError` if the promise was not cancelled.
  @_disfavoredOverload  // The property is preferred if both fit, as for a generic parameter.
  public func value(automaticallyCancelling: Bool) async throws -> Value {
    if !automaticallyCancelling { return try await value }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pipe { result, _ in continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }
}

extension Guarantee {
  /// Creates a guarantee for the result of `operation`, which starts immediately as a task.
  public convenience init(priority: TaskPriority? = nil, operation: @escaping @Sendable () async -> Value) {
    self.init(on: ChainExecutor())
    let cell = cell
    Task(priority: priority) { cell.resolve(await operation()) }
  }

  /// Waits for the value, even if the waiting task is cancelled, because this cannot throw.
  public var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        cell.pipe { value, _ in
          if let value { continuation.resume(returning: value) }
        }
      }
    }
  }
}

/// A task that may be waiting for a result.
private final class Waiter<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case ended(Result<Value, any Error>)
  }

  private let state = Mutex(State.idle)

  func wait(with continuation: CheckedContinuation<Value, any Error>) {
    let result: Result<Value, any Error>? = state.withLock { state in
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  func end(with result: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      if case .ended = state { return nil }
      defer { state = .ended(result) }
      if case .waiting(let continuation) = state { return continuation } else { return nil }
    }
    continuation?.resume(with: result)
  }
}

extension Promise {
  /// Blocks this thread until there is a result. For scripts and tests; logged on the main thread or queue.
  ///
  /// Do not call it in a body, which blocks its chain.
  ///
  /// - Throws: The promise's error.
  @available(*, noasync, message: "Await the promise's value")
  public func wait() throws -> Value {
    if let result { return try result.get() }
    return try blockingThread { resume in pipe { result, _ in resume(result) } }.get()
  }
}

extension Guarantee {
  /// Blocks this thread until there is a value. For scripts and tests; logged on the main thread or queue.
  ///
  /// Do not call it in a body, which blocks its chain.
  @available(*, noasync, message: "Await the guarantee's value")
  public func wait() -> Value {
    if let fulfilledValue { return fulfilledValue }
    return blockingThread { resume in
      cell.pipe { value, _ in
        if let value { resume(value) }
      }
    }
  }
}

extension DispatchQueue {
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue, which in programs with an asynchronous `main` runs on any thread.
  fileprivate static var isMainCurrent: Bool { getSpecific(key: mainKey) == true }
}

/// Blocks until the function passed to `start` is called, on any thread, and returns its argument.
private func blockingThread<Value: Sendable>(until start: (@escaping @Sendable (Value) -> Void) -> Void) -> Value {
  if Thread.isMainThread || DispatchQueue.isMainCurrent { PromiseConfiguration.log(.waitedOnMain) }
  let (gathering, arrival) = (Gathering<Value>(count: 1), DispatchSemaphore(value: 0))
  start { value in
    gathering.put(value, at: 0)
    arrival.signal()
  }
  arrival.wait()
  guard let value = gathering.values?.first else { preconditionFailure("The wait ended before the value came") }
  return value
}
