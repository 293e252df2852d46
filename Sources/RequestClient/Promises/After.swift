internal import Foundation

/// A guarantee that is done when `duration` has passed, or at once where it is not above zero. It holds up no thread.
public func after(_ duration: Duration) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(on: Line())
  DispatchQueue.promises.asyncAfter(deadline: .now() + duration / .seconds(1)) {
    CallerPool.run { guarantee.cell.resolve(()) }
  }
  return guarantee
}

/// Begins a chain: `body` runs now, and what it throws rejects the promise.
public func firstly<T: Thenable>(execute body: () throws -> T) -> Promise<T.Value> {
  do { return try body().asPromise() } catch { return Promise(error: error) }
}

/// Begins a chain that cannot fail: `body` runs now.
public func firstly<Value: Sendable>(execute body: () -> Guarantee<Value>) -> Guarantee<Value> { body() }
