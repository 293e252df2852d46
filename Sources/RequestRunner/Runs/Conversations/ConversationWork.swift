internal import Dispatch
internal import Foundation
internal import Synchronization

/// A running load of conversations: connections that stay open, and messages on them whose answers are awaited.
///
///     opening, all connections ─► warm-up and measured time ─► waiting for answers ─► closing
///
/// The clock starts when the last connection is open or has failed. A connection that ends is not replaced.
final class ConversationWork: Sendable {
  struct State {
    var recorder: LoadRecorder
    /// `nil` without a rate: each connection sends its next message when it has the answer.
    var gate: LoadGate?
    var connections: [LoadConnection] = []
    /// The numbers of the open connections, which take turns.
    var open: [Int] = []
    var turn = 0
    /// Connections that are being opened, and those that have not ended.
    var opening = 0
    var running = 0
    var opened = 0
    /// Messages without an answer.
    var inFlight = 0
    var mostInFlight = 0
    var start: ContinuousClock.Instant?
    /// How long the user was asked before the start.
    var pausedBefore = Duration.zero
    /// Whether the connections are closed because the load is over.
    var isClosing = false
  }

  let settings: LoadSettings
  let sending: ConversationSending
  let control: RunControl
  /// Cancels connections.
  let requests = RunControl()
  let state: Mutex<State>
  let signal = DispatchSemaphore(value: 0)
  /// Queues for the connections, which share a few threads.
  private let lanes = (0..<max(1, ProcessInfo.processInfo.activeProcessorCount)).map {
    TaskQueue(label: "workbench.load.\($0)")
  }
  private let queues = (0..<max(1, ProcessInfo.processInfo.activeProcessorCount)).map {
    DispatchQueue(label: "workbench.load.messages.\($0)")
  }
  private let progressQueue = DispatchQueue(label: "workbench.load.progress")

  static let unanswered = "no answer: the connection ended"
  static let allEnded = "All connections have ended — see the errors"

  /// The number of connections that are opened at once.
  private static let openingLimit = 100

  init(_ settings: LoadSettings, _ sending: ConversationSending, _ control: RunControl) {
    self.settings = settings
    self.sending = sending
    self.control = control
    var state = State(recorder: LoadRecorder(settings, names: sending.names))
    if case .rate(let rate) = settings.model { state.gate = LoadGate(settings, rate: rate) }
    self.state = Mutex(state)
  }

  /// The time since the start, without the time the user took to reply to questions; zero before it.
  var elapsed: Duration {
    let (start, before) = state.withLock { ($0.start, $0.pausedBefore) }
    guard let start else { return .zero }
    return start.duration(to: .now) - (control.paused - before)
  }

  /// Whether no more messages are sent.
  var isOver: Bool { control.ending != nil || elapsed >= settings.end }

  /// Ends all connections at once.
  func cancel() {
    requests.cancel()
    signal.signal()
  }

  /// The queue on which the messages of a connection are sent.
  func queue(_ number: Int) -> DispatchQueue { queues[number % queues.count] }

  // MARK: The thread

  /// Runs until the last connection has ended. Blocks the thread.
  func run(reporting progress: @escaping LoadRun.Progress) {
    openAll()
    let (isEmpty, opened) = state.withLock { state in
      (state.start, state.pausedBefore) = (ContinuousClock.now, control.paused)
      return (state.open.isEmpty, state.opened)
    }
    if isEmpty { control.end(.failed(opened == 0 ? "No connection could be opened — see the errors" : Self.allEnded)) }
    if case .users = settings.model {
      for number in state.withLock(\.open) { sendNext(on: number) }
    }
    var tick = LoadWaiting.step
    while true {
      let now = elapsed
      startDue()
      if control.ending == .interrupted { break }
      if control.ending != nil || now >= settings.end, state.withLock({ $0.endIfIdle() }) { break }
      if now >= settings.end + settings.patience {
        expire()
        break
      }
      if now >= tick {
        tell(progress)
        tick = max(tick + LoadWaiting.step, now)
      }
      let due = state.withLock { $0.gate?.wakeTime(at: now) }
      let next = LoadWaiting.wakeTime(now, tick: tick, due: due, settings, control)
      LoadWaiting.wait(next - elapsed, for: signal, control)
    }
    addUnsent()
    closeAll()
    // The summary must be the last line.
    progressQueue.sync {}
  }

  private func openAll() {
    var next = 0
    while control.ending == nil {
      let opening = state.withLock(\.opening)
      if next == settings.connections ?? 0 {
        if opening == 0 { break }
      } else if opening < Self.openingLimit {
        open(next)
        next += 1
        continue
      }
      signal.wait()
    }
  }

  private func open(_ number: Int) {
    let iteration: [String: WorkspaceSender]
    do throws(DataFileError) {
      iteration = try sending.iterations.next(of: sending.iterations.newUser())
    } catch {
      return control.end(.broken(error.description))
    }
    let position = number % sending.plan.items.count
    state.withLock { state in
      state.connections.append(LoadConnection(position: position, messages: sending.messages[position]))
      state.opening += 1
      state.running += 1
    }
    Task.detached(executorPreference: lanes[number % lanes.count]) { [self] in
      let exchange = await sending.send(position, iteration, requests) { [self] run in
        let isLate = state.withLock { state in
          state.connections[number].begin(run)
          return state.isClosing
        }
        // The load was over before the connection began.
        if isLate { run.cancel() }
      } observe: { [self] event in
        observe(event, number)
      }
      ended(number, exchange)
    }
  }

  private func tell(_ progress: @escaping LoadRun.Progress) {
    // A blocked terminal must not delay the messages.
    progressQueue.async { [self] in
      let now = elapsed
      let (report, inFlight) = state.withLock { ($0.recorder.report(at: now, isFinal: false), $0.inFlight) }
      progress(report, inFlight)
    }
  }

  /// Adds messages that were due but could not be sent in time.
  private func addUnsent() {
    guard control.ending == nil else { return }
    let now = elapsed
    state.withLock { $0.recorder.addUnsent(from: &$0.gate, until: now) }
  }

  private func closeAll() {
    let connections = state.withLock { state in
      state.isClosing = true
      return state.connections
    }
    for connection in connections {
      // An open one that does not end is given up after two seconds.
      if connection.phase == .opening { connection.run?.cancel() } else { connection.run?.close() }
    }
    while state.withLock({ $0.running > 0 }) { signal.wait() }
  }

  // MARK: Sending

  /// Sends the messages of a rate that are due.
  private func startDue() {
    while control.ending == nil {
      let now = elapsed
      let due = state.withLock { state -> (number: Int, intended: Duration)? in
        guard !state.open.isEmpty, let arrival = state.gate?.takeNext(at: now) else { return nil }
        state.begin()
        state.turn += 1
        return (state.open[state.turn % state.open.count], arrival.start)
      }
      guard let due else { return }
      queue(due.number).async { [self] in send(on: due.number, intended: due.intended) }
    }
  }

  /// Sends the next message of a connection, unless messages are sent at a rate.
  func sendNext(on number: Int, after delay: Duration = .zero) {
    if case .rate = settings.model { return }
    queue(number).asyncAfter(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1)))) { [self] in
      let begins = !isOver && state.withLock { $0.begin(on: number) }
      if begins { send(on: number, intended: elapsed) } else { signal.signal() }
    }
  }

  private func send(on number: Int, intended: Duration) {
    let sent = LoadConnection.Sent(intended: intended, started: elapsed)
    let (message, run) = state.withLock { state in
      (state.connections[number].takeMessage(for: sent), state.connections[number].run)
    }
    // It ended just now.
    guard let run else { return giveUp(number, .failed(Self.unanswered)) }
    run.send(message)
  }
}

extension ConversationWork.State {
  /// A message is sent.
  fileprivate mutating func begin() {
    inFlight += 1
    mostInFlight = max(mostInFlight, inFlight)
  }

  /// - Returns: Whether a message can be sent on the connection.
  fileprivate mutating func begin(on number: Int) -> Bool {
    guard connections[number].phase == .open, !isClosing else { return false }
    begin()
    return true
  }

  /// - Returns: Whether all messages have their answers. None follows then.
  fileprivate mutating func endIfIdle() -> Bool {
    if inFlight == 0 { isClosing = true }
    return isClosing
  }
}
