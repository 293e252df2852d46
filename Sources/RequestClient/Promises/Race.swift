/// Ends as the first of them does, be it with an error; the others go on. Cancelling it cancels those that are pending.
///
/// Of those that have a result already, the first in order wins. With none at all it is rejected with
/// `PromiseError.badInput`.
public func race<T: Thenable>(_ thenables: some Sequence<T>) -> Promise<T.Value> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return Promise(error: PromiseError.badInput(.nothingToRace)) }
  let winner = Promise<T.Value>(on: Line())
  for promise in promises {
    winner.cell.wait(for: promise.cell)
    promise.pipe { winner.cell.resolve($0, &$1) }
  }
  return winner
}

/// As `race` of a sequence.
public func race<T: Thenable>(_ thenables: T...) -> Promise<T.Value> { race(thenables) }

/// The value of the guarantee that has it first.
public func race<Value: Sendable>(_ first: Guarantee<Value>, _ others: Guarantee<Value>...) -> Guarantee<Value> {
  let winner = Guarantee<Value>(on: Line())
  for guarantee in [first] + others {
    guarantee.cell.pipe { winner.cell.resolve($0, &$1) }
  }
  return winner
}

/// The value of the first of them that is fulfilled; the others go on. Cancelling it cancels those that are pending.
///
/// Where none is, it is rejected with `PromiseError.noWinner` and all their errors. With none at all it is rejected
/// with `PromiseError.badInput`.
public func race<T: Thenable>(fulfilled thenables: some Sequence<T>) -> Promise<T.Value> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return Promise(error: PromiseError.badInput(.nothingToRace)) }
  let winner = Promise<T.Value>(on: Line())
  let losses = Gathering<any Error>(count: promises.count)
  for (index, promise) in promises.enumerated() {
    let source = winner.cell.wait(for: promise.cell)
    promise.pipe { result, deliveries in
      winner.cell.forget(source)
      switch result {
      case .success: winner.cell.resolve(result, &deliveries)
      case .failure(let error):
        guard let errors = losses.put(error, at: index) else { return }
        winner.cell.resolve(.failure(PromiseError.noWinner(errors)), &deliveries)
      }
    }
  }
  return winner
}

/// As `race(fulfilled:)` of a sequence.
public func race<T: Thenable>(fulfilled thenables: T...) -> Promise<T.Value> { race(fulfilled: thenables) }
