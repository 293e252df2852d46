import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Where tasks of a queue run.
@Suite(.timeLimit(.minutes(1)))
struct TaskQueueTests {
  private let queue = TaskQueue(label: "test")
  private let steps = Recorder<String>()

  /// A thread that runs handlers.
  private enum HandlerThread {
    private static let mark = "handler"

    static var isCurrent: Bool { Thread.current.threadDictionary[mark] != nil }

    /// Runs `body` on such a thread, and waits for its end.
    static func run(_ body: @escaping @Sendable () -> Void) async {
      let end = Gate()
      Thread.detachNewThread {
        Thread.current.threadDictionary[mark] = true
        body()
        end.open()
      }
      await end.wait()
    }
  }

  /// Waits until the tasks of the queue wait.
  private func settle() async { await Task.detached(executorPreference: queue) {}.value }

  /// A task that waits until its continuation is resumed, twice.
  private func waitingTask(
    _ waiting: @escaping @Sendable (CheckedContinuation<Void, Never>) -> Void
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: queue) { [steps] in
      for step in ["first", "second"] {
        await withCheckedContinuation { waiting($0) }
        steps.record("\(step) \(HandlerThread.isCurrent ? "in the handler" : "elsewhere")")
      }
    }
  }

  @Test func aTaskGoesOnInTheHandlerThatResumesIt() async {
    let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let task = waitingTask { continuation in waiting.withLock { $0 = continuation } }
    await settle()
    for _ in 1...2 {
      await HandlerThread.run { [queue, steps] in
        queue.follow {
          waiting.withLock { $0.take() }?.resume()
          steps.record("handler")
        }
        steps.record("after it")
      }
    }
    await task.value
    #expect(
      steps.values == [
        "handler", "first in the handler", "after it", "handler", "second in the handler", "after it",
      ])
  }

  @Test func aTaskOfAnotherQueueRunsElsewhere() async {
    let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let task = waitingTask { continuation in waiting.withLock { $0 = continuation } }
    await settle()
    await HandlerThread.run { TaskQueue(label: "other").follow { waiting.withLock { $0.take() }?.resume() } }
    await settle()
    #expect(steps.values == ["first elsewhere"])
    waiting.withLock { $0.take() }?.resume()
    await task.value
  }
}
