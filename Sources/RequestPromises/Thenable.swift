public import Foundation

/// A value that can be chained or returned from a body: a promise, a guarantee or your own type.
public protocol Thenable<Value>: Sendable {
  /// The pending values.
  associatedtype Value: Sendable

  /// The promise to chain from; the same one each time if that makes sense.
  func asPromise() -> Promise<Value>
}

extension Promise: Thenable {
  /// Itself.
  public func asPromise() -> Promise { self }
}

extension Guarantee: Thenable {
  /// A promise that is fulfilled when this is. Cancelling it rejects it at once and leaves the guarantee alone.
  public func asPromise() -> Promise<Value> { promise(finishesWhenCancelled: true) }
}

// Links for values. Errors skip them up to the nearest `catch` or `recover`. A body that throws rejects the link's promise.
extension Thenable {
  /// Continues with the promise returned by `body`.
  ///
  /// - Returns: A promise that ends as that one does; where `body` returned this very promise, it is rejected with
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

// For promises of many values: the links of `Thenable`, element by element.
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

  /// A promise for each value, all begun at once, their values in the order of the elements; see `when(fulfilled:)`.
  public func thenMap<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> Next
  ) -> Promise<[Next.Value]> {
    then(on: queue) { when(fulfilled: try $0.map(transform)) }
  }

  /// As `thenMap`, for promises of many values: their values joined.
  public func thenFlatMap<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value.Element) throws -> Next
  ) -> Promise<[Next.Value.Element]> where Next.Value: Sequence, Next.Value.Element: Sendable {
    thenMap(on: queue, transform).map(on: nil) { $0.flatMap { $0 } }
  }

  /// The first value that passes `test`; if none does, rejected with `PromiseError.emptySequence`.
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
  /// The first value; if there is none, rejected with `PromiseError.emptySequence`.
  public var firstValue: Promise<Value.Element> { firstValue(on: nil) { _ in true } }
}

extension Thenable where Value: BidirectionalCollection, Value.Element: Sendable {
  /// The last value; if there is none, rejected with `PromiseError.emptySequence`.
  public var lastValue: Promise<Value.Element> {
    map(on: nil) { values in
      guard let last = values.last else { throw PromiseError.emptySequence }
      return last
    }
  }
}

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// The values in order.
  public func sortedValues(on queue: DispatchQueue? = .promises) -> Promise<[Value.Element]> {
    map(on: queue) { $0.sorted() }
  }
}
