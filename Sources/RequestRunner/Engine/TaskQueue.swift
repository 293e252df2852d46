internal import Dispatch

/// Runs tasks on a serial dispatch queue of their own.
///
/// Swift's own threads come from dispatch's global queues. Once one of those was used, dispatch counts its threads every
/// second until the program ends; serial queues use other threads.
package final class TaskQueue: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
