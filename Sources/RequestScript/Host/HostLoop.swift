internal import Glibc
internal import RequestBasics
internal import Synchronization

/// What the thread of a process does: it starts the process, moves frames until it ends, and says why it has ended.
struct HostLoop {
  private let process: HostProcess
  private var pipes = HostPipes(input: -1, output: -1)
  private var reader = HostFrameReader()
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  init(_ process: HostProcess) { self.process = process }

  mutating func run() {
    Self.ignoreClosedPipes()
    var problem: ScriptError?
    do throws(ScriptError) {
      let id: pid_t
      (pipes, id) = try HostPipes.start(process.options)
      process.state.withLock { $0.id = id }
      while try step() {}
    } catch {
      problem = error
    }
    finish(problem)
  }

  /// A process that has ended is noticed by what it has said before.
  private static func ignoreClosedPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: Frames

  /// What the thread waits for.
  private struct Wait {
    let canRead: Bool
    let mustWrite: Bool
    /// `nil` without a job.
    let deadline: ContinuousClock.Instant?
    let isOver: Bool
    let isKilled: Bool

    init(_ state: HostProcess.State) {
      canRead = state.run?.canRead ?? true
      mustWrite = state.written < state.outgoing.count
      deadline = state.run == nil ? nil : state.deadline
      isOver = state.isClosed && state.run == nil
      isKilled = state.isKilled
    }

    var timeout: Int32 {
      guard let deadline else { return -1 }
      return Int32(min(ContinuousClock.now.duration(to: deadline).wholeMilliseconds + 1, 1_000_000_000))
    }
  }

  /// Waits for something to do, and does it.
  ///
  /// - Returns: Whether the process may still have something to say.
  private mutating func step() throws(ScriptError) -> Bool {
    let wait = process.state.withLock { Wait($0) }
    // It may have been killed before it was started.
    if wait.isKilled { throw .cancelled }
    if wait.isOver { pipes.closeInput() }
    var events = [
      pollfd(fd: process.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wait.canRead ? pipes.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wait.mustWrite ? pipes.input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&events, nfds_t(events.count), wait.timeout)
    if events[0].revents != 0 { process.wakeUp.clear() }
    if let deadline = wait.deadline, deadline <= .now { throw unresponsive }
    if events[2].revents != 0 { write() }
    return events[1].revents == 0 ? true : try read()
  }

  private var unresponsive: ScriptError {
    .unresponsive((process.state.withLock { $0.run?.limits.time } ?? .zero) + HostProcess.grace)
  }

  private func write() {
    process.state.withLock { state in
      let count = state.outgoing.withUnsafeBytes { bytes in
        Glibc.write(pipes.input, bytes.baseAddress! + state.written, bytes.count - state.written)
      }
      if count > 0 { state.written += count }
      // If nobody reads, the process has ended. What it has said before is still to be read.
      let isGone = count < 0 && errno != EAGAIN && errno != EINTR
      if isGone || state.written == state.outgoing.count { (state.outgoing, state.written) = ([], 0) }
    }
  }

  private mutating func read() throws(ScriptError) -> Bool {
    let count = Glibc.read(pipes.output, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count > 0 else { return false }
    buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    while let frame = try reader.next() { try handle(frame) }
    return true
  }

  private func handle(_ frame: HostFrame) throws(ScriptError) {
    if frame.kind == .hello {
      process.state.withLock { $0.isReady = true }
      return try HostHello.check(frame.payload)
    }
    guard let run = process.state.withLock(\.run) else { throw .invalidMessage("no job is running") }
    guard let result = try run.receive(frame) else { return }
    // Before the result is known: the process may get its next job at once.
    process.state.withLock { $0.run = nil }
    run.end(.result(result))
  }

  // MARK: The end

  private mutating func finish(_ problem: ScriptError?) {
    let run = process.state.withLock { state in
      state.hasEnded = true
      return state.run
    }
    pipes.close()
    let status = HostEnding.wait(for: process, isKilled: problem != nil)
    let ending = HostEnding(status, isWithinFrame: reader.isWithinFrame)
    run?.end(problem.map { .failed($0) } ?? ending.outcome(process.options, run?.limits ?? ScriptLimits()))
    process.state.withLock { $0.run = nil }
  }
}
