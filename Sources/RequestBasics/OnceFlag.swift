internal import Synchronization

/// A thread-safe flag that can be set once.
package final class OnceFlag: Sendable {
  private let value = Atomic(false)

  package init() {}

  package var isSet: Bool { value.load(ordering: .acquiring) }

  /// - Returns: Whether this call set it.
  @discardableResult
  package func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
