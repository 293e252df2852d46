internal import Synchronization

/// Waits for the promises that `makers` make, of which no more than `limit` are under way at a time.
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

/// An iterator for whoever asks, one at a time.
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
