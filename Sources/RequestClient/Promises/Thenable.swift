/// What can be chained, and returned from a body: a promise, a guarantee, or a type of yours.
public protocol Thenable<Value>: Sendable {
  /// What is to come.
  associatedtype Value: Sendable

  /// The promise to chain from; the same one each time where that makes sense.
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
