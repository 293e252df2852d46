internal import Foundation
internal import Synchronization

/// One send of a request, from `start` until `.ended`.
package final class Run: Sendable {
  private enum State {
    case waiting
    case running(Task<Void, Never>)
    case cancelled
  }

  private let context: RunContext
  private let events = RunEvents()
  private let state = Mutex(State.waiting)
  private let end = Mutex(RunDirection())

  init(_ job: SendEngine.Job, services: RunServices, session: SessionVariables) {
    context = RunContext(
      job, services: services, session: session, another: { Run($0, services: services, session: session) }
    ) { [events] in events.add($0) }
    guard job.options.takesMessages else { return }
    context.transfers.follow { [events] in events.isFull }
    // Weak, as the transfers ask the events.
    events.onFullChange { [weak transfers = context.transfers] in transfers?.apply() }
  }

  /// Starts the run and returns its events. Call it once. The run continues even if the events are not read, but a
  /// connection is paused while many messages wait.
  package func start() -> RunEvents {
    state.withLock { state in
      let isCancelled = if case .cancelled = state { true } else { false }
      let queue = context.queue ?? TaskQueue(label: "workbench.run")
      let task = Task.detached(executorPreference: queue) { [self] in
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        await runPipeline()
        events.end()
      }
      if !isCancelled { state = .running(task) }
    }
    return events
  }

  private func runPipeline() async {
    var pipeline = SendPipeline(context)
    let unrecorded = await pipeline.send()
    let direction = pipeline.direction
    end.withLock { $0 = direction }
    context.running.refuse("The exchange has ended")
    context.emit(.ended(context.record.exchange, unrecorded: unrecorded))
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

  /// Cancels the run because the program ends, or for another reason that history records as its failure. If the
  /// response is complete, the run only finishes.
  package func interrupt(because failure: Failure = .interrupted) {
    context.record.interrupt(because: failure)
    if received?.isWhole != true { cancel() }
  }

  /// Completes a login with the redirect of the browser, or the code that it shows.
  ///
  /// - Returns: Whether the text belongs to the login.
  package func completeLogin(_ text: String) -> Bool { context.login.complete(text) }

  /// The effects of the request's scripts on the order of its run, available after the end.
  package var direction: RunDirection { end.withLock(\.self) }

  /// Masks the secrets of another mask, too. Call it before the start.
  func addSecrets(of mask: LiveMask) { context.mask.addSecrets(of: mask) }

  /// The secrets that it knows, for those that use its response. Some are learnt at the end.
  var secrets: Set<String> { context.mask.secrets }

  /// The unmasked response, available after the end.
  var received: ReceivedMessage? { context.record.received }

  /// The failure of a chain of requests run by its scripts, if the chain was too long.
  var chainFailure: Failure? { context.chainFailure }

  // MARK: Input

  /// Sends a message on the exchange, once its connection is open. Logs the message, or reports the reason for not
  /// sending it with `.unsent`.
  @discardableResult package func send(_ message: ChannelMessage) -> SendID { context.running.send(message) }

  /// Ends sending messages, and continues receiving.
  package func finishSending() { context.running.finishSending() }

  /// Closes the connection by its protocol's rules, after the waiting messages. `cancel` does not wait.
  package func close(_ reason: CloseReason? = nil) { context.running.close(reason) }

  /// Ends a response that is a stream: what has arrived is the response.
  package func stopReceiving() { context.transfers.end() }

  package func pause(_ isPaused: Bool) { context.transfers.pause(isPaused) }
}
