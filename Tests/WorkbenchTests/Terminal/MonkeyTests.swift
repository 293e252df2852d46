import TestSupport
import Testing

/// A short round of `make monkey`.
struct MonkeyTests {
  @Test func randomKeysPastesClicksAndSizesLoseNoEditAndLeaveTheTerminalAsItWas() async throws {
    let result = try await Program(
      [
        Repository.path("Benchmarks/monkey"), "--binary", Program.workbench, "--seconds", Seeds.isSoak ? "60" : "3",
        "--session", Seeds.isSoak ? "4" : "1", "--seed", "\(Seeds.first)",
      ], in: Repository.path("")
    ).finished()
    #expect(result.status == 0, "\(result.text)\(result.error)")
  }
}
