import Synchronization

/// Collects values from any thread. A test can wait for a number of them.
package final class Recorder<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var values: [Value] { state.withLock(\.values) }

  package func record(_ value: Value) { _ = recordNumbered(value) }

  /// - Returns: The number of values before.
  package func recordNumbered(_ value: Value) -> Int {
    let (count, ready): (Int, [CheckedContinuation<Void, Never>]) = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      defer { state.waiters.removeAll { $0.count <= count } }
      return (count, state.waiters.filter { $0.count <= count }.map(\.continuation))
    }
    for waiter in ready { waiter.resume() }
    return count - 1
  }

  /// Waits until there are `count` values and returns them.
  package func values(count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.values.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
    return values
  }
}
