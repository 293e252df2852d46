internal import Foundation

/// What a body made of the result before it; it throws where it made an error of it.
enum Answer<Value: Sendable>: Sendable {
  case value(Value)
  case promise(Promise<Value>)
}

/// What a link of a chain does with the result before it.
enum Step<Value: Sendable>: Sendable {
  /// Nothing: the result is the link's own, and no queue is asked.
  case pass(Result<Value, any Error>)
  case run(@Sendable () throws -> Answer<Value>)
}

extension Promise {
  typealias Output = Result<Value, any Error>

  /// The next promise of the chain, all links are made of this.
  ///
  /// - Parameter isForValues: Whether a cancelled link whose body has not begun leaves it out.
  func link<New: Sendable>(
    on queue: DispatchQueue?, isForValues: Bool, _ step: @escaping @Sendable (Output) -> Step<New>
  ) -> Promise<New> {
    let next = Promise<New>(on: cell.line, finishesWhenCancelled: isForValues)
    let source = next.cell.wait(for: cell)
    pipe { result, deliveries in
      next.cell.forget(source)
      switch step(result) {
      case .pass(let result): next.cell.resolve(result, &deliveries)
      case .run(let body): next.cell.line.run(on: queue, &deliveries) { next.settle(with: body, &$0) }
      }
    }
    return next
  }

  /// As `link`, for links that cannot fail.
  func safeLink<New: Sendable>(
    on queue: DispatchQueue?, _ step: @escaping @Sendable (Output) -> SafeStep<New>
  ) -> Guarantee<New> {
    let next = Guarantee<New>(on: cell.line)
    pipe { result, deliveries in
      switch step(result) {
      case .pass(let value): next.cell.resolve(value, &deliveries)
      case .run(let body): next.cell.line.run(on: queue, &deliveries) { next.adopt(body(), &$0) }
      }
    }
    return next
  }

  /// Has `handler` told of the result; at once where there is one.
  func pipe(to handler: @escaping @Sendable (Output, inout Deliveries) -> Void) {
    cell.pipe { handler(Self.output($0), &$1) }
  }

  private static func output(_ outcome: Output?) -> Output {
    outcome ?? .failure(PromiseError.brokenPromise(type: "\(Value.self)"))
  }

  private func settle(with body: @Sendable () throws -> Answer<Value>, _ deliveries: inout Deliveries) {
    if isResolved { return }
    if cell.isCancelled, let outcome = cell.outcomeWhenCancelled { return _ = cell.resolve(outcome, &deliveries) }
    do {
      switch try body() {
      case .value(let value): cell.resolve(.success(value), &deliveries)
      case .promise(let promise): try adopt(promise, &deliveries)
      }
    } catch {
      cell.resolve(.failure(error), &deliveries)
    }
  }

  private func adopt(_ promise: Promise, _ deliveries: inout Deliveries) throws {
    if promise.cell === cell { throw PromiseError.returnedSelf }
    cell.wait(for: promise.cell)
    promise.cell.pipe(&deliveries) { self.cell.resolve(Self.output($0), &$1) }
  }
}

/// What a link that cannot fail does with the result before it.
enum SafeStep<Value: Sendable>: Sendable {
  case pass(Value)
  case run(@Sendable () -> Guarantee<Value>)
}
