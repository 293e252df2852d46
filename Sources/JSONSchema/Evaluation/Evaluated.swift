/// The parts of an object or array that schemas have looked at, for `unevaluatedProperties` and `unevaluatedItems`.
struct Evaluated {
  var names: Set<String> = []
  var hasAllNames = false
  var prefix = 0
  var items: Set<Int> = []
  var hasAllItems = false

  mutating func add(_ other: Evaluated) {
    names.formUnion(other.names)
    items.formUnion(other.items)
    prefix = max(prefix, other.prefix)
    hasAllNames = hasAllNames || other.hasAllNames
    hasAllItems = hasAllItems || other.hasAllItems
  }

  func has(item index: Int) -> Bool { hasAllItems || index < prefix || items.contains(index) }
  func has(name: String) -> Bool { hasAllNames || names.contains(name) }
}
