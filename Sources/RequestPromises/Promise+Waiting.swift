internal import Foundation
internal import Synchronization

extension Promise {
  /// A promise of what `operation` returns or throws. It runs as a task at once, and `cancel()` cancels the task.
  public convenience init(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Value
  ) {
    self.init(on: Line())
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
  /// Cancelling the waiting task ends the wait at once and leaves the promise alone; others may wait for it.
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
  /// - Parameter automaticallyCancelling: Whether cancelling the waiting task calls `cancel()` and waits for what comes
  ///   of it. Otherwise this is `value`.
  /// - Throws: The promise's error, or `CancellationError` where the promise goes on.
  @_disfavoredOverload  // Where either would do, as for a generic parameter, the property is meant.
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
  /// A guarantee of what `operation` returns. It runs as a task at once.
  public convenience init(priority: TaskPriority? = nil, operation: @escaping @Sendable () async -> Value) {
    self.init(on: Line())
    let cell = cell
    Task(priority: priority) { cell.resolve(await operation()) }
  }

  /// Waits for the value, however long that takes: a cancelled task waits too, since there is no other way out.
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

/// A task that waits for a result, or no longer does.
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
  /// Blocks this thread until there is a result. For scripts and tests; on the main thread or queue the log observes it.
  ///
  /// Not to be called in a body, whose own chain would stand still.
  ///
  /// - Throws: The promise's error.
  @available(*, noasync, message: "Await the promise's value")
  public func wait() throws -> Value {
    if let result { return try result.get() }
    return try blockingThread { resume in pipe { result, _ in resume(result) } }.get()
  }
}

extension Guarantee {
  /// Blocks this thread until there is a value. For scripts and tests; on the main thread or queue the log observes it.
  ///
  /// Not to be called in a body, whose own chain would stand still.
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

  /// In a program with an asynchronous `main` the main queue runs on any thread.
  fileprivate static var isMainCurrent: Bool { getSpecific(key: mainKey) == true }
}

/// The value that `start`'s function is called with, which may be on any thread.
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
