internal import Foundation
internal import Synchronization

/// Values that are fetched once, even if several runs need them, and kept until the program ends.
final class SharedFetches<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var kept: [Key: (value: Value, date: Date)] = [:]
    var running: [Key: Fetch] = [:]
    var fetchCount = 0
  }

  private struct Fetch {
    let number: Int
    let task: Task<Value, any Error>
    /// The number of runs waiting for its value.
    var waiting = 1
  }

  private let state = Mutex(State())

  /// The value of an earlier fetch.
  ///
  /// - Parameter maxAge: The maximum age in seconds since the fetch began; `nil` accepts any.
  func kept(_ key: Key, _ maxAge: Double? = nil) -> Value? {
    guard let kept = state.withLock({ $0.kept[key] }) else { return nil }
    let isFresh = maxAge.map { Date().timeIntervalSince(kept.date) < $0 } ?? true
    return isFresh ? kept.value : nil
  }

  /// The value of a running fetch, or of a new one.
  ///
  /// - Parameter kept: The key under which the value is stored.
  func fetch(
    _ key: Key, keptAs kept: Key? = nil, _ fetch: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let running = join(key, kept ?? key, fetch)
    return try await withTaskCancellationHandler {
      try await running.task.value
    } onCancel: {
      leave(key, running)
    }
  }

  private func join(_ key: Key, _ kept: Key, _ fetch: @escaping @Sendable () async throws -> Value) -> Fetch {
    state.withLock { state in
      if let running = state.running[key] {
        state.running[key]?.waiting += 1
        return running
      }
      state.fetchCount += 1
      let (number, date) = (state.fetchCount, Date())
      let task = Task(executorPreference: TaskQueue(label: "workbench.fetch")) { [self] in
        defer { remove(key, number) }
        let value = try await fetch()
        self.state.withLock { $0.kept[kept] = (value, date) }
        return value
      }
      let running = Fetch(number: number, task: task)
      state.running[key] = running
      return running
    }
  }

  private func remove(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.running[key]?.number == number { state.running[key] = nil }
    }
  }

  /// Cancels a fetch once no run waits for it.
  private func leave(_ key: Key, _ fetch: Fetch) {
    let isUnwanted = state.withLock { state in
      guard state.running[key]?.number == fetch.number else { return false }
      state.running[key]?.waiting -= 1
      guard state.running[key]?.waiting == 0 else { return false }
      state.running[key] = nil
      return true
    }
    if isUnwanted { fetch.task.cancel() }
  }
}
