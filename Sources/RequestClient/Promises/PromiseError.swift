/// What goes wrong in promises themselves. The sentences are in `PromiseError+Description.swift`.
public enum PromiseError: Error, Sendable {
  /// A function was given what it cannot work with.
  case badInput(BadInput)
  /// A body returned the promise that its own link had returned, which would wait for itself.
  case returnedSelf
  /// No promise of a `race(fulfilled:)` was fulfilled; their errors, in the order of the promises.
  case noWinner([any Error])
  /// The body of a `compactMap` made nothing of the value.
  case compactMap(any Sendable, type: String)
  /// There is no such value in what should have had one.
  case emptySequence
  /// The resolver was dropped before the promise was resolved, or the function of a guarantee was.
  case brokenPromise(type: String)
  /// A callback came with neither a value nor an error.
  case invalidCallingConvention
  /// `cancel()` was called, and nobody was there to stop.
  case cancelled

  /// What cannot be worked with.
  public enum BadInput: Hashable, Sendable {
    /// A race of no promises would never end.
    case nothingToRace
    /// With so many at once none would ever begin.
    case concurrency(Int)
  }
}

extension PromiseError: CancellableError {
  /// Whether this is `cancelled`.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}
