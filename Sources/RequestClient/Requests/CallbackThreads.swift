internal import DequeModule
internal import Foundation
internal import Synchronization

/// A thread pool for the caller's code, which may block.
///
/// It runs as many threads as there are processors. If work is waiting and a thread is blocked, another thread takes its
/// place, up to a limit, so handlers may wait for one another. Blocking here takes no thread away from Swift's tasks or
/// from Dispatch.
final class CallbackThreads: Sendable {
  private let state: Mutex<State>
  /// Signalled once for each idle thread to wake.
  private let call = DispatchSemaphore(value: 0)
  /// Signalled when there is waiting work and no idle thread.
  private let watch = DispatchSemaphore(value: 0)

  /// In microseconds. A blocked thread is replaced after one to two of these.
  private static let patience: useconds_t = 1000
  /// How long a surplus thread stays idle before it exits.
  private static let surplusStay = DispatchTimeInterval.seconds(1)

  /// - Parameters:
  ///   - width: Number of threads that run at once, not counting blocked ones.
  ///   - limit: Maximum number of threads.
  init(width: Int, limit: Int) {
    state = Mutex(State(width: width, limit: limit))
  }

  /// The current number of threads.
  var count: Int { state.withLock { $0.roster.count } }

  func run(_ completion: @escaping CompletionWork) {
    perform(
      state.withLock { state in
        state.work.append(completion)
        return state.hire()
      })
  }

  private func perform(_ hiring: Hiring) {
    switch hiring {
    case .nobody: break
    case .call: call.signal()
    case .start(let number): startThread { $0.work(as: number) }
    case .startWatch: startThread { $0.watchOver() }
    case .callWatch: watch.signal()
    }
  }

  private func startThread(_ body: @escaping @Sendable (CallbackThreads) -> Void) {
    Thread.detachNewThread {
      Thread.current.name = "RequestCallback"
      Thread.blockSignals()
      body(self)
    }
  }
}

// Worker threads.
extension CallbackThreads {
  private func work(as number: Int) {
    let id = ThreadState.current
    state.withLock { $0.roster[number]?.thread = id }
    while true {
      switch state.withLock({ $0.next(for: number) }) {
      case .run(let completion): completion()
      case .wait: call.wait()
      case .waitAwhile: if !waitsAwhile(number) { return }
      }
      state.withLock { $0.comeToWork(number) }
    }
  }

  /// - Returns: Whether the thread was woken.
  private func waitsAwhile(_ number: Int) -> Bool {
    while call.wait(timeout: .now() + Self.surplusStay) == .timedOut {
      if state.withLock({ $0.leave(number) }) { return false }
    }
    return true
  }
}

// The thread that replaces blocked threads while work is waiting.
extension CallbackThreads {
  private func watchOver() {
    while true {
      usleep(Self.patience)
      let suspects = state.withLock { $0.suspects() }
      guard let suspects else {
        watch.wait()
        continue
      }
      let blocked = suspects.filter { ThreadState.sleeps($0.thread) }
      for hiring in state.withLock({ $0.replace(blocked) }) { perform(hiring) }
    }
  }
}

extension CallbackThreads {
  /// What to do for waiting work, after the lock is released.
  enum Hiring {
    case nobody
    case call
    case start(Int)
    case startWatch, callWatch
  }

  enum NextStep {
    case run(CompletionWork)
    case wait, waitAwhile
  }

  struct Worker {
    /// The kernel's thread ID; `nil` until the thread has started.
    var thread: Int?
    var isIdle = false
    /// The number of work items started.
    var completions = 0
    /// `completions` at the last check.
    var lastLook = -1
    var isBlocked = false
  }

  /// A thread that has been running the same work since the last check.
  struct Suspect {
    var number: Int
    var completions: Int
    var thread: Int
  }

  struct State {
    let width: Int
    let limit: Int
    var work = Deque<CompletionWork>()
    var roster: [Int: Worker] = [:]
    private var lastNumber = 0
    /// Threads that are working or have been woken.
    private var running = 0
    private var blocked = 0
    private var idle = 0
    /// Wake-ups not yet received.
    private var calls = 0
    private var hasWatch = false
    private var isWatched = false

    init(width: Int, limit: Int) {
      self.width = width
      self.limit = limit
    }

    /// Finds a thread for waiting work.
    mutating func hire() -> Hiring {
      if running - blocked >= width { return beWatched() }
      if idle > 0 {
        idle -= 1
        running += 1
        calls += 1
        return .call
      }
      if roster.count >= limit { return .nobody }
      running += 1
      lastNumber += 1
      roster[lastNumber] = Worker()
      return .start(lastNumber)
    }

    private mutating func beWatched() -> Hiring {
      if isWatched { return .nobody }
      isWatched = true
      defer { hasWatch = true }
      return hasWatch ? .callWatch : .startWatch
    }

    /// The thread's next work item.
    mutating func next(for number: Int) -> NextStep {
      if roster[number]?.isBlocked == true {
        roster[number]?.isBlocked = false
        blocked -= 1
      }
      if let completion = work.popFirst() {
        roster[number]?.completions += 1
        return .run(completion)
      }
      roster[number]?.isIdle = true
      running -= 1
      idle += 1
      return idle > width ? .waitAwhile : .wait
    }

    /// Marks an idle thread as working.
    mutating func comeToWork(_ number: Int) {
      guard roster[number]?.isIdle == true else { return }
      roster[number]?.isIdle = false
      calls -= 1
    }

    /// - Returns: `false` if a wake-up is pending.
    mutating func leave(_ number: Int) -> Bool {
      if calls > 0 { return false }
      idle -= 1
      roster[number] = nil
      return true
    }

    /// Threads that have been running the same work since the last check; `nil` if no work is waiting.
    mutating func suspects() -> [Suspect]? {
      if work.isEmpty {
        isWatched = false
        return nil
      }
      var suspects: [Suspect] = []
      for (number, worker) in roster where !worker.isIdle && !worker.isBlocked {
        if worker.lastLook == worker.completions, let thread = worker.thread {
          suspects.append(Suspect(number: number, completions: worker.completions, thread: thread))
        }
        roster[number]?.lastLook = worker.completions
      }
      return suspects
    }

    /// Replaces threads that are still blocked.
    mutating func replace(_ sleepers: [Suspect]) -> [Hiring] {
      for sleeper in sleepers {
        guard let worker = roster[sleeper.number], worker.completions == sleeper.completions, !worker.isIdle else {
          continue
        }
        roster[sleeper.number]?.isBlocked = true
        blocked += 1
      }
      return (0..<min(work.count, max(0, width - running + blocked))).map { _ in hire() }
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

  /// Whether the thread is blocked rather than running or runnable.
  static func sleeps(_ thread: Int) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    // `17 (its name) S …`, and the name may have parentheses.
    guard count > 0, let name = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), name + 2 < count else { return true }
    return buffer[name + 2] != UInt8(ascii: "R")
  }
}

extension Thread {
  /// Blocks all signals except those of faults, so that the main thread gets them. This also ignores SIGPIPE from a TLS
  /// write.
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
  /// Hundreds of handlers may block at once; the limit guards against those that never return.
  private static let threads = CallbackThreads(
    width: max(2, ProcessInfo.processInfo.activeProcessorCount), limit: 1024)

  package static func run(_ completion: @escaping CompletionWork) { threads.run(completion) }
}
