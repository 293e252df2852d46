public import Foundation

// Links whose body runs with the value. An error goes past them to the nearest `catch` or `recover`, on no queue.
// What a body throws rejects the promise that the link returned.
extension Thenable {
  /// Goes on with the promise that `body` makes of the value.
  ///
  /// - Returns: A promise that ends as that one does; where `body` returned this very promise, it is rejected with
  ///   `PromiseError.returnedSelf`.
  public func then<Next: Thenable>(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Next
  ) -> Promise<Next.Value> {
    withValue(on: queue) { .promise(try body($0).asPromise()) }
  }

  /// Goes on with what `transform` makes of the value.
  public func map<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) throws -> New
  ) -> Promise<New> {
    withValue(on: queue) { .value(try transform($0)) }
  }

  /// Goes on with what `transform` makes of the value; nothing of it rejects with `PromiseError.compactMap`.
  public func compactMap<New: Sendable>(
    on queue: DispatchQueue? = .promises, _ transform: @escaping @Sendable (Value) throws -> New?
  ) -> Promise<New> {
    withValue(on: queue) { value in
      guard let new = try transform(value) else { throw PromiseError.compactMap(value, type: "\(New.self)") }
      return .value(new)
    }
  }

  /// Takes the value out of the chain.
  public func done(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    withValue(on: queue) { .value(try body($0)) }
  }

  /// Looks at the value and leaves it in the chain.
  public func get(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    withValue(on: queue) { value in
      try body(value)
      return .value(value)
    }
  }

  /// Looks at the result, value or error, and leaves it in the chain.
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

  /// Only that it is done, without the value.
  public func asVoid() -> Promise<Void> { map(on: nil) { _ in } }

  private func withValue<New: Sendable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Answer<New>
  ) -> Promise<New> {
    asPromise().link(on: queue, isForValues: true) { result in
      switch result {
      case .success(let value): .run { try body(value) }
      case .failure(let error): .pass(.failure(error))
      }
    }
  }
}
