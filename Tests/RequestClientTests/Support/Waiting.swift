/// Returns when `condition` holds, which other threads make true.
func until(_ condition: () -> Bool) async {
  // Waits a little between two looks, as spinning would keep threads from those who make it true.
  while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
