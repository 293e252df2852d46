public import Foundation
internal import RequestClient

/// A promise without errors.
///
/// Bodies run like those of a promise. If the resolving function is released without being called, the guarantee stays
/// pending forever and `pendingPromiseDropped` is logged; promises that wait for it are rejected with
/// `PromiseError.brokenPromise`.
public final class Guarantee<Value: Sendable>: Sendable {
  let cell: Cell<Value>

  init(_ cell: Cell<Value>) { self.cell = cell }

  convenience init(on executor: ChainExecutor) { self.init(Cell(executor: executor, outcomeWhenCancelled: nil)) }

  /// Creates a guarantee resolved by calling the function passed to `body`. `body` runs immediately.
  public convenience init(resolver body: (@escaping @Sendable (Value) -> Void) -> Void) {
    self.init(on: ChainExecutor())
    let keeper = Keeper(cell)
    body { keeper.cell.resolve($0) }
  }

  /// Returns a resolved guarantee.
  public static func value(_ value: Value) -> Guarantee {
    Guarantee(Cell(value, executor: ChainExecutor()))
  }

  /// Returns a pending guarantee and its resolving function.
  public static func pending() -> (guarantee: Guarantee, resolve: @Sendable (Value) -> Void) {
    let guarantee = Guarantee(on: ChainExecutor())
    let keeper = Keeper(guarantee.cell)
    return (guarantee, { keeper.cell.resolve($0) })
  }

  /// `nil` while pending. To wait for the value, await `value`.
  public var fulfilledValue: Value? { cell.outcome }
  /// Whether the value is pending.
  public var isPending: Bool { cell.outcome == nil }
  /// Whether there is a value.
  public var isResolved: Bool { !isPending }

  /// Retained by everything that can resolve a guarantee.
  private final class Keeper: Sendable {
    let cell: Cell<Value>

    init(_ cell: Cell<Value>) { self.cell = cell }

    deinit {
      if cell.resolve(nil) { PromiseConfiguration.log(.pendingPromiseDropped(type: "\(Value.self)")) }
    }
  }
}

extension Guarantee where Value == Void {
  /// Creates a resolved guarantee.
  public convenience init() { self.init(Cell((), executor: ChainExecutor())) }
}

// For bodies that cannot throw. With throwing bodies, the methods of `Thenable` return promises.
extension Guarantee {
  /// Continues with the guarantee returned by `body`.
  @discardableResult
  public func then<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Guarantee<New>
  ) -> Guarantee<New> {
    let next = Guarantee<New>(on: cell.executor)
    cell.pipe { value, deliveries in
      guard let value else { return _ = next.cell.resolve(nil, &deliveries) }
      next.cell.executor.run(on: queue, &deliveries) { next.adopt(body(value), &$0) }
    }
    return next
  }

  /// Transforms the value.
  public func map<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) -> New
  ) -> Guarantee<New> {
    then(on: queue) { .value(transform($0)) }
  }

  /// Consumes the value.
  @discardableResult
  public func done(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    then(on: queue) { .value(body($0)) }
  }

  /// Inspects the value and passes it on.
  public func get(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee {
    then(on: queue) { value in
      body(value)
      return .value(value)
    }
  }

  /// Discards the value.
  public func asVoid() -> Guarantee<Void> { map(on: nil) { _ in } }

  /// Resolves like `other`, which was returned by a body. A guarantee that would wait for itself stays pending.
  func adopt(_ other: Guarantee, _ deliveries: inout Deliveries) {
    if other.cell === cell {
      PromiseConfiguration.log(.pendingPromiseDropped(type: "\(Value.self)"))
      return _ = cell.resolve(nil, &deliveries)
    }
    other.cell.pipe(&deliveries) { self.cell.resolve($0, &$1) }
  }

  func promise(finishesWhenCancelled: Bool) -> Promise<Value> {
    let promise = Promise<Value>(on: cell.executor, finishesWhenCancelled: finishesWhenCancelled)
    cell.pipe { value, deliveries in
      let broken = PromiseError.brokenPromise(type: "\(Value.self)")
      promise.cell.resolve(value.map { .success($0) } ?? .failure(broken), &deliveries)
    }
    return promise
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// `[1, 2]` → `["1", "2"]`
  public func mapValues<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) -> New
  ) -> Guarantee<[New]> {
    map(on: queue) { $0.map(transform) }
  }

  /// Calls `body` for all values at once and collects the results in order.
  public func thenMap<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) -> Guarantee<New>
  ) -> Guarantee<[New]> {
    then(on: queue) { when(guarantees: $0.map(transform)) }
  }
}

/// Returns a guarantee that is resolved after `duration`. Blocks no thread.
public func after(_ duration: Duration) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(on: ChainExecutor())
  DispatchQueue.promises.asyncAfter(deadline: .now() + duration / .seconds(1)) {
    CallbackQueue.run { guarantee.cell.resolve(()) }
  }
  return guarantee
}

/// Begins a chain. `body` runs immediately; an error it throws rejects the promise.
public func firstly<T: Thenable>(execute body: () throws -> T) -> Promise<T.Value> {
  do { return try body().asPromise() } catch { return Promise(error: error) }
}

/// Begins a chain that cannot fail. `body` runs immediately.
public func firstly<Value: Sendable>(execute body: () -> Guarantee<Value>) -> Guarantee<Value> { body() }
