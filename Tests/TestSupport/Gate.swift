import Foundation
import Synchronization

/// Blocks threads and tasks until a test opens it.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()

  package init() { group.enter() }

  package var isOpen: Bool { state.withLock(\.isOpen) }

  package func open() {
    let tasks: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      if state.isOpen { return nil }
      state.isOpen = true
      defer { state.tasks = [] }
      return state.tasks
    }
    guard let tasks else { return }
    group.leave()
    for task in tasks { task.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.tasks.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks this thread, such as a server's or a dispatch queue's.
  package func waitOnThread() { group.wait() }
}
