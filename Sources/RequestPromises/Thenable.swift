public import Foundation

/// A type that can be chained or returned from a body: a promise, a guarantee or your own type.
public protocol Thenable<Value>: Sendable {
  /// The type of the pending value.
  associatedtype Value: Sendable

  /// Returns the promise to chain from, if possible always the same one.
  func asPromise() -> Promise<Value>
}

extension Promise: Thenable {
  /// Returns this promise.
  public func asPromise() -> Promise { self }
}

extension Guarantee: Thenable {
  /// Returns a promise of the guarantee's value. Cancelling it rejects it immediately and does not affect the
  /// guarantee.
  public func asPromise() -> Promise<Value> { promise(finishesWhenCancelled: true) }
}

// Methods for values. Errors skip them up to the next `catch` or `recover`. If a body throws, the returned promise is
// rejected.
extension Thenable {
  /// Continues with the promise returned by `body`.
  ///
  /// - Returns: A promise with the result of that one. If `body` returns the new promise itself, it is rejected with
  ///   `PromiseError.returnedSelf`.
  public func then<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Next
  ) -> Promise<Next.Value> {
    withValue(on: queue) { .promise(try body($0).asPromise()) }
  }

  /// Transforms the value.
  public func map<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) throws -> New
  ) -> Promise<New> {
    withValue(on: queue) { .value(try transform($0)) }
  }

  /// Transforms the value; `nil` rejects with `PromiseError.compactMap`.
  public func compactMap<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) throws -> New?
  ) -> Promise<New> {
    withValue(on: queue) { value in
      guard let new = try transform(value) else { throw PromiseError.compactMap(value, type: "\(New.self)") }
      return .value(new)
    }
  }

  /// Consumes the value.
  public func done(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    withValue(on: queue) { .value(try body($0)) }
  }

  /// Inspects the value and passes it on.
  public func get(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    withValue(on: queue) { value in
      try body(value)
      return .value(value)
    }
  }

  /// Inspects the result and passes it on.
  public func tap(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    asPromise().link(on: queue, isForValues: false) { result in
      .run {
        body(result)
        return .value(try result.get())
      }
    }
  }

  /// Discards the value.
  public func asVoid() -> Promise<Void> { map(on: nil) { _ in } }

  private func withValue<New: Sendable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> BodyResult<New>
  ) -> Promise<New> {
    asPromise().link(on: queue, isForValues: true) { result in
      switch result {
      case .success(let value): .run { try body(value) }
      case .failure(let error): .pass(.failure(error))
      }
    }
  }
}

// For promises of sequences: the methods of `Thenable` for each element.
extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// `[1, 2]` → `["1", "2"]`
  public func mapValues<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> New
  ) -> Promise<[New]> {
    map(on: queue) { try $0.map(transform) }
  }

  /// `[1, 2]` → `[1, 1, 2, 2]`
  public func flatMapValues<New: Sequence & SendableMetatype>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> New
  ) -> Promise<[New.Element]> where New.Element: Sendable {
    map(on: queue) { try $0.flatMap(transform) }
  }

  /// `["1", "x"]` → `[1]`
  public func compactMapValues<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> New?
  ) -> Promise<[New]> {
    map(on: queue) { try $0.compactMap(transform) }
  }

  /// Keeps the values that satisfy `isIncluded`.
  public func filterValues(
    on queue: DispatchQueue? = .promises, _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map(on: queue) { try $0.filter(isIncluded) }
  }

  /// Calls `body` for all values at once and collects the values of the promises in order; see `when(fulfilled:)`.
  public func thenMap<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> Next
  ) -> Promise<[Next.Value]> {
    then(on: queue) { when(fulfilled: try $0.map(transform)) }
  }

  /// Like `thenMap` for promises of sequences, whose elements are joined.
  public func thenFlatMap<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> Next
  ) -> Promise<[Next.Value.Element]> where Next.Value: Sequence, Next.Value.Element: Sendable {
    thenMap(on: queue, transform).map(on: nil) { $0.flatMap { $0 } }
  }

  /// The first value that satisfies `test`; without one, rejected with `PromiseError.emptySequence`.
  public func firstValue(
    on queue: DispatchQueue? = .promises, where test: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    map(on: queue) { values in
      guard let first = try values.first(where: test) else { throw PromiseError.emptySequence }
      return first
    }
  }
}

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// The first value; for an empty sequence, rejected with `PromiseError.emptySequence`.
  public var firstValue: Promise<Value.Element> { firstValue(on: nil) { _ in true } }
}

extension Thenable where Value: BidirectionalCollection, Value.Element: Sendable {
  /// The last value; for an empty sequence, rejected with `PromiseError.emptySequence`.
  public var lastValue: Promise<Value.Element> {
    map(on: nil) { values in
      guard let last = values.last else { throw PromiseError.emptySequence }
      return last
    }
  }
}

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// The values, sorted.
  public func sortedValues(on queue: DispatchQueue? = .promises) -> Promise<[Value.Element]> {
    map(on: queue) { $0.sorted() }
  }
}
