/// Stores a large value by reference, because it is copied often and changed rarely.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
  static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
