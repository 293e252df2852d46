import Foundation
import Synchronization

/// Blocks threads and tasks until a test opens it.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [UUID: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()

  package init() { group.enter() }

  package var isOpen: Bool { state.withLock(\.isOpen) }

  package func open() {
    let tasks: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      if state.isOpen { return nil }
      state.isOpen = true
      defer { state.tasks = [:] }
      return Array(state.tasks.values)
    }
    guard let tasks else { return }
    group.leave()
    for task in tasks { task.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { wait(as: UUID(), $0) { false } }
  }

  /// Waits in a test that has a time limit, which ends it.
  package func waitWithinTimeLimit() async {
    let id = UUID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait(as: id, $0) { Task.isCancelled } }
    } onCancel: {
      state.withLock { $0.tasks.removeValue(forKey: id) }?.resume()
    }
  }

  private func wait(as id: UUID, _ continuation: CheckedContinuation<Void, Never>, isCancelled: () -> Bool) {
    let isOver = state.withLock { state in
      if state.isOpen || isCancelled() { return true }
      state.tasks[id] = continuation
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Blocks this thread, such as a server's or a dispatch queue's. Tasks share few threads, and so must not be blocked.
  @available(*, noasync)
  package func waitOnThread() { group.wait() }
}
