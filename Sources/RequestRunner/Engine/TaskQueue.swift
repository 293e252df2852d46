internal import Dispatch

/// Runs tasks on a serial dispatch queue.
///
/// Swift's default executor uses dispatch's global queues. Once one of them is used, dispatch wakes up every second to
/// monitor its threads. Serial queues avoid that.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
