internal import DequeModule
internal import Synchronization

/// A future outcome: the storage of promises and guarantees.
///
///     pending ── resolve ──▶ delivering ── no handler left ──▶ resolved
///
/// The first resolution wins. Handlers run once, in the order added, without the lock held, and are then released. A
/// pending cell is retained by whatever will resolve it, so it is never deallocated with handlers.
final class Cell<Outcome: Sendable>: Sendable {
  /// The outcome is `nil` if the resolver was dropped.
  typealias Handler = @Sendable (Outcome?, inout Deliveries) -> Void

  struct State {
    var outcome: Outcome?
    var isResolved = false
    /// Handlers are running; new ones are queued.
    var isDelivering = false
    var handlers: [Handler] = []
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
    var sources: [ObjectIdentifier: any Stoppable] = [:]
  }

  let executor: ChainExecutor
  /// The outcome of a cancellation if there is nothing to stop; `nil` waits anyway.
  let outcomeWhenCancelled: Outcome?
  let state: Mutex<State>

  init(executor: ChainExecutor, outcomeWhenCancelled: Outcome?) {
    self.executor = executor
    self.outcomeWhenCancelled = outcomeWhenCancelled
    state = Mutex(State())
  }

  init(_ outcome: Outcome, executor: ChainExecutor) {
    self.executor = executor
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
    withExtendedLifetime(released) {}  // Released after the lock: a deinit may run the caller's code.
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

/// Something that can be cancelled and may depend on others.
protocol Stoppable: AnyObject, Sendable {
  /// - Returns: The sources to cancel next.
  func stop() -> [any Stoppable]
}

extension Stoppable {
  /// Stops this and everything it waits for, iteratively, so that long chains use no stack.
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

  /// Calls `action` when cancelled instead of resolving; immediately if already cancelled.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let (isCancelled, released) = state.withLock { state in
      let old = state.onCancel
      if !state.isResolved { state.onCancel = action }
      return (state.isCancelled, old)
    }
    withExtendedLifetime(released) {}  // Released after the lock: a deinit may run the caller's code.
    if isCancelled { action() }
  }

  /// Forwards cancellation to `source` until this is resolved.
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

  func removeSource(_ source: ObjectIdentifier) {
    let source = state.withLock { $0.sources.removeValue(forKey: source) }
    withExtendedLifetime(source) {}  // Released after the lock.
  }
}

/// Jobs triggered by a resolution, run in a loop so that long chains use no stack.
struct Deliveries {
  typealias Job = (inout Deliveries) -> Void

  private var jobs: Deque<Job> = []

  mutating func add(_ job: @escaping Job) { jobs.append(job) }

  /// Runs `job` and, repeatedly, all jobs that were added.
  static func run(_ job: Job) {
    var deliveries = Deliveries()
    job(&deliveries)
    while let job = deliveries.jobs.popFirst() { job(&deliveries) }
  }
}
