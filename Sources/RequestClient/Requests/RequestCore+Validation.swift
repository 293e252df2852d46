internal import Foundation
internal import Synchronization

// After an attempt: validating, retrying or settling. All of it runs as jobs.
extension RequestCore {
  /// Validates the response as a job, or immediately if that runs none of the caller's code.
  ///
  /// - Returns: Jobs for the calling thread to run, if any.
  func finishAttemptSoon() -> CompletionWork? {
    enum Turn {
      case now, soon, later
    }
    let turn: Turn = state.withLock { state in
      if state.jobs.isEmpty, !state.isDraining, state.interceptors.isEmpty, state.chain.isLight {
        state.isDraining = true
        return .now
      }
      state.jobs.append { $0.finishAttempt() }
      return Self.beginDraining(&state) ? .soon : .later
    }
    switch turn {
    case .now: finishAttempt()
    case .soon: return { self.drain() }
    case .later: return nil
    }
    let needsDrain = state.withLock { state in
      if !state.jobs.isEmpty { return true }
      state.isDraining = false
      return false
    }
    if !needsDrain { return nil }
    return { self.drain() }
  }

  /// Runs the validators and, if the attempt failed, asks the retriers.
  func finishAttempt() {
    let failure = validate() ?? finishBody()
    enum Next {
      case settle, serialize
      case ask(RequestError, Step)
    }
    let next: Next = state.withLock { state in
      if state.error == nil { state.error = failure }
      if state.stopReason != nil { return .settle }
      if let error = state.error, state.hasRetriers, kind.mayRetry {
        state.activity = .deciding
        return .ask(error, state.nextStep())
      }
      let holds = state.error == nil && state.interceptors.contains(where: \.retriesFailedSerialization)
      return holds && !state.chain.links.isEmpty ? .serialize : .settle
    }
    switch next {
    case .settle: settle()
    case .serialize: serializeNext()
    case .ask(let error, let step):
      askRetriers(error, step) { core, final in
        core.state.withLock { $0.error = final }
        core.enqueue { $0.settle() }
      }
    }
  }

  /// Runs the validators that have not run yet, unless there is an error, and returns the first failure.
  func validate() -> RequestError? {
    let validators = state.withLock { state in
      defer { state.validatedCount = state.chain.validators.count }
      return state.error == nil && state.stopReason == nil ? state.chain.validators[state.validatedCount...] : []
    }
    if validators.isEmpty { return nil }
    let (message, head) = state.withLock { ($0.message, $0.head) }
    guard let response = head?.response else { return nil }
    for validator in validators {
      let failure = Self.failure(of: validator(self, message, response))
      state.withLock { emit(.didValidate(response, failure), $0) }
      if let failure { return failure }
    }
    return nil
  }

  private static func failure(of result: Result<Void, any Error>) -> RequestError? {
    guard case .failure(let error) = result else { return nil }
    if let reason = error as? RequestError.ValidationFailure { return .responseValidationFailed(reason) }
    return .wrapping(error) { .responseValidationFailed(.customValidationFailed($0)) }
  }

  /// Moves a download to its destination.
  private func finishBody() -> RequestError? {
    guard case .download(let file) = kind else { return nil }
    let (head, isWhole) = state.withLock { ($0.head, $0.error == nil && $0.stopReason == nil) }
    guard let head, isWhole else { return nil }
    do {
      let url = try file.moveToDestination(head.response)
      state.withLock { emit(.didFinishDownloading(url), $0) }
      return nil
    } catch {
      return error
    }
  }

  /// The terminal transition: fixes the result and calls the handlers. Runs once, on the serial executor.
  func settle() {
    if let downloadFile {
      let (head, message, first, error) = state.withLock {
        ($0.head, $0.message, $0.attempts.last, $0.stopReason ?? $0.error)
      }
      downloadFile.conclude(head, message, after: first, error)
    }
    let (chain, isStopped) = state.withLock { state in
      state.error = state.stopReason ?? state.error
      state.keptBody = nil
      if state.phase.canTransition(to: .finished) { state.phase = .finished }
      state.activity = .concluded
      state.exchange = nil
      defer { state.chain = Chain() }
      // Released after the lock: releasing a closure may run the caller's code.
      return (state.chain, state.stopReason != nil)
    }
    unregister()
    // After a cancellation, earlier results are discarded.
    let outcomes = isStopped ? [] : chain.outcomes
    for outcome in outcomes { outcome.deliver(self, nil) }
    let links = chain.links.dropFirst(outcomes.count)
    if !links.isEmpty {
      let exchange = completedExchange
      for link in links { link.run(exchange, self) }
    }
    notify { .didFinish }
    for finisher in chain.finishers { finisher(self) }
  }
}

// Retrying.
extension RequestCore {
  private enum Decision: Sendable {
    case retry(after: Duration?)
    case final(RequestError)
  }

  /// Asks each retrier in turn, then waits and begins the next attempt, or calls `orElse` with the final error.
  private func askRetriers(
    _ error: RequestError, _ step: Step, orElse giveUp: @escaping @Sendable (RequestCore, RequestError) -> Void
  ) {
    let (interceptors, session) = state.withLock { ($0.interceptors, $0.session) }
    guard let session else { return stop(because: .sessionDeinitialized) }
    let request = request
    run(step) { () async -> Decision in
      for interceptor in interceptors {
        switch await interceptor.retry(request, for: session, dueTo: error) {
        case .doNotRetry: continue
        case .doNotRetryWithError(let other):
          return .final(.requestRetryFailed(retryError: other, originalError: error))
        case .retry: return .retry(after: nil)
        case .retryWithDelay(let delay): return .retry(after: delay)
        }
      }
      return .final(error)
    } then: { core, decision in
      switch decision {
      case .retry(after: nil): core.nextAttempt(after: error, step)
      case .retry(after: let delay?): core.wait(delay, toRetryAfter: error, step)
      case .final(let final):
        let isCurrent = core.state.withLock { state in
          guard state.step == step else { return false }
          state.activity = .finishing
          return true
        }
        if isCurrent { giveUp(core, final) }
      }
    }
  }

  /// Waits without retaining the session: releasing it ends the request.
  private func wait(_ delay: Duration, toRetryAfter error: RequestError, _ step: Step) {
    let step: Step? = state.withLock { state in state.step == step ? state.nextStep() : nil }
    guard let step else { return }
    run(step) {
      // Throws only if the request was stopped, which makes the step stale.
      try? await Task.sleep(for: delay)
    } then: { core, _ in
      core.nextAttempt(after: error, step)
    }
  }

  private func nextAttempt(after error: RequestError, _ step: Step) {
    let (step, outcomes): (Step?, [LinkOutcome]) = state.withLock { state in
      guard state.step == step else { return (nil, []) }
      emit(.isRetrying(retryCount: state.attempt, dueTo: error), state)
      state.error = nil
      state.head = nil
      state.data = nil
      state.encodedData = nil
      state.exchange = nil
      state.redirects = 0
      state.challengeResponse = nil
      state.challengeCounts = [:]
      state.hasLeftOrigin = false
      state.downloadProgress = TransferProgress(completed: 0, total: nil)
      defer { state.chain.outcomes = [] }
      // Released after the lock, since they may hold the caller's values.
      return (state.nextStep(), state.chain.outcomes)
    }
    withExtendedLifetime(outcomes) {}
    if let step { prepare(step) }
  }
}

// If a failing serializer may cause a retry, no handler is called before all serializers have finished.
extension RequestCore {
  private func serializeNext() {
    while let link = nextLink() {
      let outcome = link.serialize(completedExchange, self)
      let step: Step? = state.withLock { state in
        if outcome.error == nil || state.stopReason != nil {
          state.chain.outcomes.append(outcome)
          return nil
        }
        state.activity = .deciding
        return state.nextStep()
      }
      if let step, let error = outcome.error { return askRetriers(after: outcome, error, step) }
    }
    settle()
  }

  private func nextLink() -> ChainLink? {
    state.withLock { state in
      state.stopReason == nil && state.chain.outcomes.count < state.chain.links.count
        ? state.chain.links[state.chain.outcomes.count] : nil
    }
  }

  private func askRetriers(after outcome: LinkOutcome, _ error: RequestError, _ step: Step) {
    askRetriers(error, step) { core, final in
      let deliver = outcome.deliver
      let replacement = final.isRetryFailure ? final : nil
      core.state.withLock { state in
        state.chain.outcomes.append(LinkOutcome(error: final) { core, _ in deliver(core, replacement) })
      }
      core.enqueue { $0.serializeNext() }
    }
  }
}

// The chain of handlers.
extension RequestCore {
  /// Adds a handler; the first one starts the request if it starts automatically. A handler added after the end gets
  /// the existing result without sending or retrying anything.
  func append(_ link: ChainLink) {
    let (starts, needsDrain) = state.withLock { state in
      register(&state)
      if case .concluded = state.activity {
        state.jobs.append { link.run($0.completedExchange, $0) }
      } else {
        state.chain.links.append(link)
      }
      return (startsWithFirstHandler && state.phase == .initialized, Self.beginDraining(&state))
    }
    if needsDrain { drainSoon() }
    if starts { resume() }
  }

  /// Runs `job` after the last handler, or immediately if that has run. Does not start the request.
  func whenFinished(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      if case .concluded = state.activity { state.jobs.append(job) } else { state.chain.finishers.append(job) }
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// Adds a monitor that receives the current message first and, if the request has ended, of its end.
  func addMonitor(_ monitor: any EventMonitor) {
    let monitor = QueuedMonitor(monitor)
    let request = request
    state.withLock { state in
      if state.hopCount > 0, let message = state.message { monitor.notify(.didCreateTask(message), of: request) }
      if case .concluded = state.activity {
        monitor.notify(.didFinish, of: request)
      } else {
        state.monitors.append(monitor)
      }
    }
  }

  /// Notifies the monitors. Call without the lock.
  func notify(_ event: () -> RequestEvent) {
    let monitors = state.withLock { $0.monitors }
    if monitors.isEmpty { return }
    let (event, request) = (event(), request)
    for monitor in monitors { monitor.notify(event, of: request) }
  }

  /// The result of the finished attempt.
  var completedExchange: CompletedExchange {
    state.withLock { state in
      if let exchange = state.exchange { return exchange }
      let file = downloadFile
      let exchange = CompletedExchange(
        request: state.message, head: state.head, data: state.data, encodedData: state.encodedData, fileURL: file?.url,
        resumeData: file?.resumeData,
        timeline: state.timeline, times: state.times, error: state.stopReason ?? state.error)
      state.exchange = exchange
      return exchange
    }
  }
}
