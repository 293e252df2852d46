internal import DequeModule
public import Foundation
internal import RequestClient
internal import Synchronization

/// A serial executor for one chain, on threads shared by all chains.
final class ChainExecutor: Sendable {
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
    if isIdle { CallbackQueue.run { self.drain() } }
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

extension DispatchQueue {
  /// The default queue for bodies of promises. Never the main queue.
  ///
  /// Stands for a thread pool of the library. Bodies of a chain run serially, and different chains run concurrently.
  /// Bodies may block.
  public static let promises = DispatchQueue(label: "RequestPromises", attributes: .concurrent)
}

extension ChainExecutor {
  /// Runs `body` on `queue` or, if `nil`, immediately on this thread.
  func run(
    on queue: DispatchQueue?, _ deliveries: inout Deliveries,
    _ body: @escaping @Sendable (inout Deliveries) -> Void
  ) {
    guard let queue else { return body(&deliveries) }
    if queue === DispatchQueue.promises {
      async { Deliveries.run(body) }
    } else {
      queue.async { Deliveries.run(body) }
    }
  }
}
