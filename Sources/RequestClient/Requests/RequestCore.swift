internal import DequeModule
internal import Foundation
internal import Synchronization

/// Internal state of a request, guarded by one lock, with one terminal transition.
///
/// The caller's code runs as a job or as an asynchronous step, never with the lock held. Jobs run one at a time, in
/// order.
public final class RequestCore: Sendable {
  let kind: RequestKind
  let parts: SessionParts
  let startsWithFirstHandler: Bool
  let convertible: any RequestConvertible
  let state: Mutex<State>

  init(_ convertible: any RequestConvertible, kind: RequestKind, setup: RequestSetup, session: Session) {
    self.kind = kind
    self.convertible = convertible
    let parts = session.parts
    self.parts = parts
    startsWithFirstHandler = setup.shouldAutomaticallyResume ?? parts.configuration.startRequestsImmediately
    state = Mutex(State(session, redirector: setup.redirector ?? parts.configuration.redirector))
    if parts.configuration.interceptor == nil, setup.interceptor == nil, parts.configuration.requestSetup == .lazy {
      return
    }
    let prepared = parts.configuration.requestSetup == .eager ? Shared(Self.message(of: convertible)) : nil
    let interceptors = [parts.configuration.interceptor, setup.interceptor].compactMap(\.self)
    state.withLock { state in
      state.prepared = prepared
      state.interceptors = interceptors
      if !interceptors.isEmpty { state.refreshScope = RefreshScope.current }
    }
  }

  var configuration: SessionConfiguration { parts.configuration }

  /// Created on first use, because it costs a system call.
  var id: UUID {
    state.withLock { state in
      if let id = state.id { return id }
      let id = UUID()
      state.id = id
      return id
    }
  }

  /// Arguments of a request besides its message.
  struct RequestSetup: Sendable {
    var interceptor: (any RequestInterceptor)?
    var redirector: Redirector?
    var shouldAutomaticallyResume: Bool?
  }

  /// Creates the public request, which retains this object.
  var request: any Request {
    switch kind {
    case .data: DataRequest(self)
    case .download: DownloadRequest(self)
    case .stream: DataStreamRequest(self)
    case .webSocket(let hub): WebSocketRequest(self, hub)
    }
  }

  /// Keeps the request alive until it has finished. Called with the lock held.
  func register(_ state: inout State) {
    if state.isRegistered || state.phase == .cancelled || state.phase == .finished { return }
    state.isRegistered = true
    parts.active.add(self)
  }

  func unregister() { parts.active.remove(self) }

  /// May be called with the lock held; callbacks run after it is released.
  func emit(_ event: @autoclosure () -> RequestEvent, _ state: borrowing State) {
    if state.monitors.isEmpty { return }
    let (event, request) = (event(), request)
    for monitor in state.monitors { monitor.notify(event, of: request) }
  }
}

// Starting and stopping.
extension RequestCore {
  func resume() {
    let next: Resumption = state.withLock { state in
      guard state.phase.canTransition(to: .resumed) else { return .nothing }
      register(&state)
      state.phase = .resumed
      emit(.didResume, state)
      switch state.activity {
      case .idle:
        state.start = .now
        state.activity = .preparing
        return .prepare(state.nextStep())
      case .held(let message):
        state.activity = .preparing
        return .launch(message, state.nextStep())
      case .transferring(_, let transfer):
        if state.isHeldBack { return .nothing }
        // Called with the lock held, so that the transport sees pauses and resumptions in order.
        transfer?.resume()
        emit(.didResumeTask, state)
        return .nothing
      case .deciding: return .deliverKeptBody
      case .preparing, .finishing, .concluded: return .nothing
      }
    }
    switch next {
    case .nothing: break
    case .prepare(let step): prepare(step)
    case .launch(let message, let step): launch(message, step)
    case .deliverKeptBody: deliverKeptBody()
    }
  }

  /// The work to do after the lock is released.
  private enum Resumption {
    case nothing, deliverKeptBody
    case prepare(Step)
    indirect case launch(OutgoingRequest, Step)
  }

  func suspend() {
    state.withLock { state in
      guard state.phase.canTransition(to: .suspended) else { return }
      state.phase = .suspended
      emit(.didSuspend, state)
      guard case .transferring(_, let transfer?) = state.activity else { return }
      transfer.pause()
      emit(.didSuspendTask, state)
    }
  }

  /// Ends the request from outside; its handlers get `reason`. Does nothing once it has ended.
  func stop(because reason: RequestError) {
    let concludes: Bool = state.withLock { state in
      guard state.phase.canTransition(to: .cancelled) else { return false }
      let isCancel = !reason.isSessionDeinitialized
      state.phase = isCancel ? .cancelled : .finished
      state.stopReason = reason
      if isCancel { emit(.didCancel, state) }
      switch state.activity {
      case .idle, .held, .preparing, .deciding:
        // Invalidates the current step; its result will be ignored.
        _ = state.nextStep()
        state.task?.cancel()
        state.task = nil
        state.activity = .finishing
        completeTask(&state)
        return true
      case .transferring(_, let transfer):
        transfer?.cancel()
        emit(.didCancelTask, state)
        return false
      case .finishing, .concluded: return false  // The running job checks `stopReason`.
      }
    }
    if concludes { enqueue { $0.settle() } }
  }
}

// The request's serial executor.
extension RequestCore {
  func enqueue(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      state.jobs.append(job)
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// Runs the caller's asynchronous code, then `job` with its result unless the request was stopped.
  func run<Value: Sendable>(
    _ step: Step, _ work: @escaping @Sendable () async -> Value,
    then job: @escaping @Sendable (RequestCore, Value) -> Void
  ) {
    let scope = state.withLock { $0.refreshScope }
    let task = Task { [self] in
      let value = scope.isEmpty ? await work() : await RefreshScope.$current.withValue(scope, operation: work)
      let isCurrent = state.withLock { state in
        guard state.step == step else { return false }
        state.task = nil
        return true
      }
      if isCurrent { job(self, value) }
    }
    let isStale = state.withLock { state in
      guard state.step == step else { return true }
      state.task = task
      return false
    }
    if isStale { task.cancel() }
  }

  /// - Returns: Whether to call `drainSoon` after releasing the lock.
  static func beginDraining(_ state: inout State) -> Bool {
    if state.isDraining || state.jobs.isEmpty { return false }
    state.isDraining = true
    return true
  }

  func drainSoon() { CallbackQueue.run { self.drain() } }

  func drain() {
    while let job = nextJob() { job(self) }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      if let job = state.jobs.popFirst() { return job }
      state.isDraining = false
      return nil
    }
  }

  /// Calls `handler` on `queue` or, without a queue, directly on the serial executor.
  static func deliver(on queue: DispatchQueue?, _ handler: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: handler) } else { handler() }
  }
}
