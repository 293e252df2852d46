internal import Synchronization

/// A flag that any thread may set, once.
package final class OnceFlag: Sendable {
  private let value = Atomic(false)

  package init() {}

  package var isSet: Bool { value.load(ordering: .acquiring) }

  /// - Returns: Whether this call set it.
  @discardableResult
  package func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
