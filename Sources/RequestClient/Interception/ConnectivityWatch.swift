/// Waits for endpoints to be reachable again: one loop for all who wait, which ends with the last of them.
actor ConnectivityWatch {
  private struct Waiter {
    let endpoint: NetworkEndpoint
    /// On the clock.
    let deadline: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let interval: Duration
  private let probe: @Sendable (NetworkEndpoint) async -> Bool
  private let time: ElapsedTime
  private var waiters: [Int: Waiter] = [:]
  private var lastID = 0
  private var loop: Task<Void, Never>?

  init(interval: Duration, time: ElapsedTime, probe: @escaping @Sendable (NetworkEndpoint) async -> Bool) {
    self.interval = interval
    self.time = time
    self.probe = probe
  }

  /// - Returns: Whether it is reachable; `false` when `limit` has passed or the task is cancelled.
  func wait(for endpoint: NetworkEndpoint, atMost limit: Duration) async -> Bool {
    lastID += 1
    let (id, deadline) = (lastID, time.now() + limit)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNew = !waiters.values.contains { $0.endpoint == endpoint }
        waiters[id] = Waiter(endpoint: endpoint, deadline: deadline, continuation: continuation)
        if isNew { beginWatching() }
      }
    } onCancel: {
      // It comes after the waiter, which is entered before the actor takes its next call.
      Task { await self.end(id, with: false) }
    }
  }

  /// A round begins at once: an endpoint that nobody has waited for must not wait for the others' next one.
  private func beginWatching() {
    loop?.cancel()
    loop = Task { await self.watch() }
  }

  private func watch() async {
    while !Task.isCancelled {
      for endpoint in await reachable(Set(waiters.values.map(\.endpoint))) {
        for (id, waiter) in waiters where waiter.endpoint == endpoint { end(id, with: true) }
      }
      let now = time.now()
      for (id, waiter) in waiters where waiter.deadline <= now { end(id, with: false) }
      guard let next = waiters.values.map(\.deadline).min() else { return }
      // Cut short when nobody waits any more, or another loop has begun.
      try? await time.sleep(min(interval, next - now))
    }
  }

  /// All at once, so that a slow one does not hold up the others.
  private func reachable(_ endpoints: Set<NetworkEndpoint>) async -> [NetworkEndpoint] {
    await withTaskGroup(of: NetworkEndpoint?.self) { group in
      for endpoint in endpoints {
        group.addTask { [probe] in await probe(endpoint) ? endpoint : nil }
      }
      var found: [NetworkEndpoint] = []
      for await endpoint in group { if let endpoint { found.append(endpoint) } }
      return found
    }
  }

  private func end(_ id: Int, with isReachable: Bool) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    waiter.continuation.resume(returning: isReachable)
    guard waiters.isEmpty else { return }
    loop?.cancel()
    loop = nil
  }
}
