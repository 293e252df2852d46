public import Foundation

extension PromiseError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
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

  /// The same, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension Error {
  fileprivate var sentence: String { (self as? any LocalizedError)?.errorDescription ?? String(describing: self) }
}
