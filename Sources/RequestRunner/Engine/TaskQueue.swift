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

  /// A queue that sends of the current task use instead of one of their own. A caller that waits for each send then
  /// needs no thread switches.
  @TaskLocal package static var shared: TaskQueue?

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let resumed = ResumedJobs.current, resumed.queue === self { return resumed.jobs.append(job) }
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskQueue {
  /// Runs a handler on this thread, and then the tasks of this queue that it resumed. The handler must be allowed to
  /// block.
  ///
  /// For a small response, switching threads would take longer than the response itself.
  func follow(_ handler: () -> Void) {
    if ResumedJobs.current != nil { return handler() }
    let resumed = ResumedJobs(queue: self)
    ResumedJobs.current = resumed
    handler()
    while let job = resumed.jobs.popFirst() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    ResumedJobs.current = nil
  }
}

/// The tasks that a handler resumed and that have not run yet.
private final class ResumedJobs {
  let queue: TaskQueue
  var jobs = Deque<UnownedJob>()

  init(queue: TaskQueue) { self.queue = queue }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The tasks resumed by the handler running on this thread.
  static var current: ResumedJobs? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }
}
