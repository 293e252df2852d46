import Foundation
import Synchronization
import TestSupport
import Testing

/// Invariants that hold whatever is called in whatever order.
@Suite(.timeLimit(.minutes(10)))
struct ScheduleTests {
  @Test func promisesHoldTheirInvariantsUnderRandomSchedules() async {
    let seeds = Seeds.some(of: 10_000)
    let running = RunningSchedules()
    await withTaskGroup { group in
      group.addTask { await running.watch() }
      await withTaskGroup { workers in
        for worker in 0..<UInt64(4) {
          workers.addTask {
            for seed in seeds where seed % 4 == worker { await running.run(Schedule(seed: seed)) }
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
