internal import Foundation
internal import Synchronization

/// The processes of a script host, and the jobs waiting for them.
///
/// At most as many jobs compute at the same time as there are processors: more would need further processes without
/// being faster. A job that waits for a response does not compute; one that sleeps in a timer delays others no longer
/// than `Options.patience`. The number of jobs with a process is limited too, and so is the memory of all processes
/// together.
final class HostPool: Sendable {
  fileprivate struct Waiting {
    let run: HostRun
    let turn: AsyncStream<Never>.Continuation
    /// Whether it waits for a processor.
    var isPatient = true
  }

  /// A job with a turn.
  fileprivate struct Running {
    let run: HostRun
    /// `nil` until chosen.
    var process: HostProcess?
  }

  fileprivate struct State {
    let options: ScriptHost.Options
    /// The idle processes, the most recently used last.
    var idle: [HostProcess] = []
    var running: [Running] = []
    var queue: [Waiting] = []
    var isStopped = false
    /// Whether a task monitors the memory of all processes.
    var isWatched = false
  }

  private let options: ScriptHost.Options
  private let state: Mutex<State>

  /// The numbers of idle processes to keep while no job runs, and while some do.
  fileprivate static let kept = 2
  fileprivate static let keptWhileRunning = 16
  /// The maximum number of jobs at the same time. Jobs that sleep in timers may outnumber the processors.
  fileprivate static let runningLimit = 32
  static let processors = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// The interval of memory checks.
  private static let watchInterval = Duration.milliseconds(100)

  init(_ options: ScriptHost.Options) {
    self.options = options
    state = Mutex(State(options: options))
  }

  /// The identifiers of the idle processes, for tests.
  var idleProcesses: [Int32] { state.withLock { $0.idle.compactMap(\.id) } }

  /// The number of jobs waiting for their turn, for tests.
  var waitingJobs: Int { state.withLock(\.queue.count) }

  /// Starts the first process ahead, so that no job waits for it.
  func warm() {
    state.withLock { state in
      let isUnused = state.idle.isEmpty && state.running.isEmpty && state.queue.isEmpty
      if isUnused && !state.isStopped { state.idle.append(HostProcess(options)) }
    }
  }

  /// Ends the idle processes; the others end after their job.
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
  func acquireProcess(for run: HostRun) async throws(ScriptError) -> HostProcess {
    if let turn = state.withLock({ enqueue(run, &$0) }) { await wait(for: turn, of: run) }
    // A cancelled job may have had its turn already.
    defer { if Task.isCancelled { advance() } }
    defer { watchMemory() }
    return try state.withLock { state throws(ScriptError) in
      state.queue.removeAll { $0.run === run }
      if Task.isCancelled {
        state.running.removeAll { $0.run === run }
        throw .cancelled
      }
      let process = state.idleProcess(for: run) ?? HostProcess(options)
      state.running.removeAll { $0.run === run }
      state.running.append(Running(run: run, process: process))
      return process
    }
  }

  /// - Returns: `nil` if the job's turn is now.
  private func enqueue(_ run: HostRun, _ state: inout State) -> AsyncStream<Never>? {
    if state.canRun(run) {
      state.running.append(Running(run: run, process: state.neededProcess(for: run)))
      return nil
    }
    let (turn, continuation) = AsyncStream.makeStream(of: Never.self)
    state.queue.append(Waiting(run: run, turn: continuation))
    return turn
  }

  /// Waits for the turn, or for the cancellation of the job's task.
  private func wait(for turn: AsyncStream<Never>, of run: HostRun) async {
    let patience = Task {
      try? await Task.sleep(for: options.patience)
      state.withLock { state in
        for index in state.queue.indices where state.queue[index].run === run { state.queue[index].isPatient = false }
      }
      advance()
    }
    for await _ in turn {}
    patience.cancel()
  }

  /// Gives waiting jobs their turn while there are processors for them.
  func advance() {
    for turn in state.withLock({ $0.takeTurns() }) { turn.finish() }
  }

  /// Ends a job, and keeps its process if the process can be reused.
  func end(_ run: HostRun, in process: HostProcess) {
    let excess = state.withLock { state in
      state.running.removeAll { $0.run === run }
      if process.isUsable { state.idle.append(process) }
      return state.takeExcess()
    }
    for process in excess { process.close() }
    advance()
  }

  // MARK: Memory

  /// Monitors the memory of all processes while they may exceed their limit together.
  private func watchMemory() {
    let begins = state.withLock { state in
      defer { state.isWatched = state.isWatched || state.mayExceedMemory }
      return !state.isWatched && state.mayExceedMemory
    }
    guard begins else { return }
    Task {
      while state.withLock({ $0.goesOnWatching() }) {
        try? await Task.sleep(for: Self.watchInterval)
        endLargestOfTooMany()
      }
    }
  }

  /// Ends the largest process if all of them exceed their limit.
  private func endLargestOfTooMany() {
    let sizes = state.withLock { $0.idle + $0.running.compactMap(\.process) }.map { (process: $0, bytes: $0.memory) }
    guard sizes.reduce(0, { $0 + $1.bytes }) > options.totalMemory,
      let largest = sizes.max(by: { $0.bytes < $1.bytes })?.process
    else { return }
    state.withLock { $0.idle.removeAll { $0 === largest } }
    largest.fail(.totalMemory(options.totalMemory))
  }
}

extension HostPool.State {
  /// Whether there is a processor for a job, and its process is idle.
  fileprivate func canRun(_ run: HostRun, isPatient: Bool = true) -> Bool {
    let needed = neededProcess(for: run)
    if needed != nil, running.contains(where: { $0.process === needed }) { return false }
    let count = running.count { $0.run.depth == run.depth }
    if count >= (run.depth == 0 ? options.jobs : options.nestedJobs) { return false }
    return running.count { !$0.run.isWaiting } < (isPatient ? HostPool.processors : HostPool.runningLimit)
  }

  /// Whether all processes together may use more memory than their limit.
  fileprivate var mayExceedMemory: Bool {
    !isStopped && (idle.count + running.count) * options.memory > options.totalMemory
  }

  fileprivate mutating func goesOnWatching() -> Bool {
    isWatched = mayExceedMemory
    return isWatched
  }

  fileprivate func neededProcess(for run: HostRun) -> HostProcess? {
    run.process.flatMap { $0.isUsable ? $0 : nil }
  }

  /// Removes the jobs that may run now from the queue.
  fileprivate mutating func takeTurns() -> [AsyncStream<Never>.Continuation] {
    var turns: [AsyncStream<Never>.Continuation] = []
    var index = 0
    while index < queue.count {
      let next = queue[index]
      guard canRun(next.run, isPatient: next.isPatient) else {
        index += 1
        continue
      }
      queue.remove(at: index)
      running.append(HostPool.Running(run: next.run, process: neededProcess(for: next.run)))
      turns.append(next.turn)
    }
    return turns
  }

  /// Takes the process that a job needs, or the most recently used one.
  fileprivate mutating func idleProcess(for run: HostRun) -> HostProcess? {
    let needed = neededProcess(for: run)
    let index = idle.lastIndex { process in
      needed == nil ? !running.contains { $0.process === process && $0.run !== run } : process === needed
    }
    return index.map { idle.remove(at: $0) }
  }

  fileprivate mutating func takeExcess() -> [HostProcess] {
    let limit = isStopped ? 0 : running.isEmpty ? HostPool.kept : HostPool.keptWhileRunning
    let excess = Array(idle.filter { isStopped || !$0.hasSessions }.prefix(max(0, idle.count - limit)))
    defer { idle.removeAll { process in excess.contains { $0 === process } } }
    return excess
  }
}
