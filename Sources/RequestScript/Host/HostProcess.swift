internal import Foundation
internal import Glibc
internal import Synchronization

/// A process of the script host, and the thread that waits for its end.
///
/// The thread starts the process. If the thread ends first, the process is killed.
final class HostProcess: Sendable {
  struct State {
    var id: pid_t?
    var run: HostRun?
    /// Whether the task that began the job reads the messages of the process, instead of the thread.
    var isFollowed = false
    var deadline = ContinuousClock.Instant.now
    /// Whether it has reported that it can run jobs.
    var isReady = false
    /// The number of requests with a global object in the process.
    var sessionCount = 0
    /// The requests whose global objects are no longer needed.
    var forgotten: [Int] = []
    /// Whether it ends after its job.
    var isClosed = false
    var isKilled = false
    var hasEnded = false
    /// The reason why it cannot be used any longer.
    var problem: ScriptError?
  }

  let options: ScriptHost.Options
  let state = Mutex(State())
  let channel = Mutex(HostChannel())
  /// Held while messages of the process are read and handled.
  private let reading = Mutex(())
  /// Wakes the thread when it has something to do.
  let wakeUp = WakePipe()

  /// The time for a process to end by itself after reaching its limits, and the time for it to start.
  static let grace = Duration.seconds(1)
  static let startTime = Duration.seconds(10)
  /// The time that a task follows its job. A script that ends within it needs no thread switch.
  private static let followed = Duration.milliseconds(2)
  /// The time that it polls instead of sleeping: most tests end sooner than a thread can sleep and wake.
  private static let polled = Duration.microseconds(200)

  init(_ options: ScriptHost.Options) {
    self.options = options
    let thread = Thread { [self] in HostLoop(self).run() }
    thread.name = "script-host"
    thread.start()
  }

  var id: pid_t? { state.withLock(\.id) }

  /// Whether it accepts jobs.
  var isUsable: Bool { state.withLock { !$0.hasEnded && !$0.isClosed && !$0.isKilled } }
  var hasSessions: Bool { state.withLock { $0.sessionCount > 0 } }

  // MARK: Jobs

  /// Drops the session of a request that has ended before all its jobs.
  func dropSession(_ session: ScriptSession) {
    state.withLock { state in
      state.sessionCount -= 1
      state.forgotten.append(session.number)
    }
  }

  /// Begins a job, and waits briefly for its end. The process must be idle.
  func begin(_ run: HostRun) {
    let (hasBegun, isFollowed, forgotten) = state.withLock { state in
      defer { state.forgotten = [] }
      return (state.begin(run), state.isFollowed, state.forgotten)
    }
    guard hasBegun else { return run.end(.notBegun) }
    let frames = run.frames(forgetting: forgotten)
    channel.withLock { $0.add(frames) }
    if isFollowed { follow(run) } else { wakeUp.signal() }
  }

  /// Moves the frames of a short job on this thread.
  private func follow(_ run: HostRun) {
    let start = ContinuousClock.now
    while state.withLock({ $0.run === run }), !run.isWaiting {
      let time = start.duration(to: .now)
      if time >= Self.followed { break }
      let (pipes, mustWrite) = channel.withLock { channel in
        channel.write()
        return (channel.pipes, channel.mustWrite)
      }
      var events = [
        pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: mustWrite ? pipes.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      let polls = time < Self.polled
      poll(&events, nfds_t(events.count), polls ? 0 : 1)
      if events[0].revents != 0 {
        if !canGoOn() { break }
      } else if polls {
        sched_yield()
      }
    }
    let isUnderWay = state.withLock { state in
      state.isFollowed = false
      return state.run != nil
    }
    if isUnderWay { wakeUp.signal() }
  }

  /// Reads messages. The thread handles the end of the process.
  private func canGoOn() -> Bool {
    do throws(ScriptError) { return try read() } catch {
      state.withLock { $0.problem = error }
      return false
    }
  }

  /// Handles the messages of the process in order.
  ///
  /// - Returns: `false` at the end of its output.
  func read() throws(ScriptError) -> Bool {
    try reading.withLock { (_) throws(ScriptError) in
      guard let frames = try channel.withLock({ (channel) throws(ScriptError) in try channel.read() }) else {
        return false
      }
      for frame in frames { try handle(frame) }
      return true
    }
  }

  private func handle(_ frame: HostFrame) throws(ScriptError) {
    if frame.kind == .hello {
      state.withLock { state in
        // The time to start is over. Only once: a script must not extend its time.
        if let run = state.run, !state.isReady { state.deadline = .now + run.limits.time + Self.grace }
        state.isReady = true
      }
      return try HostHello.check(frame.payload)
    }
    guard let run = state.withLock(\.run) else { throw .invalidMessage("no job is running") }
    guard let result = try run.receive(frame) else { return }
    // Update the state before the result is known: the process may get its next job immediately.
    state.withLock { state in
      state.run = nil
      state.isFollowed = false
    }
    run.end(.result(result))
  }

  /// Sends a message of a job, unless the job is over.
  func send(_ frame: HostFrame, of run: HostRun) {
    if state.withLock({ $0.run === run }) { channel.withLock { $0.add([frame]) } }
    wakeUp.signal()
  }

  // MARK: The end

  /// Ends the process after its job.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  /// Kills the process, and ends its job with an error.
  func fail(_ error: ScriptError) {
    state.withLock { $0.problem = error }
    wakeUp.signal()
  }

  /// Its resident memory in bytes; 0 if unknown.
  var memory: Int {
    guard let id, let text = try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8) else { return 0 }
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  func kill() {
    state.withLock { state in
      state.isKilled = true
      // The process is forgotten before it is reaped, so its number is not reused.
      if let id = state.id { _ = Glibc.kill(id, SIGKILL) }
    }
    wakeUp.signal()
  }
}

extension HostProcess.State {
  /// - Returns: `false` if the process has ended.
  fileprivate mutating func begin(_ run: HostRun) -> Bool {
    guard !hasEnded else { return false }
    self.run = run
    isFollowed = isReady
    deadline = .now + (isReady ? .zero : HostProcess.startTime) + run.limits.time + HostProcess.grace
    return true
  }
}
