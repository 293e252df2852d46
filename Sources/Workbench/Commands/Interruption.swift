import Dispatch
import Glibc
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP while a command runs.
///
/// The first signal cancels the current work, or exits if nothing is running; the second exits at once. Either way the
/// command exits with the code for an interrupt, and no new work starts.
///
/// The same signal twice within `repetition` counts as one: `timeout` signals the process, and then its group.
final class Interruption: Sendable {
  private enum State {
    case idle
    case working(cancel: @Sendable () -> Void)
    case interrupted(by: Int32, since: ContinuousClock.Instant)
  }

  private let state = Mutex(State.idle)

  /// The time in which a repeated signal counts as one.
  private static let repetition = Duration.milliseconds(100)

  init() {
    // Other queues may be blocked by the work to interrupt.
    let queue = DispatchQueue(label: "interruption")
    for number in Self.signals {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // The source keeps itself alive: a released source is cancelled.
      source.setEventHandler { withExtendedLifetime(source) { self.interrupt(by: number) } }
      source.resume()
    }
  }

  /// SIGHUP stays ignored under `nohup`.
  private static let signals: [Int32] = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let ignoresHangup = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    return [SIGINT, SIGTERM] + (ignoresHangup ? [] : [SIGHUP])
  }()

  var isInterrupted: Bool {
    state.withLock { if case .interrupted = $0 { true } else { false } }
  }

  /// Registers work that an interrupt cancels, until `end`.
  ///
  /// Work registered after an interrupt is cancelled at once.
  func begin(cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if case .interrupted = state { return true }
      state = .working(cancel: cancel)
      return false
    }
    if isLate { cancel() }
  }

  func end() {
    state.withLock { if case .working = $0 { $0 = .idle } }
  }

  /// Waits that long, or until an interrupt.
  ///
  /// - Returns: Whether nothing interrupted it.
  func wait(seconds: Double) async -> Bool {
    let pause = Task { try await Task.sleep(for: .seconds(seconds)) }
    begin { pause.cancel() }
    defer { end() }
    return if case .success = await pause.result { true } else { false }
  }

  private func interrupt(by signal: Int32) {
    let former = state.withLock { state in
      defer { if case .interrupted = state {} else { state = .interrupted(by: signal, since: .now) } }
      return state
    }
    let cancel: @Sendable () -> Void
    switch former {
    case .working(let work): cancel = work
    case .interrupted(signal, let time) where time.duration(to: .now) < Self.repetition: return
    // Everything recorded or written has been handed to the system.
    case .idle, .interrupted: _exit(CommandExit.interrupted.rawValue)
    }
    // Cancel on another queue, so that this one can receive the second signal.
    DispatchQueue(label: "interruption.cancel").async(execute: cancel)
  }
}
