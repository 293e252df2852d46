internal import Synchronization

/// Waits for all of them.
///
/// - Returns: A promise of their values, in the order of the promises; fulfilled at once if there are none. The
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

/// Waits for all of them, fulfilled or rejected.
///
/// - Returns: A guarantee of their results, in the order of the promises; resolved at once if there are none.
public func when<T: Thenable>(resolved thenables: some Sequence<T>) -> Guarantee<[Result<T.Value, any Error>]> {
  gather(thenables.map { $0.asPromise() }) { promise, take in promise.pipe { take($0, &$1) } }
}

/// As `when(resolved:)` of a sequence.
public func when<T: Thenable>(resolved thenables: T...) -> Guarantee<[Result<T.Value, any Error>]> {
  when(resolved: thenables)
}

/// Waits for all of them.
///
/// - Returns: A guarantee of their values, in their order; resolved at once if there are none.
public func when<Value: Sendable>(guarantees: some Sequence<Guarantee<Value>>) -> Guarantee<[Value]> {
  gather(Array(guarantees)) { guarantee, take in guarantee.cell.pipe { take($0, &$1) } }
}

/// - Parameter attach: Registers the given function with the source of the value.
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

/// Runs the promises created by `makers`, at most `limit` at a time.
///
/// A maker is called, on `DispatchQueue.promises`, when there is room for its promise, one maker after another; so a
/// lazy sequence may be as long as it likes.
///
/// - Returns: A promise of their values, in the order of the makers. The first error, of a promise or thrown by a maker,
///   rejects it at once; no maker is called after that, and what is under way goes on. Cancelling it cancels what is
///   under way. With a limit below 1 it is rejected with `PromiseError.badInput`.
public func when<Makers: Sequence, T: Thenable>(
  fulfilled makers: Makers, concurrently limit: Int
) -> Promise<[T.Value]> where Makers.Element == @Sendable () throws -> T, Makers.Iterator: Sendable {
  let next = NextElement(makers.makeIterator())
  return whenMade(concurrently: limit) { try next()?().asPromise() }
}

/// As `when(fulfilled:concurrently:)` of makers, where the iterator makes each promise in `next()`.
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
    // A copy, for `next` may be the caller's code, which is not to run with the lock held.
    var copy = iterator.withLock { $0 }
    let element = copy.next()
    iterator.withLock { swap(&$0, &copy) }
    return element
  }
}

/// Keeps up to `limit` promises under way until there are no more, or one fails.
private final class PromisePump<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value?] = []
    var running = 0
    var isExhausted = false
  }

  let all = Promise<[Value]>(on: Line())
  private let limit: Int
  private let next: @Sendable () throws -> Promise<Value>?
  private let state = Mutex(State())

  init(limit: Int, next: @escaping @Sendable () throws -> Promise<Value>?) {
    self.limit = limit
    self.next = next
  }

  /// Begins what there is room for, soon: on the line of `all`, so that `next` is asked by one thread at a time.
  func fill() {
    all.cell.line.async { self.beginAll() }
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
      self.all.cell.forget(source)
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

/// Resolves like the first promise to do so, even with an error; the others continue. Cancelling it cancels pending ones.
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

/// Resolves with the first value.
public func race<Value: Sendable>(_ first: Guarantee<Value>, _ others: Guarantee<Value>...) -> Guarantee<Value> {
  let winner = Guarantee<Value>(on: Line())
  for guarantee in [first] + others {
    guarantee.cell.pipe { winner.cell.resolve($0, &$1) }
  }
  return winner
}

/// Resolves with the first value; the others continue. Cancelling it cancels pending ones.
///
/// If none is, it is rejected with `PromiseError.noWinner` and all their errors. With none at all it is rejected
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

  /// All of them, in order, once the last has come.
  var values: [Value]? {
    state.withLock { $0.missing == 0 ? $0.places.compactMap { $0 } : nil }
  }

  /// Each place is to be filled once.
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
