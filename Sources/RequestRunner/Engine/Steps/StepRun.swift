internal import Dispatch
internal import RequestModel
internal import ResponseChecks
internal import Synchronization

/// Carries out the steps of a request on its connection. Their results are checks of the exchange.
final class StepRun: Sendable {
  private let run: RunContext
  private let state: Mutex<StepState>
  private let queue = DispatchQueue(label: "workbench.steps")

  init(_ resolved: ResolvedRequest) {
    run = resolved.run
    state = Mutex(StepState(resolved.request, StepServices(resolved)))
  }

  /// Takes what has happened on the connection.
  func observe(_ action: ExchangeState.Action) {
    switch action {
    case .phase(.open): take(.opened)
    case .log(.message(let message)):
      let isOwn = message.direction == .sent && !["pong", "close"].contains(message.type)
      take(isOwn ? .sent : .received(message))
    case .refuse(_, let reason): take(.unsent(reason))
    default: break
    }
  }

  /// Reports the steps that the end of the connection decides, and waits until all results are logged.
  func finish(_ ending: Exchange.Ending) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        if let reason = reason(of: ending) { apply(.ended(reason)) }
        continuation.resume()
      }
    }
  }

  /// - Returns: `nil` if the steps say nothing about the end: it was cancelled, or no connection was made.
  private func reason(of ending: Exchange.Ending) -> String? {
    switch ending {
    case .cancelled: return nil
    case .failed: return run.record.exchange.response == nil ? nil : "the connection was lost"
    case .completed:
      guard let response = run.record.exchange.response, response.status != 101 else {
        return "the connection has ended"
      }
      let status = "\(response.status) \(response.reason)".trimmingWhitespace
      return "the server did not open the connection: \(status)"
    }
  }

  private func take(_ input: StepState.Input) { queue.async { [self] in apply(input) } }

  private func apply(_ input: StepState.Input) {
    let actions = state.withLock { $0.apply(input) }
    for action in actions { perform(action) }
  }

  private func perform(_ action: StepState.Action) {
    switch action {
    case .send(let message): _ = run.running.send(message)
    case .close(let reason): run.running.close(reason)
    case .timeout(let step, let duration):
      queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in
        self?.apply(.timeout(step: step))
      }
    case .report(let check): run.log(.check(check))
    case .note(let text): run.log(.console(LogEvent.ConsoleLine("warn", text)))
    }
  }
}

extension ResolvedRequest {
  /// The steps to carry out on the connection in place of typed messages; `nil` without any.
  ///
  /// - Throws: The first mistake in a step.
  func stepRun() throws(Failure) -> StepRun? {
    guard !run.job.takesMessages, !request.steps.isEmpty else { return nil }
    if let (place, problem) = StepMistake.all(in: request).first {
      throw Failure(.unprepared, "\(place): \(problem)")
    }
    return StepRun(self)
  }
}
