public import Foundation
public import RequestClient

/// An error of a promise itself.
public enum PromiseError: Error, Sendable {
  /// An invalid argument.
  case badInput(BadInput)
  /// A body returned the promise of its own link.
  case returnedSelf
  /// All promises of a `race(fulfilled:)` were rejected; their errors, in order.
  case noWinner([any Error])
  /// The body of a `compactMap` returned `nil`.
  case compactMap(any Sendable, type: String)
  /// The sequence has no such value.
  case emptySequence
  /// The resolver of a promise, or the function of a guarantee, was released without being used.
  case brokenPromise(type: String)
  /// A callback had neither a value nor an error.
  case invalidCallingConvention
  /// `cancel()` was called on a promise without a cancellable source.
  case cancelled

  /// An invalid argument.
  public enum BadInput: Hashable, Sendable {
    /// A race without promises.
    case nothingToRace
    /// A concurrency below 1.
    case concurrency(Int)
  }
}

extension PromiseError: CancellableError {
  /// Whether this is `cancelled`.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension PromiseError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .badInput(.nothingToRace): "A race of no promises has no winner — give at least one"
    case .badInput(.concurrency(let limit)): "Promises cannot run \(limit) at a time — allow at least 1"
    case .returnedSelf: "A body returned the promise that waits for it — return another one"
    case .noWinner(let errors):
      "None of \(errors.count) promises was fulfilled: \(errors.map(\.sentence).joined(separator: "; "))"
    case .compactMap(let value, let type): "\"\(value)\" makes no \(type)"
    case .emptySequence: "There is no such value"
    case .brokenPromise(let type):
      "A promise of \(type) was dropped before it was resolved — keep its resolver until it is"
    case .invalidCallingConvention: "A callback came with neither a value nor an error"
    case .cancelled: "Cancelled"
    }
  }
}

extension Error {
  fileprivate var sentence: String { (self as? any LocalizedError)?.errorDescription ?? String(describing: self) }
}

/// An error that can represent a cancellation.
public protocol CancellableError: Error {
  /// Whether it represents a cancellation.
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether the error represents a cancellation: a `CancellableError` with `isCancelled`, `CancellationError`,
  /// `URLError.cancelled` or `CocoaError.userCancelled`.
  public var isCancelled: Bool {
    switch self {
    case let error as any CancellableError: error.isCancelled
    case is CancellationError: true
    case let error as URLError: error.code == .cancelled
    case let error as CocoaError: error.code == .userCancelled
    default: false
    }
  }
}

extension RequestError: CancellableError {}
extension JSONResponseError: CancellableError {}

/// Which errors `catch` and `recover` handle.
public enum CatchPolicy: Hashable, Sendable {
  /// All errors.
  case allErrors
  /// All errors except cancellations; the default.
  case allErrorsExceptCancellation

  func includes(_ error: any Error) -> Bool {
    self == .allErrors || !error.isCancelled
  }
}

/// The end of a chain, after its `catch`.
public struct PromiseFinalizer: Sendable {
  private let end: Guarantee<Void>

  init(_ end: Guarantee<Void>) { self.end = end }

  /// Runs `body` after the chain, whatever its result, and after the body of `catch`.
  public func finally(on queue: DispatchQueue? = .promises, _ body: @escaping @Sendable () -> Void) {
    end.done(on: queue, body)
  }
}
