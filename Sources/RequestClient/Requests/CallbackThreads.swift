internal import DequeModule
internal import Foundation
internal import Synchronization

/// A thread pool for the caller's code, which may block.
///
/// It runs one thread per processor. If work is waiting and a thread is blocked, another thread replaces it, up to a
/// limit, so handlers may wait for one another. Blocking these threads does not starve Swift concurrency or Dispatch.
final class CallbackThreads: Sendable {
  private let state: Mutex<State>
  /// Signalled once for each idle thread to wake.
  private let workerSignal = DispatchSemaphore(value: 0)
  /// Signalled when there is waiting work and no idle thread.
  private let monitorSignal = DispatchSemaphore(value: 0)

  /// Interval between checks in microseconds. A blocked thread is replaced after one to two intervals.
  private static let checkInterval: useconds_t = 1000
  /// How long a surplus thread stays idle before it exits.
  private static let surplusIdleTime = DispatchTimeInterval.seconds(1)

  /// - Parameters:
  ///   - width: Number of threads that run at once, not counting blocked ones.
  ///   - limit: Maximum number of threads.
  init(width: Int, limit: Int) {
    state = Mutex(State(width: width, limit: limit))
  }

  /// The current number of threads.
  var count: Int { state.withLock { $0.workers.count } }

  func run(_ completion: @escaping CompletionWork) {
    perform(
      state.withLock { state in
        state.work.append(completion)
        return state.assignThread()
      })
  }

  private func perform(_ action: Action) {
    switch action {
    case .none: break
    case .wakeWorker: workerSignal.signal()
    case .startWorker(let number): startThread { $0.work(as: number) }
    case .startMonitor: startThread { $0.monitor() }
    case .wakeMonitor: monitorSignal.signal()
    }
  }

  private func startThread(_ body: @escaping @Sendable (CallbackThreads) -> Void) {
    Thread.detachNewThread {
      ThreadState.name("RequestCallback")
      Thread.blockSignals()
      body(self)
    }
  }
}

// Worker threads.
extension CallbackThreads {
  private func work(as number: Int) {
    let id = ThreadState.current
    state.withLock { $0.workers[number]?.thread = id }
    while true {
      switch state.withLock({ $0.next(for: number) }) {
      case .run(let completion): completion()
      case .wait: workerSignal.wait()
      case .waitBriefly: if !waitBriefly(number) { return }
      }
      state.withLock { $0.beginWork(number) }
    }
  }

  /// - Returns: Whether the thread was woken.
  private func waitBriefly(_ number: Int) -> Bool {
    while workerSignal.wait(timeout: .now() + Self.surplusIdleTime) == .timedOut {
      if state.withLock({ $0.retire(number) }) { return false }
    }
    return true
  }
}

// The monitoring thread, which replaces blocked threads while work is waiting.
extension CallbackThreads {
  private func monitor() {
    while true {
      usleep(Self.checkInterval)
      let stalled = state.withLock { $0.stalled() }
      guard let stalled else {
        monitorSignal.wait()
        continue
      }
      let blocked = stalled.filter { ThreadState.isBlocked($0.thread) }
      for action in state.withLock({ $0.replace(blocked) }) { perform(action) }
    }
  }

  /// The next step for waiting work after the lock is released.
  enum Action {
    case none
    case wakeWorker
    case startWorker(Int)
    case startMonitor, wakeMonitor
  }

  enum NextStep {
    case run(CompletionWork)
    case wait, waitBriefly
  }

  struct Worker {
    /// The kernel's thread ID; `nil` until the thread has started.
    var thread: Int?
    var isIdle = false
    /// The number of work items started.
    var completions = 0
    /// `completions` at the last check.
    var checkedCompletions = -1
    var isBlocked = false
  }

  /// A thread that has been running the same work since the last check.
  struct StalledWorker {
    var number: Int
    var completions: Int
    var thread: Int
  }

  struct State {
    let width: Int
    let limit: Int
    var work = Deque<CompletionWork>()
    var workers: [Int: Worker] = [:]
    private var lastNumber = 0
    /// Threads that are working or have been woken.
    private var running = 0
    private var blocked = 0
    private var idle = 0
    /// Wake-ups not yet received.
    private var pendingSignals = 0
    private var hasMonitor = false
    private var isMonitoring = false

    init(width: Int, limit: Int) {
      self.width = width
      self.limit = limit
    }

    /// Finds a thread for waiting work.
    mutating func assignThread() -> Action {
      if running - blocked >= width { return requestMonitor() }
      if idle > 0 {
        idle -= 1
        running += 1
        pendingSignals += 1
        return .wakeWorker
      }
      if workers.count >= limit { return .none }
      running += 1
      lastNumber += 1
      workers[lastNumber] = Worker()
      return .startWorker(lastNumber)
    }

    private mutating func requestMonitor() -> Action {
      if isMonitoring { return .none }
      isMonitoring = true
      defer { hasMonitor = true }
      return hasMonitor ? .wakeMonitor : .startMonitor
    }

    /// The thread's next work item.
    mutating func next(for number: Int) -> NextStep {
      if workers[number]?.isBlocked == true {
        workers[number]?.isBlocked = false
        blocked -= 1
      }
      if let completion = work.popFirst() {
        workers[number]?.completions += 1
        return .run(completion)
      }
      workers[number]?.isIdle = true
      running -= 1
      idle += 1
      return idle > width ? .waitBriefly : .wait
    }

    /// Marks an idle thread as working.
    mutating func beginWork(_ number: Int) {
      guard workers[number]?.isIdle == true else { return }
      workers[number]?.isIdle = false
      pendingSignals -= 1
    }

    /// - Returns: `false` if a wake-up is pending.
    mutating func retire(_ number: Int) -> Bool {
      if pendingSignals > 0 { return false }
      idle -= 1
      workers[number] = nil
      return true
    }

    /// Threads that have been running the same work since the last check; `nil` if no work is waiting.
    mutating func stalled() -> [StalledWorker]? {
      if work.isEmpty {
        isMonitoring = false
        return nil
      }
      var stalled: [StalledWorker] = []
      for (number, worker) in workers where !worker.isIdle && !worker.isBlocked {
        if worker.checkedCompletions == worker.completions, let thread = worker.thread {
          stalled.append(StalledWorker(number: number, completions: worker.completions, thread: thread))
        }
        workers[number]?.checkedCompletions = worker.completions
      }
      return stalled
    }

    /// Replaces threads that are still blocked.
    mutating func replace(_ blockedWorkers: [StalledWorker]) -> [Action] {
      for candidate in blockedWorkers {
        guard let worker = workers[candidate.number], worker.completions == candidate.completions, !worker.isIdle else {
          continue
        }
        workers[candidate.number]?.isBlocked = true
        blocked += 1
      }
      return (0..<min(work.count, max(0, width - running + blocked))).map { _ in assignThread() }
    }
  }
}

/// The state of a thread of this process, from `/proc`.
enum ThreadState {
  /// The calling thread's ID.
  static var current: Int? {
    guard let path = realpath("/proc/thread-self", nil) else { return nil }
    defer { free(path) }
    return String(cString: path).split(separator: "/").last.flatMap { Int($0) }
  }

  /// Names the calling thread, for debuggers. Foundation drops a name that is set before it has stored the handle of a
  /// new thread.
  static func name(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }

  /// Whether the thread is blocked rather than running or runnable.
  static func isBlocked(_ thread: Int) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    // The format is `17 (name) S …`, and the name may contain parentheses.
    guard count > 0, let name = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), name + 2 < count else { return true }
    return buffer[name + 2] != UInt8(ascii: "R")
  }
}

extension Thread {
  /// Blocks all signals except faults, so that the main thread gets them. Also ignores SIGPIPE from TLS writes.
  static func blockSignals() {
    var others = sigset_t()
    sigfillset(&others)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&others, fault) }
    pthread_sigmask(SIG_BLOCK, &others, nil)
  }
}

/// Work that may run the caller's code and block.
package typealias CompletionWork = @Sendable () -> Void

/// Runs the caller's code if no queue was given.
package enum CallbackQueue {
  /// Hundreds of handlers may block at once. The limit protects against handlers that never return.
  private static let threads = CallbackThreads(
    width: max(2, ProcessInfo.processInfo.activeProcessorCount), limit: 1024)

  package static func run(_ completion: @escaping CompletionWork) { threads.run(completion) }
}
