import Foundation
import Synchronization
import Testing

/// Invariants that hold whatever is called in whatever order.
///
/// `SCHEDULES` says how many schedules, `SEED` the first one's seed: `SEED=42 SCHEDULES=1` repeats a failure's plan.
@Suite(.timeLimit(.minutes(10)))
struct ScheduleTests {
  private let count: UInt64
  private let first: UInt64

  init() {
    let environment = ProcessInfo.processInfo.environment
    count = environment["SCHEDULES"].flatMap(UInt64.init) ?? 10_000
    first = environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 32)
  }

  @Test func promisesHoldTheirInvariantsUnderRandomSchedules() async {
    print("\(count) schedules from seed \(first)")
    let running = RunningSchedules()
    await withTaskGroup { group in
      group.addTask { await running.watch() }
      await withTaskGroup { workers in
        for worker in 0..<UInt64(4) {
          workers.addTask {
            for seed in stride(from: worker, to: count, by: 4) { await running.run(Schedule(seed: first + seed)) }
          }
        }
      }
      group.cancelAll()
    }
  }
}

/// Ends schedules that hang, so that the failure names their seed.
private final class RunningSchedules: Sendable {
  private let schedules = Mutex<[UInt64: Schedule]>([:])

  func run(_ schedule: Schedule) async {
    schedules.withLock { $0[schedule.seed] = schedule }
    await schedule.run()
    schedules.withLock { _ = $0.removeValue(forKey: schedule.seed) }
  }

  /// A schedule takes a millisecond, or longer while other tests are running; one that is still running after two
  /// checks hangs.
  func watch() async {
    var seen: Set<UInt64> = []
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(60))  // Only a cancellation ends it early.
      let now = schedules.withLock(\.self)
      for (seed, schedule) in now where seen.contains(seed) && !Task.isCancelled { schedule.log.giveUp() }
      seen = Set(now.keys)
    }
  }
}
