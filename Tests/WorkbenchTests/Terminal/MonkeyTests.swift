import Foundation
import Testing

/// A bounded round of `make monkey`, which goes on for as long as one likes.
struct MonkeyTests {
  @Test func randomKeysPastesClicksAndSizesLoseNoEditAndLeaveTheTerminalAsItWas() async throws {
    let seconds = ProcessInfo.processInfo.environment["MONKEY_SECONDS"] ?? "15"
    let result = try await Program(
      [
        Repository.path("Benchmarks/monkey"), "--binary", Program.workbench, "--seconds", seconds, "--session", "4",
        "--seed", "2",
      ], in: Repository.path("")
    ).finished()
    #expect(result.status == 0, "\(result.text)\(result.error)")
  }
}
