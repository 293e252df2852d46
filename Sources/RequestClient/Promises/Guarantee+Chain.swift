public import Foundation

// Bodies that cannot throw keep the chain from failing; with those that can, the links of `Thenable` make promises.
extension Guarantee {
  /// Goes on with the guarantee that `body` makes of the value.
  @discardableResult
  public func then<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Guarantee<New>
  ) -> Guarantee<New> {
    let next = Guarantee<New>(on: cell.line)
    cell.pipe { value, deliveries in
      guard let value else { return _ = next.cell.resolve(nil, &deliveries) }
      next.cell.line.run(on: queue, &deliveries) { next.adopt(body(value), &$0) }
    }
    return next
  }

  /// Goes on with what `transform` makes of the value.
  public func map<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) -> New
  ) -> Guarantee<New> {
    then(on: queue) { .value(transform($0)) }
  }

  /// Takes the value out of the chain.
  @discardableResult
  public func done(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    then(on: queue) { .value(body($0)) }
  }

  /// Looks at the value and leaves it in the chain.
  public func get(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee {
    then(on: queue) { value in
      body(value)
      return .value(value)
    }
  }

  /// Only that it is done, without the value.
  public func asVoid() -> Guarantee<Void> { map(on: nil) { _ in } }

  /// Ends as `other` does, which a body returned. One that would wait for itself is given up.
  func adopt(_ other: Guarantee, _ deliveries: inout Deliveries) {
    if other.cell === cell {
      PromiseConfiguration.log(.pendingPromiseDropped(type: "\(Value.self)"))
      return _ = cell.resolve(nil, &deliveries)
    }
    other.cell.pipe(&deliveries) { self.cell.resolve($0, &$1) }
  }

  func promise(finishesWhenCancelled: Bool) -> Promise<Value> {
    let promise = Promise<Value>(on: cell.line, finishesWhenCancelled: finishesWhenCancelled)
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

  /// A guarantee for each value, all begun at once, their values in the order of the elements.
  public func thenMap<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) -> Guarantee<New>
  ) -> Guarantee<[New]> {
    then(on: queue) { when(guarantees: $0.map(transform)) }
  }
}
