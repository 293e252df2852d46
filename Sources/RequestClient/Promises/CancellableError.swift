internal import Foundation

/// An error that may mean that somebody no longer wanted the value, which is nobody's fault.
public protocol CancellableError: Error {
  /// Whether it does.
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether this tells of a cancellation: a `CancellableError` that says so, Swift's `CancellationError`,
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

extension RequestError: CancellableError {
  /// Whether the request was cancelled, by whomever; not where its session ended.
  public var isCancelled: Bool { isExplicitlyCancelled }
}
