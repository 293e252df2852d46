/// A value that comes later, or the error why it does not.
///
/// A promise is pending until its first resolution, which is final. Bodies given to `then`, `map`, `catch` and the
/// like run once each, in the order they were given, with no lock held, and are then let go of. Where they name no
/// queue they run after the call that gave them has returned, on `DispatchQueue.promises`, one after another within
/// their chain; with `on: nil` they run at once, on the thread that resolves, or inside the call where there is a
/// result already. All of it may be used from any thread.
///
/// A promise whose resolver is dropped is rejected with `PromiseError.brokenPromise`; so every body runs, whatever
/// happens. What is to resolve a promise keeps it alive, the promise need not be kept.
public final class Promise<Value: Sendable>: Sendable {
  let cell: Cell<Result<Value, any Error>>

  init(_ cell: Cell<Result<Value, any Error>>) { self.cell = cell }

  /// A pending promise on a line of its own, or on that of the promise before it.
  convenience init(on line: Line, finishesWhenCancelled: Bool = true) {
    let outcome = finishesWhenCancelled ? Result<Value, any Error>.failure(PromiseError.cancelled) : nil
    self.init(Cell(line: line, outcomeWhenCancelled: outcome))
  }

  /// A promise that `body` or whoever it hands the resolver to resolves.
  ///
  /// `body` runs before this returns. What it throws rejects the promise, unless it was resolved before.
  public convenience init(resolver body: (Resolver<Value>) throws -> Void) {
    self.init(on: Line())
    let resolver = Resolver(cell)
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  /// A promise that is rejected with `error`.
  public convenience init(error: any Error) {
    self.init(Cell(.failure(error), line: Line()))
  }

  /// A promise that is fulfilled with `value`.
  public static func value(_ value: Value) -> Promise {
    Promise(Cell(.success(value), line: Line()))
  }

  /// A promise and what resolves it.
  public static func pending() -> (promise: Promise, resolver: Resolver<Value>) {
    let promise = Promise(on: Line())
    return (promise, Resolver(promise.cell))
  }

  /// Asks what this promise waits for to stop: the task of an async closure, what `Resolver.onCancel` was given, the
  /// promises before it in the chain that are pending, and those that a body returned.
  ///
  /// These decide how they end. Where there is nobody to ask, the promise is rejected with `PromiseError.cancelled` at
  /// once. A body for values that has not begun does not begin; those of `tap`, `recover` and `ensure` run all the
  /// same. Other branches of a pending promise are cancelled with it; those of one that has its result are not. Does
  /// nothing after the end.
  public func cancel() { cell.cancel() }
}

extension Promise where Value == Void {
  /// A promise that is fulfilled.
  public convenience init() {
    self.init(Cell(.success(()), line: Line()))
  }
}

extension Promise {
  /// `nil` while pending.
  public var result: Result<Value, any Error>? { cell.outcome }
  /// `nil` while pending, and where the promise was rejected. To wait for the value, await `value`.
  public var fulfilledValue: Value? { try? result?.get() }  // The error has its own accessor.

  /// Why the promise was rejected; `nil` while pending, and where it was fulfilled.
  public var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Neither fulfilled nor rejected.
  public var isPending: Bool { !cell.isResolved }
  /// Fulfilled or rejected.
  public var isResolved: Bool { cell.isResolved }
  /// Whether there is a value.
  public var isFulfilled: Bool { if case .success = result { true } else { false } }
  /// Whether there is an error.
  public var isRejected: Bool { error != nil }
}
