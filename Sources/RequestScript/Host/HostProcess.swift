internal import Foundation
internal import Glibc
internal import RequestBasics
internal import Synchronization

/// A process of the script host, and the thread that reads and writes its pipes.
///
/// The thread starts the process and waits for its end: the process is killed if the thread ends first.
final class HostProcess: Sendable {
  struct State {
    var id: pid_t?
    var run: HostRun?
    var deadline = ContinuousClock.Instant.now
    var outgoing: [UInt8] = []
    /// How much of it is written.
    var written = 0
    /// Whether it has said that it can run jobs.
    var isReady = false
    /// Whether it ends after its job.
    var isClosed = false
    var isKilled = false
    var hasEnded = false
  }

  let options: ScriptHost.Options
  let state = Mutex(State())
  /// Wakes the thread when there is something to write.
  let wakeUp = WakePipe()

  /// How long a process that has reached its limits may take to end itself, and how long it may take to start.
  static let grace = Duration.seconds(1)
  static let startTime = Duration.seconds(10)

  init(_ options: ScriptHost.Options) {
    self.options = options
    let thread = Thread { [self] in
      var loop = HostLoop(self)
      loop.run()
    }
    thread.name = "script-host"
    thread.start()
  }

  var id: pid_t? { state.withLock(\.id) }

  /// Begins a job. The process must be idle.
  func begin(_ run: HostRun, _ frames: [HostFrame]) {
    let hasEnded = state.withLock { state in
      guard !state.hasEnded else { return true }
      let start = !state.isReady ? Self.startTime : .zero
      state.run = run
      state.deadline = .now + start + run.limits.time + Self.grace
      for frame in frames { frame.write(to: &state.outgoing) }
      return false
    }
    if hasEnded { run.end(.notBegun) } else { wakeUp.signal() }
  }

  /// Sends a message of a job, unless that is over.
  func send(_ frame: HostFrame, of run: HostRun) {
    state.withLock { if $0.run === run { frame.write(to: &$0.outgoing) } }
    wakeUp.signal()
  }

  /// Ends the process after its job.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  /// Ends the process at once.
  func kill() {
    state.withLock { state in
      state.isKilled = true
      // Not reaped before it is forgotten: the number is that of no other process.
      if let id = state.id { _ = Glibc.kill(id, SIGKILL) }
    }
    wakeUp.signal()
  }
}
