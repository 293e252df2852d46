/// A value computed from a key, and recomputed only when the key changes.
package struct Derived<Key: Equatable & Sendable, Value: Equatable & Sendable>: Equatable, Sendable {
  package private(set) var value: Value
  /// How often the value was computed.
  package private(set) var builds = 0
  private var key: Key?

  init(_ value: Value) { self.value = value }

  mutating func update(for key: Key, _ make: () -> Value) {
    guard key != self.key else { return }
    self.key = key
    value = make()
    builds += 1
  }

  /// Ignores `builds`.
  package static func == (a: Derived, b: Derived) -> Bool { a.key == b.key && a.value == b.value }
}
