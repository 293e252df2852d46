internal import Synchronization

/// Waits for all promises.
///
/// - Returns: A promise of their values, in order. The first error rejects it immediately, while the others continue.
///   Cancelling it cancels pending ones. Without promises it is fulfilled immediately.
public func when<T: Thenable>(fulfilled thenables: some Sequence<T>) -> Promise<[T.Value]> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return .value([]) }
  let all = Promise<[T.Value]>(on: ChainExecutor())
  let gathering = Gathering<T.Value>(count: promises.count)
  for (index, promise) in promises.enumerated() {
    let source = all.cell.wait(for: promise.cell)
    promise.pipe { result, deliveries in
      all.cell.removeSource(source)
      switch result {
      case .success(let value):
        if let values = gathering.put(value, at: index) { all.cell.resolve(.success(values), &deliveries) }
      case .failure(let error): all.cell.resolve(.failure(error), &deliveries)
      }
    }
  }
  return all
}

/// Same as `when(fulfilled:)` of a sequence, for promises of different types.
public func when<each T: Thenable>(fulfilled thenables: repeat each T) -> Promise<(repeat (each T).Value)> {
  let promises = (repeat (each thenables).asPromise())
  var ends: [Promise<Void>] = []
  repeat ends.append((each promises).asVoid())
  return when(fulfilled: ends).map(on: nil) { _ in (repeat try (each promises).settledValue) }
}

/// Waits for all promises, fulfilled or rejected.
///
/// - Returns: A guarantee of their results, in order.
public func when<T: Thenable>(resolved thenables: some Sequence<T>) -> Guarantee<[Result<T.Value, any Error>]> {
  gather(thenables.map { $0.asPromise() }) { promise, take in promise.pipe { take($0, &$1) } }
}

/// Same as `when(resolved:)` of a sequence.
public func when<T: Thenable>(resolved thenables: T...) -> Guarantee<[Result<T.Value, any Error>]> {
  when(resolved: thenables)
}

/// Waits for all guarantees.
///
/// - Returns: A guarantee of their values, in order.
public func when<Value: Sendable>(guarantees: some Sequence<Guarantee<Value>>) -> Guarantee<[Value]> {
  gather(Array(guarantees)) { guarantee, take in guarantee.cell.pipe { take($0, &$1) } }
}

/// - Parameter attach: Registers the given function with the source of the value.
private func gather<Source, Value: Sendable>(
  _ sources: [Source], attach: (Source, @escaping @Sendable (Value?, inout Deliveries) -> Void) -> Void
) -> Guarantee<[Value]> {
  if sources.isEmpty { return .value([]) }
  let all = Guarantee<[Value]>(on: ChainExecutor())
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
  /// The value of a promise known to be fulfilled.
  fileprivate var settledValue: Value {
    get throws {
      guard let result else { preconditionFailure("A value was asked for before it came") }
      return try result.get()
    }
  }
}

/// Runs the promises created by `makers`, at most `limit` at a time.
///
/// Makers are called one at a time on `DispatchQueue.promises`, when there is room for another promise, so lazy
/// sequences may have any length.
///
/// - Returns: A promise of their values, in order. The first error of a promise or maker rejects it immediately; no
///   further maker is called, and pending promises continue. Cancelling it cancels pending promises. With a limit below
///   1 it is rejected with `PromiseError.badInput`.
public func when<Makers: Sequence, T: Thenable>(
  fulfilled makers: Makers, concurrently limit: Int
) -> Promise<[T.Value]> where Makers.Element == @Sendable () throws -> T, Makers.Iterator: Sendable {
  let next = NextElement(makers.makeIterator())
  return whenMade(concurrently: limit) { try next()?().asPromise() }
}

/// Same as `when(fulfilled:concurrently:)` of makers, for an iterator that creates each promise in `next()`.
public func when<Promises: IteratorProtocol & Sendable>(
  fulfilled promises: Promises, concurrently limit: Int
) -> Promise<[Promises.Element.Value]> where Promises.Element: Thenable {
  let next = NextElement(promises)
  return whenMade(concurrently: limit) { next()?.asPromise() }
}

private func whenMade<Value: Sendable>(
  concurrently limit: Int, _ next: @escaping @Sendable () throws -> Promise<Value>?
) -> Promise<[Value]> {
  if limit < 1 { return Promise(error: PromiseError.badInput(.concurrency(limit))) }
  let pump = PromisePump(limit: limit, next: next)
  pump.fill()
  return pump.all
}

/// An iterator shared by several callers.
private final class NextElement<Iterator: IteratorProtocol & Sendable>: Sendable {
  private let iterator: Mutex<Iterator>

  init(_ iterator: Iterator) { self.iterator = Mutex(iterator) }

  func callAsFunction() -> Iterator.Element? {
    // A copy, because `next` may be the caller's code, which must not run with the lock held.
    var copy = iterator.withLock { $0 }
    let element = copy.next()
    iterator.withLock { swap(&$0, &copy) }
    return element
  }
}

/// Keeps up to `limit` promises pending until there are no more or one fails.
private final class PromisePump<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value?] = []
    var running = 0
    var isExhausted = false
  }

  let all = Promise<[Value]>(on: ChainExecutor())
  private let limit: Int
  private let next: @Sendable () throws -> Promise<Value>?
  private let state = Mutex(State())

  init(limit: Int, next: @escaping @Sendable () throws -> Promise<Value>?) {
    self.limit = limit
    self.next = next
  }

  /// Starts further promises asynchronously on the executor of `all`, so that `next` is called by one thread at a time.
  func fill() {
    all.cell.executor.async { self.beginAll() }
  }

  private func beginAll() {
    while all.isPending, state.withLock({ !$0.isExhausted && $0.running < limit }) {
      if all.cell.isCancelled { return _ = all.cell.resolve(.failure(PromiseError.cancelled)) }
      do {
        if let promise = try next() { begin(promise) } else { state.withLock { $0.isExhausted = true } }
      } catch {
        all.cell.resolve(.failure(error))
      }
    }
    if let values = state.withLock({ $0.isExhausted && $0.running == 0 ? $0.values.compactMap { $0 } : nil }) {
      all.cell.resolve(.success(values))
    }
  }

  private func begin(_ promise: Promise<Value>) {
    let index = state.withLock { state in
      state.running += 1
      state.values.append(nil)
      return state.values.count - 1
    }
    let source = all.cell.wait(for: promise.cell)
    promise.pipe { result, deliveries in
      self.all.cell.removeSource(source)
      switch result {
      case .success(let value): self.end(index, with: value)
      case .failure(let error): self.all.cell.resolve(.failure(error), &deliveries)
      }
    }
  }

  private func end(_ index: Int, with value: Value) {
    state.withLock { state in
      state.values[index] = value
      state.running -= 1
    }
    fill()
  }
}

/// Resolves like the first resolved promise, even with an error; the others continue. Cancelling it cancels pending
/// ones.
///
/// If several are already resolved, the first in order wins. Without promises it is rejected with
/// `PromiseError.badInput`.
public func race<T: Thenable>(_ thenables: some Sequence<T>) -> Promise<T.Value> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return Promise(error: PromiseError.badInput(.nothingToRace)) }
  let winner = Promise<T.Value>(on: ChainExecutor())
  for promise in promises {
    winner.cell.wait(for: promise.cell)
    promise.pipe { winner.cell.resolve($0, &$1) }
  }
  return winner
}

/// Same as `race` of a sequence.
public func race<T: Thenable>(_ thenables: T...) -> Promise<T.Value> { race(thenables) }

/// Resolves with the first value.
public func race<Value: Sendable>(_ first: Guarantee<Value>, _ others: Guarantee<Value>...) -> Guarantee<Value> {
  let winner = Guarantee<Value>(on: ChainExecutor())
  for guarantee in [first] + others {
    guarantee.cell.pipe { winner.cell.resolve($0, &$1) }
  }
  return winner
}

/// Resolves with the first value; the others continue. Cancelling it cancels pending ones.
///
/// If all are rejected, it is rejected with `PromiseError.noWinner`, which has their errors. Without promises it is
/// rejected with `PromiseError.badInput`.
public func race<T: Thenable>(fulfilled thenables: some Sequence<T>) -> Promise<T.Value> {
  let promises = thenables.map { $0.asPromise() }
  if promises.isEmpty { return Promise(error: PromiseError.badInput(.nothingToRace)) }
  let winner = Promise<T.Value>(on: ChainExecutor())
  let losses = Gathering<any Error>(count: promises.count)
  for (index, promise) in promises.enumerated() {
    let source = winner.cell.wait(for: promise.cell)
    promise.pipe { result, deliveries in
      winner.cell.removeSource(source)
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

/// Same as `race(fulfilled:)` of a sequence.
public func race<T: Thenable>(fulfilled thenables: T...) -> Promise<T.Value> { race(fulfilled: thenables) }

/// Collects values from any thread, each at its index.
final class Gathering<Value: Sendable>: Sendable {
  private struct State {
    var places: [Value?]
    var missing: Int
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(places: Array(repeating: nil, count: count), missing: count))
  }

  /// All values in order, when they are complete.
  var values: [Value]? {
    state.withLock { $0.missing == 0 ? $0.places.compactMap { $0 } : nil }
  }

  /// Sets the value at an index, once.
  ///
  /// - Returns: All values, if this was the last.
  @discardableResult
  func put(_ value: Value, at index: Int) -> [Value]? {
    state.withLock { state in
      state.places[index] = value
      state.missing -= 1
      return state.missing == 0 ? state.places.compactMap { $0 } : nil
    }
  }
}
