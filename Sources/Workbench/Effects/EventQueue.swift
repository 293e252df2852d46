import Dispatch
import Synchronization

/// The queue of events. Any thread sends; the loop receives.
///
/// Keys that are pressed while files change wait for the events of the change: they are meant for what it shows.
final class ProgramQueue: Sendable {
  private struct State {
    var pending: [ProgramEvent] = []
    /// Keys, pastes and clicks that wait for a change of files.
    var held: [ProgramEvent] = []
    /// The number of changes under way.
    var changes = 0
    /// Whether they take so long that input no longer waits.
    var isSlow = false
    /// Counts the times that input has begun to wait.
    var holds = 0
    /// Whether a change has ended whose events were not received yet.
    var hasEnded = false

    /// Puts the input that has waited after all other events, and what came later after it.
    mutating func release() {
      let later = pending.filter(\.isInput)
      pending = pending.filter { !$0.isInput } + held + later
      (held, hasEnded) = ([], true)
    }
  }

  private let state = Mutex(State())
  private let wake: AsyncStream<Void>.Continuation
  private let timers = DispatchQueue(label: "workbench.input")
  /// Yields once per batch of events.
  let wakes: AsyncStream<Void>

  /// How long input waits at most for a change of files.
  private static let patience = DispatchTimeInterval.milliseconds(250)

  init() {
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ event: ProgramEvent) { send(contentsOf: CollectionOfOne(event)) }

  /// Sends events that are received in one batch.
  func send(contentsOf events: some Sequence<ProgramEvent> & Sendable) {
    state.withLock { state in
      for event in events where !Self.join(event, to: &state.pending) { state.pending.append(event) }
    }
    wake.yield()
  }

  /// Adds messages and results to waiting ones, so that a flood of both is two events for each frame.
  private static func join(_ event: ProgramEvent, to pending: inout [ProgramEvent]) -> Bool {
    guard let new = LoggedEvents(event) else { return false }
    for index in pending.indices.suffix(2).reversed() {
      guard var all = LoggedEvents(pending[index]), (all.workspace, all.id) == (new.workspace, new.id) else {
        return false
      }
      guard all.areResults == new.areResults else { continue }
      // Leaves the array with one owner, so that it is not copied.
      pending.remove(at: index)
      all.events += new.events
      pending.insert(all.event, at: index)
      return true
    }
    return false
  }

  /// Shows a notice.
  func tell(_ kind: Notice.Kind, _ sentence: String) { send(.terminal(.notice(Notice(kind, sentence)))) }

  func drain() -> [ProgramEvent] {
    state.withLock { state in
      defer { (state.pending, state.hasEnded) = ([], false) }
      return state.pending
    }
  }

  func finish() { wake.finish() }

  // MARK: Changes of files

  func beginChange() { state.withLock { $0.changes += 1 } }

  /// Ends a change whose events were sent. Input that has waited follows them.
  func endChange() {
    state.withLock { state in
      state.changes -= 1
      guard state.changes == 0 else { return }
      if state.isSlow { state.pending.append(.slowChange(false)) }
      state.isSlow = false
      state.release()
    }
    wake.yield()
  }

  /// Whether input has to wait for the events of a change.
  var isChanging: Bool { state.withLock { $0.hasEnded || $0.changes > 0 && !$0.isSlow } }

  /// Holds input until the changes under way have ended, or have taken too long.
  func hold(_ event: ProgramEvent) {
    let begun = state.withLock { state -> Int? in
      guard state.changes > 0, !state.isSlow else {
        state.pending.append(event)
        return nil
      }
      state.held.append(event)
      guard state.held.count == 1 else { return nil }
      state.holds += 1
      return state.holds
    }
    if let begun {
      timers.asyncAfter(deadline: .now() + Self.patience) { [self] in giveUp(begun) }
    } else {
      wake.yield()
    }
  }

  private func giveUp(_ hold: Int) {
    state.withLock { state in
      guard state.holds == hold, !state.held.isEmpty else { return }
      state.isSlow = true
      state.pending.append(.slowChange(true))
      state.release()
    }
    wake.yield()
  }
}

/// Sends the events of one workspace, so that the runners of its effects need not know about other workspaces.
struct EventQueue: Sendable {
  let program: ProgramQueue
  let workspace: WorkspaceNumber
  /// The events of the work on this thread that are sent when it ends.
  @TaskLocal private static var held: HeldEvents?

  func send(_ event: Event) {
    let event = ProgramEvent.workspace(workspace, event)
    if Self.held?.add(event) != true { program.send(event) }
  }

  /// Shows a notice.
  func tell(_ kind: Notice.Kind, _ sentence: String) { send(.notice(Notice(kind, sentence))) }

  /// Sends the events of work in one batch when it ends: no key is handled between them.
  func together(_ work: () throws -> Void) rethrows {
    let held = HeldEvents()
    defer { program.send(contentsOf: held.end()) }
    try Self.$held.withValue(held, operation: work)
  }
}

/// The events of work that has not ended.
final class HeldEvents: Sendable {
  private let events = Mutex<[ProgramEvent]?>([])

  /// - Returns: Whether the event was added: a task can outlive the work that made it.
  func add(_ event: ProgramEvent) -> Bool { events.withLock { $0?.append(event) } != nil }

  func end() -> [ProgramEvent] { events.withLock { $0.take() } ?? [] }
}

/// Messages or results of a running exchange. The order of the one among the other does not matter.
private struct LoggedEvents {
  let workspace: WorkspaceNumber
  let id: ExchangeID
  let areResults: Bool
  var events: [LogEvent]

  init?(_ event: ProgramEvent) {
    guard case .workspace(let workspace, .exchange(let id, let event)) = event else { return nil }
    switch event {
    case .messages(let events): (areResults, self.events) = (false, events)
    case .results(let events): (areResults, self.events) = (true, events)
    default: return nil
    }
    (self.workspace, self.id) = (workspace, id)
  }

  var event: ProgramEvent { .workspace(workspace, .exchange(id, areResults ? .results(events) : .messages(events))) }
}

extension ProgramEvent {
  /// Whether it is a key, a paste or a click.
  fileprivate var isInput: Bool { if case .terminal(.input) = self { true } else { false } }
}
