internal import Foundation
internal import Synchronization

/// The processes of a script host, and the jobs that wait for one.
///
/// As many jobs compute at the same time as there are processors: more would need processes and be no faster. A job that
/// waits for an answer does not compute; one that sleeps in a timer delays others no longer than `Options.patience`.
final class HostPool: Sendable {
  fileprivate struct Waiting {
    let run: HostRun
    let turn: AsyncStream<Never>.Continuation
  }

  fileprivate struct State {
    /// The one that was used last is last.
    var idle: [HostProcess] = []
    var running: [HostRun] = []
    var queue: [Waiting] = []
    var isStopped = false
  }

  private let options: ScriptHost.Options
  private let state = Mutex(State())

  /// How many processes are kept when no job runs, and while some do.
  fileprivate static let kept = 2
  fileprivate static let keptWhileRunning = 16
  fileprivate static let processors = max(2, ProcessInfo.processInfo.activeProcessorCount)

  init(_ options: ScriptHost.Options) { self.options = options }

  /// The identifiers of the idle processes, for tests.
  var idleProcesses: [Int32] { state.withLock { $0.idle.compactMap(\.id) } }

  /// Starts the first process, so that a job need not wait for it.
  func warm() {
    state.withLock { state in
      let isUnused = state.idle.isEmpty && state.running.isEmpty && state.queue.isEmpty
      if isUnused && !state.isStopped { state.idle.append(HostProcess(options)) }
    }
  }

  /// Ends the processes that are idle; the others end after their job.
  func stop() {
    let idle = state.withLock { state in
      state.isStopped = true
      defer { state.idle = [] }
      return state.idle
    }
    for process in idle { process.close() }
  }

  // MARK: Jobs

  /// Waits for the job's turn.
  ///
  /// - Throws: `ScriptError.cancelled`.
  func take(for run: HostRun) async throws(ScriptError) -> HostProcess {
    if let turn = state.withLock({ enqueue(run, &$0) }) { await wait(for: turn, of: run) }
    // A job that was cancelled may have had its turn already.
    defer { if Task.isCancelled { advance() } }
    return try state.withLock { state throws(ScriptError) in
      state.queue.removeAll { $0.run === run }
      if Task.isCancelled {
        state.running.removeAll { $0 === run }
        throw .cancelled
      }
      if !state.running.contains(where: { $0 === run }) { state.running.append(run) }
      return state.idle.popLast() ?? HostProcess(options)
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
      if let process { state.idle.append(process) }
      return state.takeExcess()
    }
    for process in excess { process.close() }
    advance()
  }
}

extension HostPool.State {
  fileprivate var canRun: Bool { running.count { !$0.isWaiting } < HostPool.processors }

  fileprivate mutating func takeExcess() -> [HostProcess] {
    let limit = isStopped ? 0 : running.isEmpty ? HostPool.kept : HostPool.keptWhileRunning
    let count = max(0, idle.count - limit)
    defer { idle.removeFirst(count) }
    return Array(idle.prefix(count))
  }
}
