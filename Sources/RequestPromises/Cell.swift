internal import DequeModule
internal import Synchronization

/// A future outcome: the storage of promises and guarantees.
///
///     pending ── resolve ──▶ delivering ── no handler left ──▶ resolved
///
/// The first resolution wins. Handlers run once, in the order they came, with no lock held, and are then released.
/// Whoever is to resolve a pending cell keeps it alive, so none is ever freed with handlers in it.
final class Cell<Outcome: Sendable>: Sendable {
  /// `nil` tells that there will be no outcome: no one is left to give it.
  typealias Handler = @Sendable (Outcome?, inout Deliveries) -> Void

  struct State {
    var outcome: Outcome?
    var isResolved = false
    /// Handlers that come now wait for those before them.
    var isDelivering = false
    var handlers: [Handler] = []
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
    var sources: [ObjectIdentifier: any Stoppable] = [:]
  }

  let line: Line
  /// Outcome of a cancellation if there is nothing to stop; `nil` waits anyway.
  let outcomeWhenCancelled: Outcome?
  let state: Mutex<State>

  init(line: Line, outcomeWhenCancelled: Outcome?) {
    self.line = line
    self.outcomeWhenCancelled = outcomeWhenCancelled
    state = Mutex(State())
  }

  init(_ outcome: Outcome, line: Line) {
    self.line = line
    outcomeWhenCancelled = nil
    state = Mutex(State(outcome: outcome, isResolved: true))
  }

  var outcome: Outcome? { state.withLock { $0.outcome } }
  var isResolved: Bool { state.withLock { $0.isResolved } }

  /// - Returns: Whether this was the first resolution.
  @discardableResult
  func resolve(_ outcome: Outcome?, _ deliveries: inout Deliveries) -> Bool {
    let (isFirst, hasHandlers, released) = state.withLock { state in
      if state.isResolved { return (false, false, Released()) }
      state.isResolved = true
      state.outcome = outcome
      state.isDelivering = !state.handlers.isEmpty
      defer { (state.onCancel, state.sources) = (nil, [:]) }
      return (true, state.isDelivering, Released(onCancel: state.onCancel, sources: state.sources))
    }
    if hasHandlers { deliveries.add { self.deliver(outcome, &$0) } }
    withExtendedLifetime(released) {}  // Freed with the lock let go, for a deinit may be the caller's code.
    return isFirst
  }

  @discardableResult
  func resolve(_ outcome: Outcome?) -> Bool {
    var isFirst = false
    Deliveries.run { isFirst = resolve(outcome, &$0) }
    return isFirst
  }

  private func deliver(_ outcome: Outcome?, _ deliveries: inout Deliveries) {
    while true {
      let handlers = state.withLock { state in
        state.isDelivering = !state.handlers.isEmpty
        defer { state.handlers = [] }
        return state.handlers
      }
      if handlers.isEmpty { return }
      for handler in handlers { handler(outcome, &deliveries) }
    }
  }

  /// Calls `handler` with the outcome, immediately if there is one.
  func pipe(_ deliveries: inout Deliveries, to handler: @escaping Handler) {
    let (isReady, outcome) = state.withLock { state in
      let isReady = state.isResolved && !state.isDelivering
      if !isReady { state.handlers.append(handler) }
      return (isReady, state.outcome)
    }
    if isReady { deliveries.add { handler(outcome, &$0) } }
  }

  func pipe(to handler: @escaping Handler) {
    Deliveries.run { pipe(&$0, to: handler) }
  }

  private struct Released {
    var onCancel: (@Sendable () -> Void)?
    var sources: [ObjectIdentifier: any Stoppable] = [:]
  }
}

/// Something that can be asked to stop, and may pass the question on.
protocol Stoppable: AnyObject, Sendable {
  /// - Returns: Who is to be asked next.
  func stop() -> [any Stoppable]
}

extension Stoppable {
  /// Asks this and all that it waits for. Takes no stack for a long chain.
  func cancel() {
    var asked: [any Stoppable] = [self]
    while let next = asked.popLast() { asked += next.stop() }
  }
}

extension Cell: Stoppable {
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func stop() -> [any Stoppable] {
    let (isFirst, action, sources) = state.withLock { state in
      let isFirst = !state.isResolved && !state.isCancelled
      if isFirst { state.isCancelled = true }
      return (isFirst, state.onCancel, Array(state.sources.values))
    }
    guard isFirst else { return [] }
    if let action {
      action()
    } else if sources.isEmpty, let outcomeWhenCancelled {
      resolve(outcomeWhenCancelled)
    }
    return sources
  }

  /// Asks `action` instead of resolving when cancelled; at once if that has happened.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let (isCancelled, released) = state.withLock { state in
      let old = state.onCancel
      if !state.isResolved { state.onCancel = action }
      return (state.isCancelled, old)
    }
    withExtendedLifetime(released) {}  // Freed with the lock let go, for a deinit may be the caller's code.
    if isCancelled { action() }
  }

  /// Passes a cancellation on to `source` until it is forgotten or this is resolved.
  @discardableResult
  func wait(for source: some Stoppable) -> ObjectIdentifier {
    let id = ObjectIdentifier(source)
    let isCancelled = state.withLock { state in
      if !state.isResolved { state.sources[id] = source }
      return state.isCancelled
    }
    if isCancelled { source.cancel() }
    return id
  }

  func forget(_ source: ObjectIdentifier) {
    let source = state.withLock { $0.sources.removeValue(forKey: source) }
    withExtendedLifetime(source) {}  // As above.
  }
}

/// Jobs triggered by a resolution, run in a loop so that long chains use no stack.
struct Deliveries {
  typealias Job = (inout Deliveries) -> Void

  private var jobs: Deque<Job> = []

  mutating func add(_ job: @escaping Job) { jobs.append(job) }

  /// Does `job`, all that it adds, and all that these add.
  static func run(_ job: Job) {
    var deliveries = Deliveries()
    job(&deliveries)
    while let job = deliveries.jobs.popFirst() { job(&deliveries) }
  }
}
