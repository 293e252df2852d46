internal import Foundation

extension Promise {
  /// Blocks this thread until there is a result. For scripts and tests; on the main thread or queue the log hears of it.
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
  /// Blocks this thread until there is a value. For scripts and tests; on the main thread or queue the log hears of it.
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
