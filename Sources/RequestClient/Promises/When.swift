/// Waits for all of them.
///
/// - Returns: A promise of their values, in the order of the promises; fulfilled at once where there are none. The
///   first error rejects it at once, while the others go on. Cancelling it cancels those that are pending.
public func when<T: Thenable>(fulfilled thenables: some Sequence<T>) -> Promise<[T.Value]> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return .value([]) }
  let all = Promise<[T.Value]>(on: Line())
  let gathering = Gathering<T.Value>(count: promises.count)
  for (index, promise) in promises.enumerated() {
    let source = all.cell.wait(for: promise.cell)
    promise.pipe { result, deliveries in
      all.cell.forget(source)
      switch result {
      case .success(let value):
        if let values = gathering.put(value, at: index) { all.cell.resolve(.success(values), &deliveries) }
      case .failure(let error): all.cell.resolve(.failure(error), &deliveries)
      }
    }
  }
  return all
}

/// Waits for all of them, each of its own type; otherwise as `when(fulfilled:)` of a sequence.
public func when<each T: Thenable>(fulfilled thenables: repeat each T) -> Promise<(repeat (each T).Value)> {
  let promises = (repeat (each thenables).asPromise())
  var ends: [Promise<Void>] = []
  repeat ends.append((each promises).asVoid())
  return when(fulfilled: ends).map(on: nil) { _ in (repeat try (each promises).settledValue) }
}

/// Waits for all of them, whatever comes of them.
///
/// - Returns: A guarantee of their results, in the order of the promises; resolved at once where there are none.
public func when<T: Thenable>(resolved thenables: some Sequence<T>) -> Guarantee<[Result<T.Value, any Error>]> {
  gather(thenables.map { $0.asPromise() }) { promise, take in promise.pipe { take($0, &$1) } }
}

/// As `when(resolved:)` of a sequence.
public func when<T: Thenable>(resolved thenables: T...) -> Guarantee<[Result<T.Value, any Error>]> {
  when(resolved: thenables)
}

/// Waits for all of them.
///
/// - Returns: A guarantee of their values, in their order; resolved at once where there are none.
public func when<Value: Sendable>(guarantees: some Sequence<Guarantee<Value>>) -> Guarantee<[Value]> {
  gather(Array(guarantees)) { guarantee, take in guarantee.cell.pipe { take($0, &$1) } }
}

/// - Parameter attach: Has the function it is given told of the source's value, or that there will be none.
private func gather<Source, Value: Sendable>(
  _ sources: [Source], attach: (Source, @escaping @Sendable (Value?, inout Deliveries) -> Void) -> Void
) -> Guarantee<[Value]> {
  if sources.isEmpty { return .value([]) }
  let all = Guarantee<[Value]>(on: Line())
  let gathering = Gathering<Value>(count: sources.count)
  for (index, source) in sources.enumerated() {
    attach(source) { value, deliveries in
      guard let value else { return _ = all.cell.resolve(nil, &deliveries) }
      if let values = gathering.put(value, at: index) { all.cell.resolve(values, &deliveries) }
    }
  }
  return all
}

extension Promise {
  /// The value of a promise that is known to be resolved.
  fileprivate var settledValue: Value {
    get throws {
      guard let result else { preconditionFailure("A value was asked for before it came") }
      return try result.get()
    }
  }
}
