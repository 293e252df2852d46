/// A value worked out from a key, and worked out again only when the key changes.
package struct Derived<Key: Equatable & Sendable, Value: Equatable & Sendable>: Equatable, Sendable {
  package private(set) var value: Value
  /// How often it was worked out.
  package private(set) var builds = 0
  private var key: Key?

  init(_ value: Value) { self.value = value }

  mutating func update(for key: Key, _ make: () -> Value) {
    guard key != self.key else { return }
    self.key = key
    value = make()
    builds += 1
  }

  /// How often a value was worked out is no part of the state.
  package static func == (a: Derived, b: Derived) -> Bool { a.key == b.key && a.value == b.value }
}
