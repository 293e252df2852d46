internal import Glibc
internal import Synchronization

/// The main loop of a process's thread: starts the process, moves frames until it ends, and determines why it ended.
struct HostLoop {
  private let process: HostProcess

  init(_ process: HostProcess) { self.process = process }

  func run() {
    var problem: ScriptError?
    do throws(ScriptError) {
      if let problem = process.wakeUp.problem { throw problem }
      let (pipes, id) = try HostPipes.start(process.options)
      process.channel.withLock { $0.open(pipes) }
      process.state.withLock { $0.id = id }
      while try step() {}
    } catch {
      problem = error
    }
    finish(problem)
  }

  /// The events that the thread waits for.
  private struct Wait {
    /// -1 to read nothing, 0 to wait for the end of the process.
    let reads: Int32
    /// `nil` without a job, or if a task follows the job.
    let deadline: ContinuousClock.Instant?
    let isFollowed: Bool
    let isOver: Bool
    let isKilled: Bool
    let problem: ScriptError?

    init(_ state: HostProcess.State) {
      isFollowed = state.isFollowed
      let canRead = state.run?.canRead ?? true
      let expects = state.run != nil || !state.isReady
      reads = !canRead ? -1 : expects && !isFollowed ? POLLIN : 0
      deadline = state.run == nil || isFollowed ? nil : state.deadline
      isOver = state.isClosed && state.run == nil
      isKilled = state.isKilled
      problem = state.problem
    }

    var timeout: Int32 {
      guard let deadline else { return -1 }
      return Int32(min(ContinuousClock.now.duration(to: deadline).wholeMilliseconds + 1, 1_000_000_000))
    }
  }

  /// Waits for an event, and handles it.
  ///
  /// - Returns: Whether the process may still send messages.
  private func step() throws(ScriptError) -> Bool {
    let wait = process.state.withLock { Wait($0) }
    if let problem = wait.problem { throw problem }
    // It may have been killed before it was started.
    if wait.isKilled { throw .cancelled }
    if wait.isOver { process.channel.withLock { $0.closeInput() } }
    let (pipes, mustWrite, isFull) = process.channel.withLock { ($0.pipes, $0.mustWrite, $0.isFull) }
    var events = [
      pollfd(fd: process.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wait.reads < 0 || isFull ? -1 : pipes.output, events: Int16(max(0, wait.reads)), revents: 0),
      pollfd(fd: mustWrite && !wait.isFollowed ? pipes.input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&events, nfds_t(events.count), wait.timeout)
    if events[0].revents != 0 { process.wakeUp.clear() }
    if let deadline = wait.deadline, deadline <= .now { throw unresponsive }
    if events[2].revents != 0 { process.channel.withLock { $0.write() } }
    return events[1].revents == 0 ? true : try process.read()
  }

  private var unresponsive: ScriptError {
    .unresponsive((process.state.withLock { $0.run?.limits.time } ?? .zero) + HostProcess.grace)
  }

  private func finish(_ problem: ScriptError?) {
    let run = process.state.withLock { state in
      state.hasEnded = true
      return state.run
    }
    let isWithinFrame = process.channel.withLock { channel in
      channel.close()
      return channel.isWithinFrame
    }
    let status = HostEnding.wait(for: process, isKilled: problem != nil)
    let ending = HostEnding(status, isWithinFrame: isWithinFrame)
    run?.end(problem.map { .failed($0) } ?? ending.outcome(process.options, run?.limits ?? ScriptLimits()))
    process.state.withLock { $0.run = nil }
  }
}
