/// A copy of a value with a change: `with(row) { $0.value = "" }`.
@inlinable package func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var changed = value
  change(&changed)
  return changed
}
