internal import Dispatch

/// Runs tasks on a serial dispatch queue.
///
/// Swift's default executor uses dispatch's global queues. Once one of them is used, dispatch wakes up every second to
/// monitor its threads. Serial queues avoid that.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  /// The queue that sends of the current task run on as well, instead of one of their own: a caller that waits for each
  /// send loses no time between two threads.
  @TaskLocal package static var shared: TaskQueue?

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
