internal import Foundation
internal import Synchronization

/// The processes of a script host, and the jobs that wait for one.
///
/// As many jobs compute at the same time as there are processors: more would need processes and be no faster. A job that
/// waits for an answer does not compute; one that sleeps in a timer delays others no longer than `Options.patience`.
final class HostPool: Sendable {
  fileprivate struct Idle {
    let process: HostProcess
    let since: ContinuousClock.Instant
  }

  fileprivate struct Waiting {
    let run: HostRun
    let turn: AsyncStream<Never>.Continuation
  }

  fileprivate struct State {
    /// The one that has been idle for the longest time is first.
    var idle: [Idle] = []
    var running: [HostRun] = []
    var queue: [Waiting] = []
    /// How many jobs had to wait until the only process was prepared.
    var hurried = 0
    var isStopped = false
  }

  private let options: ScriptHost.Options
  private let state = Mutex(State())

  /// How many processes are kept when no job runs, and while some do.
  fileprivate static let kept = 2
  fileprivate static let keptWhileRunning = 16
  fileprivate static let processors = max(2, ProcessInfo.processInfo.activeProcessorCount)
  /// How long a process prepares itself for its next job, roughly.
  fileprivate static let preparation = Duration.milliseconds(2)
  /// With how many hurried jobs a second process is worth its start.
  fileprivate static let hurry = 50

  init(_ options: ScriptHost.Options) { self.options = options }

  /// The identifiers of the idle processes, for tests.
  var idleProcesses: [Int32] { state.withLock { $0.idle.compactMap(\.process.id) } }

  /// Starts the first process, so that a job need not wait for it.
  func warm() {
    state.withLock { state in
      let isUnused = state.idle.isEmpty && state.running.isEmpty && state.queue.isEmpty
      if isUnused && !state.isStopped { state.idle.append(newProcess()) }
    }
  }

  private func newProcess() -> Idle { Idle(process: HostProcess(options), since: .now) }

  /// Ends the processes that are idle; the others end after their job.
  func stop() {
    let idle = state.withLock { state in
      state.isStopped = true
      defer { state.idle = [] }
      return state.idle
    }
    for idle in idle { idle.process.close() }
  }

  // MARK: Jobs

  /// Waits for the job's turn.
  ///
  /// - Throws: `ScriptError.cancelled`.
  func take(for run: HostRun) async throws(ScriptError) -> HostProcess {
    if let turn = state.withLock({ enqueue(run, &$0) }) { await wait(for: turn, of: run) }
    return try state.withLock { state throws(ScriptError) in
      state.queue.removeAll { $0.run === run }
      if Task.isCancelled {
        state.running.removeAll { $0 === run }
        throw .cancelled
      }
      if !state.running.contains(where: { $0 === run }) { state.running.append(run) }
      return process(&state)
    }
  }

  /// - Returns: `nil` if it is the job's turn now.
  private func enqueue(_ run: HostRun, _ state: inout State) -> AsyncStream<Never>? {
    if state.canRun {
      state.running.append(run)
      return nil
    }
    let (turn, continuation) = AsyncStream.makeStream(of: Never.self)
    state.queue.append(Waiting(run: run, turn: continuation))
    return turn
  }

  /// Ends when the job's task is cancelled, too.
  private func wait(for turn: AsyncStream<Never>, of run: HostRun) async {
    let patience = Task {
      try? await Task.sleep(for: options.patience)
      state.withLock { $0.queue.first { $0.run === run } }?.turn.finish()
    }
    for await _ in turn {}
    patience.cancel()
  }

  private func process(_ state: inout State) -> HostProcess {
    if state.needsSecond() { state.idle.append(newProcess()) }
    guard !state.idle.isEmpty else { return newProcess().process }
    return state.idle.remove(at: state.idle.firstIndex(where: \.process.isReady) ?? 0).process
  }

  /// Lets waiting jobs run, as far as there are processors for them.
  func advance() {
    let turns = state.withLock { state in
      var turns: [AsyncStream<Never>.Continuation] = []
      while !state.queue.isEmpty, state.canRun {
        let next = state.queue.removeFirst()
        state.running.append(next.run)
        turns.append(next.turn)
      }
      return turns
    }
    for turn in turns { turn.finish() }
  }

  /// Ends a job.
  ///
  /// - Parameter process: `nil` if it cannot be used again.
  func end(_ run: HostRun, keeping process: HostProcess?) {
    let excess = state.withLock { state in
      state.running.removeAll { $0 === run }
      if let process { state.idle.append(Idle(process: process, since: .now)) }
      return state.takeExcess()
    }
    for idle in excess { idle.process.close() }
    advance()
  }
}

extension HostPool.State {
  fileprivate var canRun: Bool { running.count { !$0.isWaiting } < HostPool.processors }

  /// Whether jobs come so fast that a second process can prepare itself while the first one works.
  fileprivate mutating func needsSecond() -> Bool {
    let isPreparing = idle.count == 1 && idle[0].since.duration(to: .now) < HostPool.preparation
    guard isPreparing, running.count == 1 else { return false }
    hurried += 1
    return hurried >= HostPool.hurry && !isStopped
  }

  fileprivate mutating func takeExcess() -> [HostPool.Idle] {
    let limit = isStopped ? 0 : running.isEmpty ? HostPool.kept : HostPool.keptWhileRunning
    let count = max(0, idle.count - limit)
    defer { idle.removeFirst(count) }
    return Array(idle.prefix(count))
  }
}
