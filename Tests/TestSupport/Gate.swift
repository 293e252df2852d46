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

  /// Ends when the task is cancelled, too: a test that has reached its time limit must not wait for ever.
  package func wait() async {
    let id = UUID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOpen && !Task.isCancelled { state.tasks[id] = continuation }
          return state.tasks[id] == nil
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.tasks.removeValue(forKey: id) }?.resume()
    }
  }

  /// Blocks this thread, such as a server's or a dispatch queue's.
  package func waitOnThread() { group.wait() }
}
