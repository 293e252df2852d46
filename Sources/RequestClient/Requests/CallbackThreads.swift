internal import DequeModule
internal import Foundation
internal import Synchronization

/// Threads of the library's own for code of the caller's, which may block.
///
/// As many threads work as there are processors. Where work waits and one of them has been asleep in its own for a
/// moment, it no longer counts and another one takes its place, up to a limit; so handlers may wait for one another. What
/// blocks here keeps no thread from Swift's tasks or from Dispatch.
final class CallbackThreads: Sendable {
  private let state: Mutex<State>
  /// Signalled for each thread that is called to work.
  private let call = DispatchSemaphore(value: 0)
  /// Signalled when work waits that nobody is called for.
  private let watch = DispatchSemaphore(value: 0)

  /// How long a thread may sleep in its work before another one takes its place: at most twice that long.
  private static let patience: useconds_t = 1000
  /// How long a thread stays that is one too many.
  private static let surplusStay = DispatchTimeInterval.seconds(1)

  /// - Parameters:
  ///   - width: Threads that work at once, those that are blocked not counted.
  ///   - limit: Threads in all.
  init(width: Int, limit: Int) {
    state = Mutex(State(width: width, limit: limit))
  }

  /// The threads that there are now.
  var count: Int { state.withLock { $0.roster.count } }

  func run(_ errand: @escaping Errand) {
    perform(
      state.withLock { state in
        state.work.append(errand)
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

// A thread that works.
extension CallbackThreads {
  private func work(as number: Int) {
    let id = ThreadState.current
    state.withLock { $0.roster[number]?.thread = id }
    while true {
      switch state.withLock({ $0.next(for: number) }) {
      case .run(let errand): errand()
      case .wait: call.wait()
      case .waitAwhile: if !waitsAwhile(number) { return }
      }
      state.withLock { $0.comeToWork(number) }
    }
  }

  /// - Returns: Whether somebody called.
  private func waitsAwhile(_ number: Int) -> Bool {
    while call.wait(timeout: .now() + Self.surplusStay) == .timedOut {
      if state.withLock({ $0.leave(number) }) { return false }
    }
    return true
  }
}

// The thread that looks for blocked ones, as long as work waits.
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
