internal import DequeModule
internal import Dispatch
internal import Glibc

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
    if let resumed = ResumedJobs.current, resumed.queue === self { return resumed.jobs.append(job) }
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskQueue {
  /// Runs a handler, and then those tasks of this queue that it has resumed, on this thread. The handler must be one
  /// that may block.
  ///
  /// A task that waits for a small response would lose more time between two threads than the response takes.
  func follow(_ handler: () -> Void) {
    if ResumedJobs.current != nil { return handler() }
    let resumed = ResumedJobs(queue: self)
    ResumedJobs.current = resumed
    handler()
    while let job = resumed.jobs.popFirst() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    ResumedJobs.current = nil
  }
}

/// The tasks that a handler has resumed and that have not run yet.
private final class ResumedJobs {
  let queue: TaskQueue
  var jobs = Deque<UnownedJob>()

  init(queue: TaskQueue) { self.queue = queue }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Those of the handler that this thread runs.
  static var current: ResumedJobs? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }
}
