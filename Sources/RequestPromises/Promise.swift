public import Foundation

/// A future value or error.
///
/// A promise is pending until its first resolution, which is final. Bodies passed to `then`, `map`, `catch` and similar
/// methods run once, in the order added, and are then released. By default they run asynchronously on
/// `DispatchQueue.promises`, serially within their chain. With `on: nil` they run immediately on the resolving thread,
/// or within the call if there is already a result. Promises can be used from any thread.
///
/// If its resolver is released, a pending promise is rejected with `PromiseError.brokenPromise`, so the chain always
/// ends. Promises need not be retained: their resolver does that.
public final class Promise<Value: Sendable>: Sendable {
  let cell: Cell<Result<Value, any Error>>

  init(_ cell: Cell<Result<Value, any Error>>) { self.cell = cell }

  /// Creates a pending promise on a new executor or on that of the previous promise.
  convenience init(on executor: ChainExecutor, finishesWhenCancelled: Bool = true) {
    let outcome = finishesWhenCancelled ? Result<Value, any Error>.failure(PromiseError.cancelled) : nil
    self.init(Cell(executor: executor, outcomeWhenCancelled: outcome))
  }

  /// Creates a promise resolved by the resolver passed to `body`.
  ///
  /// `body` runs immediately. An error it throws rejects the promise, unless it was resolved before.
  public convenience init(resolver body: (Resolver<Value>) throws -> Void) {
    self.init(on: ChainExecutor())
    let resolver = Resolver(cell)
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  /// Creates a promise rejected with `error`.
  public convenience init(error: any Error) {
    self.init(Cell(.failure(error), executor: ChainExecutor()))
  }

  /// Returns a promise fulfilled with `value`.
  public static func value(_ value: Value) -> Promise {
    Promise(Cell(.success(value), executor: ChainExecutor()))
  }

  /// Returns a pending promise and its resolver.
  public static func pending() -> (promise: Promise, resolver: Resolver<Value>) {
    let promise = Promise(on: ChainExecutor())
    return (promise, Resolver(promise.cell))
  }

  /// Cancels whatever this promise is waiting for: the task of an async closure, the action of `Resolver.onCancel`,
  /// pending promises before it in the chain, and promises returned by bodies.
  ///
  /// These determine the result. If there is nothing to cancel, the promise is rejected with `PromiseError.cancelled`.
  /// Bodies for values no longer run; those of `tap`, `recover` and `ensure` do. Other branches of a pending promise
  /// are cancelled with it, those of a resolved one are not. Does nothing after the end.
  public func cancel() { cell.cancel() }
}

extension Promise where Value == Void {
  /// Creates a fulfilled promise.
  public convenience init() {
    self.init(Cell(.success(()), executor: ChainExecutor()))
  }
}

extension Promise {
  /// The result; `nil` while pending.
  public var result: Result<Value, any Error>? { cell.outcome }
  /// The value; `nil` while pending or if rejected. To wait for it, await `value`.
  public var fulfilledValue: Value? { try? result?.get() }  // The error has its own accessor.

  /// The error; `nil` while pending or if fulfilled.
  public var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Whether the promise is neither fulfilled nor rejected.
  public var isPending: Bool { !cell.isResolved }
  /// Whether the promise is fulfilled or rejected.
  public var isResolved: Bool { cell.isResolved }
  /// Whether the promise has a value.
  public var isFulfilled: Bool { if case .success = result { true } else { false } }
  /// Whether the promise has an error.
  public var isRejected: Bool { error != nil }
}

enum BodyResult<Value: Sendable>: Sendable {
  case value(Value)
  case promise(Promise<Value>)
}

/// The reaction of a link to the previous result.
enum Step<Value: Sendable>: Sendable {
  /// Passes the result through without using the queue.
  case pass(Result<Value, any Error>)
  case run(@Sendable () throws -> BodyResult<Value>)
}

extension Promise {
  typealias Output = Result<Value, any Error>

  /// Creates the next promise of the chain.
  ///
  /// - Parameter isForValues: Whether cancellation prevents the body from running.
  func link<New: Sendable>(
    on queue: DispatchQueue?, isForValues: Bool, _ step: @escaping @Sendable (Output) -> Step<New>
  ) -> Promise<New> {
    let next = Promise<New>(on: cell.executor, finishesWhenCancelled: isForValues)
    let source = next.cell.wait(for: cell)
    pipe { result, deliveries in
      next.cell.removeSource(source)
      switch step(result) {
      case .pass(let result): next.cell.resolve(result, &deliveries)
      case .run(let body): next.cell.executor.run(on: queue, &deliveries) { next.settle(with: body, &$0) }
      }
    }
    return next
  }

  /// Same as `link`, for links that cannot fail.
  func safeLink<New: Sendable>(
    on queue: DispatchQueue?, _ step: @escaping @Sendable (Output) -> SafeStep<New>
  ) -> Guarantee<New> {
    let next = Guarantee<New>(on: cell.executor)
    pipe { result, deliveries in
      switch step(result) {
      case .pass(let value): next.cell.resolve(value, &deliveries)
      case .run(let body): next.cell.executor.run(on: queue, &deliveries) { next.adopt(body(), &$0) }
      }
    }
    return next
  }

  /// Calls `handler` with the result, immediately if there is one.
  func pipe(to handler: @escaping @Sendable (Output, inout Deliveries) -> Void) {
    cell.pipe { handler(Self.output($0), &$1) }
  }

  private static func output(_ outcome: Output?) -> Output {
    outcome ?? .failure(PromiseError.brokenPromise(type: "\(Value.self)"))
  }

  private func settle(with body: @Sendable () throws -> BodyResult<Value>, _ deliveries: inout Deliveries) {
    if isResolved { return }
    if cell.isCancelled, let outcome = cell.outcomeWhenCancelled { return _ = cell.resolve(outcome, &deliveries) }
    do {
      switch try body() {
      case .value(let value): cell.resolve(.success(value), &deliveries)
      case .promise(let promise): try adopt(promise, &deliveries)
      }
    } catch {
      cell.resolve(.failure(error), &deliveries)
    }
  }

  private func adopt(_ promise: Promise, _ deliveries: inout Deliveries) throws {
    if promise.cell === cell { throw PromiseError.returnedSelf }
    cell.wait(for: promise.cell)
    promise.cell.pipe(&deliveries) { self.cell.resolve(Self.output($0), &$1) }
  }
}

/// The reaction of a link that cannot fail to the previous result.
enum SafeStep<Value: Sendable>: Sendable {
  case pass(Value)
  case run(@Sendable () -> Guarantee<Value>)
}

// Links whose body runs with the error, or whatever the result.
extension Promise {
  /// Ends the chain by handling errors.
  ///
  /// - Parameter policy: Whether `body` also handles cancellations.
  @discardableResult
  public func `catch`(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PromiseFinalizer {
    PromiseFinalizer(
      safeLink(on: queue) { result in
        guard case .failure(let error) = result, policy.includes(error) else { return .pass(()) }
        return .run {
          body(error)
          return .value(())
        }
      })
  }

  /// Ends the chain, ignoring errors. Errors other than cancellations are logged as `cauterized`.
  @discardableResult
  public func cauterize() -> PromiseFinalizer {
    self.catch { PromiseConfiguration.log(.cauterized($0)) }
  }

  /// Continues after an error with the promise returned by `body`.
  ///
  /// - Parameter policy: Whether `body` also handles cancellations.
  public func recover<Next: Thenable>(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) throws -> Next
  ) -> Promise where Next.Value == Value {
    withError(on: queue, policy) { .promise(try body($0).asPromise()) }
  }

  /// Continues after any error, including cancellations, with the guarantee returned by `body`.
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    safeLink(on: queue) { result in
      switch result {
      case .success(let value): .pass(value)
      case .failure(let error): .run { body(error) }
      }
    }
  }

  /// Continues after an error of one type with the promise returned by `body`. Other errors pass through.
  public func recover<Failure: Error, Next: Thenable>(
    only type: Failure.Type, on queue: DispatchQueue? = .promises,
    policy: CatchPolicy = .allErrorsExceptCancellation, _ body: @escaping @Sendable (Failure) throws -> Next
  ) -> Promise where Next.Value == Value {
    withError(on: queue, policy) { error in
      guard let error = error as? Failure else { throw error }
      return .promise(try body(error).asPromise())
    }
  }

  /// Runs `body` whatever the result, and passes the result on.
  public func ensure(on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Void) -> Promise {
    link(on: queue, isForValues: false) { result in
      .run {
        body()
        return .value(try result.get())
      }
    }
  }

  /// Like `ensure`, but waits for the guarantee returned by `body`.
  public func ensureThen(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise {
    link(on: queue, isForValues: false) { result in
      .run {
        let end = body().promise(finishesWhenCancelled: false)
        return .promise(end.link(on: nil, isForValues: false) { _ in .pass(result) })
      }
    }
  }

  fileprivate func withError(
    on queue: DispatchQueue?, _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> BodyResult<Value>
  ) -> Promise {
    link(on: queue, isForValues: false) { result in
      guard case .failure(let error) = result, policy.includes(error) else { return .pass(result) }
      return .run { try body(error) }
    }
  }
}

extension Promise where Value == Void {
  /// Continues after any error, including cancellations, once `body` has handled it.
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    recover(on: queue) { error -> Guarantee<Void> in
      body(error)
      return .value(())
    }
  }

  /// Continues after an error once `body` has handled it. `body` may throw.
  ///
  /// - Parameter policy: Whether `body` also handles cancellations.
  public func recover(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise {
    withError(on: queue, policy) { .value(try body($0)) }
  }
}

/// Resolves a promise, from any thread. The first resolution wins; later ones do nothing.
///
/// If it is released while the promise is pending, the promise is rejected with `PromiseError.brokenPromise`, and
/// `pendingPromiseDropped` is logged.
public final class Resolver<Value: Sendable>: Sendable {
  private let cell: Cell<Result<Value, any Error>>

  init(_ cell: Cell<Result<Value, any Error>>) { self.cell = cell }

  deinit {
    let type = "\(Value.self)"
    if cell.resolve(.failure(PromiseError.brokenPromise(type: type))) {
      PromiseConfiguration.log(.pendingPromiseDropped(type: type))
    }
  }

  /// Fulfils the promise.
  public func fulfill(_ value: Value) { cell.resolve(.success(value)) }

  /// Rejects the promise.
  public func reject(_ error: any Error) { cell.resolve(.failure(error)) }

  /// Fulfils or rejects the promise.
  public func resolve(_ result: Result<Value, any Error>) { cell.resolve(result) }

  /// For callbacks with an optional value and an optional error. An error takes precedence; without either, the promise
  /// is rejected with `PromiseError.invalidCallingConvention`.
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let error { return reject(error) }
    guard let value else { return reject(PromiseError.invalidCallingConvention) }
    fulfill(value)
  }

  /// Calls `action` once when the promise is cancelled, from any thread; immediately if it already was. The action
  /// should make sure that the promise is resolved. A later action replaces an earlier one.
  ///
  /// The action is released when the promise is resolved. Capture the resolver weakly if nothing else retains it.
  public func onCancel(_ action: @escaping @Sendable () -> Void) { cell.onCancel(action) }
}

extension Resolver where Value == Void {
  /// Fulfils the promise.
  public func fulfill() { fulfill(()) }

  /// For callbacks with an optional error only.
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }
}
