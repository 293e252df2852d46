/// Returns when `condition` holds, which other threads make true.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
