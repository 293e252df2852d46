internal import Dispatch
internal import Foundation
internal import Synchronization

/// A running load: a thread that starts requests when they are due, and tasks that send them.
final class LoadWork: Sendable {
  private struct State {
    var recorder: LoadRecorder
    /// `nil` for users.
    var gate: LoadGate?
    /// The number of running requests of users.
    var inFlight = 0
    var mostInFlight = 0
    /// The number of users that have not ended.
    var users = 0
    /// Whether requests that did not end in time were cancelled.
    var isExpired = false

    var isDone: Bool { users == 0 && (gate?.inFlight ?? 0) == 0 }
    var current: Int { gate?.inFlight ?? inFlight }
  }

  private let settings: LoadSettings
  private let sending: LoadSending
  private let control: RunControl
  /// Cancels requests.
  private let requests = RunControl()
  private let state: Mutex<State>
  private let beginning = ContinuousClock.now
  private let signal = DispatchSemaphore(value: 0)
  /// Queues for the tasks, which share a few threads.
  private let lanes = (0..<max(1, ProcessInfo.processInfo.activeProcessorCount)).map {
    TaskQueue(label: "workbench.load.\($0)")
  }
  private let progressQueue = DispatchQueue(label: "workbench.load.progress")

  init(_ settings: LoadSettings, _ sending: LoadSending, _ control: RunControl) {
    self.settings = settings
    self.sending = sending
    self.control = control
    var state = State(recorder: LoadRecorder(settings, names: sending.names))
    if case .rate(let rate) = settings.model { state.gate = LoadGate(settings, rate: rate) }
    self.state = Mutex(state)
  }

  /// The time since the beginning, without the time the user took to reply to questions.
  private var elapsed: Duration { beginning.duration(to: .now) - control.paused }

  func cancel() {
    requests.cancel()
    signal.signal()
  }

  /// Whether no more requests are started.
  private var isOver: Bool { control.ending != nil || elapsed >= settings.end }

  // MARK: The thread

  /// Runs until the last request has ended. Blocks the thread.
  func run(reporting progress: @escaping LoadRun.Progress) {
    if case .users(let count) = settings.model { startUsers(count) }
    var iteration: [String: WorkspaceSender] = [:]
    var tick = LoadWaiting.step
    while true {
      let now = elapsed
      while control.ending == nil, let arrival = state.withLock({ $0.gate?.takeNext(at: elapsed) }) {
        start(arrival.index, at: arrival.start, &iteration)
      }
      if control.ending != nil || now >= settings.end, state.withLock(\.isDone) { break }
      if now >= settings.end + settings.patience { expire() }
      if now >= tick {
        tell(progress)
        tick = max(tick + LoadWaiting.step, now)
      }
      let due = state.withLock { $0.gate?.wakeTime(at: now) }
      let next = LoadWaiting.wakeTime(now, tick: tick, due: due, settings, control)
      LoadWaiting.wait(next - elapsed, for: signal, control)
    }
    // The summary must be the last line.
    progressQueue.sync {}
    addUnsent()
  }

  private func tell(_ progress: @escaping LoadRun.Progress) {
    // A blocked terminal must not delay the requests.
    progressQueue.async { [self] in
      let (report, inFlight) = state.withLock { ($0.recorder.report(at: elapsed, isFinal: false), $0.current) }
      progress(report, inFlight)
    }
  }

  private func expire() {
    let isNew = state.withLock { state in
      defer { state.isExpired = true }
      return !state.isExpired
    }
    if isNew { requests.cancel() }
  }

  /// Adds requests that were due but could not start in time.
  private func addUnsent() {
    guard control.ending == nil else { return }
    let now = elapsed
    state.withLock { $0.recorder.addUnsent(from: &$0.gate, until: now) }
  }

  // MARK: A rate

  private func start(_ index: Int, at intended: Duration, _ iteration: inout [String: WorkspaceSender]) {
    let position = index % sending.plan.items.count
    if position == 0 || iteration.isEmpty {
      guard let next = nextIteration() else {
        state.withLock { $0.gate?.finished(at: elapsed) }
        return
      }
      iteration = next
    }
    Task.detached(executorPreference: lanes[index % lanes.count]) { [self, iteration] in
      let started = elapsed
      let result = await sending.send(position, iteration, requests)
      let sample = sample(of: result, position, intended: intended, started: started)
      let isAwaited = state.withLock { state in
        state.recorder.add(sample)
        defer { state.gate?.finished(at: sample.ended) }
        return state.gate?.isFull == true
      }
      if isAwaited || isOver { signal.signal() }
    }
  }

  /// - Parameter user: The senders of the user; `nil` at a rate.
  private func nextIteration(of user: [String: WorkspaceSender]? = nil) -> [String: WorkspaceSender]? {
    do throws(DataFileError) {
      return try sending.iterations.next(of: user)
    } catch {
      control.end(.broken(error.description))
      return nil
    }
  }

  // MARK: Users

  private func startUsers(_ count: Int) {
    state.withLock { $0.users = count }
    for number in 0..<count {
      Task.detached(executorPreference: lanes[number % lanes.count]) { [self] in
        let user = sending.iterations.newUser()
        while !isOver, let iteration = nextIteration(of: user) { await follow(iteration) }
        state.withLock { $0.users -= 1 }
        signal.signal()
      }
    }
  }

  /// Runs one user through the plan.
  private func follow(_ iteration: [String: WorkspaceSender]) async {
    var cursor = RunCursor(sending.plan)
    while !isOver, let item = cursor.item {
      let position = sending.position(of: item)
      state.withLock { state in
        state.inFlight += 1
        state.mostInFlight = max(state.mostInFlight, state.inFlight)
      }
      let started = elapsed
      let result = await sending.send(position, iteration, requests)
      let sample = sample(of: result, position, intended: started, started: started)
      state.withLock { state in
        state.recorder.add(sample)
        state.inFlight -= 1
      }
      do throws(RunCursorError) {
        try cursor.advance(result.direction, failed: result.isUnprepared)
      } catch {
        control.end(.failed(error.description))
      }
      let pause = result.isUnprepared ? max(sending.delay, Self.pause) : sending.delay
      await requests.wait(min(pause, settings.end - elapsed))
    }
  }

  /// The pause after a request that could not be sent, so that errors do not use up the processors.
  private static let pause = Duration.milliseconds(100)

  // MARK: Results

  private func sample(
    of result: LoadSending.Result, _ position: Int, intended: Duration, started: Duration
  ) -> LoadSample {
    let isExpired = state.withLock(\.isExpired)
    var sample = LoadSample(
      request: position, intended: intended, started: started, ended: elapsed, bytes: result.bytes,
      isExpired && result.outcome == .cancelled
        ? .failed("no end within \(TimeSpan.text(settings.patience)) after the run") : result.outcome)
    sample.isMeasured = !result.isUnprepared
    return sample
  }

  /// The figures after the end.
  var report: LoadReport {
    var report = state.withLock { state in
      var report = state.recorder.report(at: elapsed)
      report.mostInFlight = state.gate?.mostInFlight ?? state.mostInFlight
      report.heldBack = state.gate?.heldBack ?? 0
      return report
    }
    report.note(control.ending)
    return report
  }
}

extension LoadReport {
  /// Says why the run ended early, if it did.
  mutating func note(_ ending: RunTotals.Ending?) {
    switch ending {
    case .interrupted: isInterrupted = true
    case .failed(let sentence): problem = sentence
    case .broken(let sentence): (problem, isFileBroken) = (sentence, true)
    case .bailed, .stopped, nil: break
    }
  }
}
