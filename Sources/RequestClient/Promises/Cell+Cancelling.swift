internal import Synchronization

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

  /// Asks `action` instead of resolving when cancelled; at once where that has happened.
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
