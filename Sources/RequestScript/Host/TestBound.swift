/// Counts the tests of a job, or those of all messages of an exchange. Tests beyond the limit are combined into one
/// result, so that a loop cannot fill the memory of the program.
package struct TestBound: Sendable {
  private var count = 0
  private var bytes = 0
  private var excess = 0
  private var failures = 0

  package init() {}

  /// Whether an event is passed on.
  package mutating func passes(_ event: ScriptEvent, _ limits: ScriptLimits) -> Bool {
    guard case .test(let test) = event else { return true }
    count += 1
    bytes += min(test.name.utf8.count, limits.textBytes) + min(test.message?.utf8.count ?? 0, limits.textBytes)
    if count <= limits.tests, bytes <= limits.testBytes { return true }
    excess += 1
    if test.status == .failed { failures += 1 }
    return false
  }

  /// The combined result of the tests that were not passed on.
  package var rest: ScriptTest? {
    guard excess > 0 else { return nil }
    let name = "\(Formatting.count(excess, "further test"))"
    guard failures > 0 else { return ScriptTest(name, .passed) }
    return ScriptTest(name, .failed, message: "\(Formatting.count(failures, "test")) failed")
  }
}
