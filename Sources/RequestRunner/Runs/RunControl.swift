internal import Synchronization

/// Ends a run, from any thread.
package final class RunControl: Sendable {
  private struct State {
    var ending: RunTotals.Ending?
    var isCancelled = false
    var cancels: [Int: @Sendable () -> Void] = [:]
    var number = 0
    /// The number of questions waiting for the user, and the time since when.
    var questions = 0
    var pausedSince: ContinuousClock.Instant?
    var paused = Duration.zero
  }

  private let state = Mutex(State())

  package init() {}

  /// The reason for ending the run early; `nil` while it continues.
  package var ending: RunTotals.Ending? { state.withLock(\.ending) }

  /// Ends the run after the requests in flight. Only the first reason counts.
  package func end(_ ending: RunTotals.Ending) {
    state.withLock { if $0.ending == nil { $0.ending = ending } }
  }

  /// Ends the run immediately, cancelling the requests in flight.
  package func cancel() {
    let cancels = state.withLock { state in
      state.ending = state.ending ?? .interrupted
      state.isCancelled = true
      return state.cancels.values
    }
    for cancel in cancels { cancel() }
  }

  /// Registers work that `cancel` cancels, until `finished` is called with the result.
  func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
    let (number, isLate) = state.withLock { state in
      state.number += 1
      state.cancels[state.number] = cancel
      return (state.number, state.isCancelled)
    }
    if isLate { cancel() }
    return number
  }

  func finished(_ number: Int) { state.withLock { $0.cancels[number] = nil } }

  // MARK: Questions

  /// Pauses the clock of a load while `question` waits for the user.
  package func pausing<Answer>(_ question: () -> Answer) -> Answer {
    state.withLock { state in
      if state.questions == 0 { state.pausedSince = .now }
      state.questions += 1
    }
    defer {
      state.withLock { state in
        state.questions -= 1
        guard state.questions == 0, let since = state.pausedSince else { return }
        state.paused += since.duration(to: .now)
        state.pausedSince = nil
      }
    }
    return question()
  }

  var isPaused: Bool { state.withLock { $0.questions > 0 } }

  /// The total time for which the clock was paused.
  var paused: Duration {
    state.withLock { state in state.paused + (state.pausedSince?.duration(to: .now) ?? .zero) }
  }

  /// Waits for the duration, or until the run is cancelled.
  package func wait(_ duration: Duration) async {
    guard duration > .zero else { return }
    let pause = Task(executorPreference: TaskQueue(label: "workbench.run.pause")) {
      try await Task.sleep(for: duration)
    }
    let number = begin { pause.cancel() }
    _ = await pause.result
    finished(number)
  }
}
