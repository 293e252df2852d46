import Foundation

/// Thrown if the awaited condition never held; contains the last state.
struct NeverHappened: Error, CustomStringConvertible {
  let what: String
  let instead: String

  var description: String { "\(what) never happened; there was:\n\(instead)" }
}

/// Asks until `check` has an answer. The deadline is for what never comes; what comes late on a busy machine still counts.
func eventually<Value>(
  _ what: String, insteadOf seen: () async throws -> String = { "" }, check: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < deadline {
    if let value = try await check() { return value }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw NeverHappened(what: what, instead: try await seen())
}
