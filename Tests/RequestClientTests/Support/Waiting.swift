/// Returns when `condition` is true, which other threads change.
func until(_ condition: () -> Bool) async {
  // Waits briefly between checks, because spinning would starve those threads.
  while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
