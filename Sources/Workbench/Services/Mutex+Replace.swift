import Synchronization

extension Mutex where Value: Sendable {
  /// Replaces the value and returns the former one.
  func replace(by value: Value) -> Value {
    withLock { current in
      defer { current = value }
      return current
    }
  }
}
