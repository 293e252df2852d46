internal import Synchronization

/// One outcome that comes later: what a promise and a guarantee are made of.
///
///     pending ── resolve ──▶ delivering ── no handler left ──▶ resolved
///
/// The first resolution wins. Handlers run once, in the order they came, with no lock held, and are then let go of.
/// Whoever is to resolve a pending cell keeps it alive, so none is ever freed with handlers in it.
final class Cell<Outcome: Sendable>: Sendable {
  /// `nil` tells that there will be no outcome: nobody is left to give it.
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
  /// What to resolve with when cancelled while there is nobody to ask to stop; `nil` means to wait all the same.
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

  /// Has `handler` told of the outcome; at once where there is one.
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
