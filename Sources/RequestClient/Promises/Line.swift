internal import DequeModule
internal import Synchronization

/// A chain's line of execution: its jobs run one after another, in order, on threads that all chains share.
final class Line: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    var jobs: Deque<Job> = []
    var isDraining = false
  }

  private let state = Mutex(State())

  func async(_ job: @escaping Job) {
    let isIdle = state.withLock { state in
      state.jobs.append(job)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if isIdle { CallerPool.run { self.drain() } }
  }

  private func drain() {
    while let job = next() { job() }
  }

  private func next() -> Job? {
    state.withLock { state in
      if let job = state.jobs.popFirst() { return job }
      state.isDraining = false
      return nil
    }
  }
}
