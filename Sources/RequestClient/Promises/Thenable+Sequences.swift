public import Foundation

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

  /// Only the values that are to stay.
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

  /// The first value that passes `test`; where none does, rejected with `PromiseError.emptySequence`.
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
  /// The first value; where there is none, rejected with `PromiseError.emptySequence`.
  public var firstValue: Promise<Value.Element> { firstValue(on: nil) { _ in true } }
}

extension Thenable where Value: BidirectionalCollection, Value.Element: Sendable {
  /// The last value; where there is none, rejected with `PromiseError.emptySequence`.
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
