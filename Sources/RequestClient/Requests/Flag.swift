internal import Synchronization

/// Lets the first caller through.
final class Flag: Sendable {
  private let isRaised = Mutex(false)

  /// - Returns: Whether this call raised it.
  func raise() -> Bool {
    isRaised.withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }
}
