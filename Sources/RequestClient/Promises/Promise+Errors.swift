public import Foundation

// Links whose body runs with the error, or whatever the result.
extension Promise {
  /// Ends the chain with what is to be done about an error.
  ///
  /// - Parameter policy: Cancellations are not for `body` unless this says so; `finally` runs after them all the same.
  @discardableResult
  public func `catch`(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PromiseFinalizer {
    PromiseFinalizer(
      safeLink(on: queue) { result in
        guard case .failure(let error) = result, policy.includes(error) else { return .pass(()) }
        return .run {
          body(error)
          return .value(())
        }
      })
  }

  /// Ends the chain where an error does not matter; the log hears of it as `cauterized`, unless it is a cancellation.
  @discardableResult
  public func cauterize() -> PromiseFinalizer {
    self.catch { PromiseConfiguration.log(.cauterized($0)) }
  }

  /// Goes on with the promise that `body` makes of an error.
  ///
  /// - Parameter policy: Cancellations go past unless this says otherwise.
  public func recover<Next: Thenable>(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) throws -> Next
  ) -> Promise where Next.Value == Value {
    withError(on: queue, policy) { .promise(try body($0).asPromise()) }
  }

  /// Goes on with the guarantee that `body` makes of any error, cancellations too: from here on nothing fails.
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    safeLink(on: queue) { result in
      switch result {
      case .success(let value): .pass(value)
      case .failure(let error): .run { body(error) }
      }
    }
  }

  /// As `recover`, for errors of one type; all others go past.
  public func recover<Failure: Error, Next: Thenable>(
    only type: Failure.Type, on queue: DispatchQueue? = .promises,
    policy: CatchPolicy = .allErrorsExceptCancellation, _ body: @escaping @Sendable (Failure) throws -> Next
  ) -> Promise where Next.Value == Value {
    withError(on: queue, policy) { error in
      guard let error = error as? Failure else { throw error }
      return .promise(try body(error).asPromise())
    }
  }

  /// Runs `body` whatever the result, and leaves that in the chain. Nothing after it in the chain runs before its end.
  public func ensure(on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Void) -> Promise {
    link(on: queue, isForValues: false) { result in
      .run {
        body()
        return .value(try result.get())
      }
    }
  }

  /// As `ensure`, and waits for the guarantee that `body` returns.
  public func ensureThen(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise {
    link(on: queue, isForValues: false) { result in
      .run {
        let end = body().promise(finishesWhenCancelled: false)
        return .promise(end.link(on: nil, isForValues: false) { _ in .pass(result) })
      }
    }
  }

  fileprivate func withError(
    on queue: DispatchQueue?, _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Answer<Value>
  ) -> Promise {
    link(on: queue, isForValues: false) { result in
      guard case .failure(let error) = result, policy.includes(error) else { return .pass(result) }
      return .run { try body(error) }
    }
  }
}

extension Promise where Value == Void {
  /// Goes on after any error, cancellations too, that `body` has dealt with: from here on nothing fails.
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    recover(on: queue) { error -> Guarantee<Void> in
      body(error)
      return .value(())
    }
  }

  /// Goes on after an error that `body` has dealt with; it may throw it on.
  ///
  /// - Parameter policy: Cancellations go past unless this says otherwise.
  public func recover(
    on queue: DispatchQueue? = .promises, policy: CatchPolicy = .allErrorsExceptCancellation,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise {
    withError(on: queue, policy) { .value(try body($0)) }
  }
}
