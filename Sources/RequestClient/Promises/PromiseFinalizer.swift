public import Foundation

/// The end of a chain, after its `catch`.
public struct PromiseFinalizer: Sendable {
  private let end: Guarantee<Void>

  init(_ end: Guarantee<Void>) { self.end = end }

  /// Runs `body` after the chain: whatever its result, once, and after the body of `catch` where that is called.
  public func finally(on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Void) {
    end.done(on: queue, body)
  }
}
