internal import DequeModule
internal import Dispatch
internal import Synchronization

/// Carries out the steps of a request on its connection, or with the events or lines of its response. Their results are
/// checks of the exchange.
///
/// Messages are looked at on the thread that delivers them, so that a server that sends faster has to wait. Actions run
/// one after another, whichever thread causes them.
final class StepRun: Sendable {
  private struct Work {
    var state: StepState
    var actions = Deque<StepState.Action>()
    var isActing = false

    mutating func next() -> StepState.Action? {
      let action = actions.popFirst()
      isActing = action != nil
      return action
    }
  }

  private let run: RunContext
  private let kind: RequestKind
  /// Whether the messages are parts of a response.
  private var isStream: Bool { !kind.takesMessages }
  /// Whether a part may have a secret that is only known at the end of the response.
  private let hidesDetails: Bool
  private let work: Mutex<Work>
  /// The time limit of the whole exchange.
  private let limit: Duration?
  /// For times, which must not wait for each other.
  private let queue = DispatchQueue(label: "workbench.steps", attributes: .concurrent)

  init(_ resolved: ResolvedRequest, limit: Duration?) {
    run = resolved.run
    kind = resolved.kind
    hidesDetails = !kind.takesMessages && !resolved.knowsSecretsOfEvents
    work = Mutex(Work(state: StepState(resolved.request, StepServices(resolved))))
    self.limit = limit
  }

  /// Takes what has happened on the connection.
  func observe(_ action: ExchangeState.Action) {
    switch action {
    case .phase(.open):
      if let limit { later(.expired(limit), after: max(.zero, limit - run.elapsed)) }
      apply(.opened)
    case .log(.message(let message)):
      let isOwn = message.direction == .sent && !["pong", "close"].contains(message.type)
      apply(isOwn ? .sent : .received(message))
    case .refuse(_, let reason): apply(.unsent(reason))
    default: break
    }
  }

  /// Begins with the head of a response that is a stream.
  func open() { apply(.opened) }

  /// Takes an event or a line of the stream.
  func receive(_ message: LogEvent.Message) { apply(.received(message)) }

  /// Reports the steps that the end of the connection decides, and waits until all results are logged.
  func finish(_ ending: Exchange.Ending) async { await finish(because: reason(of: ending)) }

  /// The same for the end of a response.
  func finish(_ received: ReceivedMessage?) async { await finish(because: received.flatMap(reason(of:))) }

  private func finish(because reason: String?) async {
    await withCheckedContinuation { continuation in
      // Those that act now are done first.
      queue.async(flags: .barrier) { [self] in
        if let reason { apply(.ended(reason)) }
        continuation.resume()
      }
    }
  }

  /// - Returns: `nil` if the steps say nothing about the end: it was cancelled, or no response was received.
  private func reason(of received: ReceivedMessage) -> String? {
    guard let head = received.head else { return nil }
    guard received.isWhole else {
      return received.response.error?.isExplicitlyCancelled == true ? nil : "the connection was lost"
    }
    guard !received.isStream else { return "the stream has ended" }
    let status = "\(head.status) \(head.reason)".trimmingWhitespace
    return "the response is not a stream of events or lines: \(status)"
  }

  /// - Returns: `nil` if the steps say nothing about the end: it was cancelled, or no connection was made.
  private func reason(of ending: Exchange.Ending) -> String? {
    switch ending {
    case .cancelled: return nil
    case .failed: return run.record.exchange.response == nil ? nil : "the connection was lost"
    case .completed:
      guard let response = run.record.exchange.response, !kind.isOpened(by: response.status) else {
        return "the connection has ended"
      }
      let status = "\(response.status) \(response.reason)".trimmingWhitespace
      return "the server did not open the connection: \(status)"
    }
  }

  private func apply(_ input: StepState.Input) {
    let begins = work.withLock { work in
      let actions = work.state.apply(input)
      work.actions += actions
      defer { work.isActing = true }
      return !work.isActing
    }
    guard begins else { return }
    while let action = work.withLock({ $0.next() }) { perform(action) }
  }

  private func perform(_ action: StepState.Action) {
    switch action {
    case .send(let message): _ = run.running.send(message)
    case .close(let reason): if isStream { run.transfers.end() } else { run.running.close(reason) }
    case .timeout(let step, let duration): later(.timeout(step: step), after: duration)
    case .report(let check): report(check)
    case .note(let text): run.warn(text)
    }
  }

  private func report(_ check: LogEvent.Check) {
    var check = check
    if hidesDetails, !check.detail.isEmpty { check.detail = Self.hiddenDetail }
    run.log(.check(check))
  }

  private static let hiddenDetail = "why is not shown, as the response sets a secret variable"

  private func later(_ input: StepState.Input, after duration: Duration) {
    queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in self?.apply(input) }
  }
}

extension ResolvedRequest {
  /// The steps to carry out on the connection in place of typed messages; `nil` without any.
  ///
  /// - Parameter seconds: The time limit of the exchange.
  /// - Throws: The first mistake in a step.
  func stepRun(within seconds: Double?) throws(Failure) -> StepRun? {
    guard !run.job.options.takesMessages, !request.steps.isEmpty else { return nil }
    if let (place, problem) = StepMistake.all(in: request).first {
      throw Failure(.unprepared, "\(place): \(problem)")
    }
    return StepRun(self, limit: seconds.flatMap { $0 > 0 ? .seconds($0) : nil })
  }
}
