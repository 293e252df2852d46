internal import Foundation
internal import RequestClient
internal import RequestModel
package import RequestRuns
internal import Synchronization

/// One send of a request, from `start` until `.ended`.
package final class Run: Sendable {
  private enum State {
    case waiting
    case running(Task<Void, Never>)
    case cancelled
  }

  private let context: RunContext
  private let stages: [Stage]
  private let events = RunEvents()
  private let state = Mutex(State.waiting)

  init(_ job: SendEngine.Job, stages: [Stage], services: RunServices, session: SessionVariables) {
    self.stages = stages
    context = RunContext(
      job, services: services, session: session,
      another: { Run($0, stages: stages, services: services, session: session) }
    ) { [events] in events.add($0) }
  }

  /// Starts the run and returns its events. Call it once. The run continues even if the events are not read.
  package func start() -> RunEvents {
    state.withLock { state in
      let isCancelled = if case .cancelled = state { true } else { false }
      let queue = context.queue ?? TaskQueue(label: "workbench.run")
      let task = Task.detached(executorPreference: queue) { [self] in
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        await context.run(stages)
        events.end()
      }
      if !isCancelled { state = .running(task) }
    }
    return events
  }

  /// Cancels the running stage; `.ended` still follows. Does nothing after the end.
  package func cancel() {
    let task = state.withLock { state -> Task<Void, Never>? in
      defer { state = .cancelled }
      if case .running(let task) = state { return task }
      return nil
    }
    task?.cancel()
  }

  /// Cancels the run because the program ends: history says so. With a complete response, the run only goes on to its end.
  package func interrupt() {
    context.interrupt()
    if !context.hasResponse { cancel() }
  }

  /// Completes a login with the redirect of the browser, or the code that it shows.
  ///
  /// - Returns: Whether it belongs to the login.
  package func completeLogin(_ text: String) -> Bool { context.login.complete(text) }

  /// What the scripts of the request said about the way of the run that it belongs to, after the end.
  package var direction: RunDirection { context.direction }

  /// The response with nothing masked, after the end.
  var rawResponse: (head: Response.Head, body: Data)? { context.rawResponse }

  /// The URL that the response came from, after all redirects, with nothing masked.
  var rawURL: String? { context.rawURL }

  /// The fields after the body with nothing masked, after the end.
  var rawTrailers: [Header] { context.rawTrailers }

  /// Why a chain of requests that its scripts run ended, if it was too long.
  var chainFailure: Failure? { context.chainFailure }

  /// Pauses or resumes the transfer.
  package func pause(_ isPaused: Bool) { context.pause(isPaused) }
}
