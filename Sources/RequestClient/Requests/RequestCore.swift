internal import DequeModule
internal import Foundation
internal import Synchronization

/// Internal state of a request: everything that changes, behind one lock, with one terminal transition.
///
/// The caller's code runs as a job or as an asynchronous step, never with the lock held. Jobs run one at a time, in order.
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

  /// Created on first use: it costs a system call.
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

  /// The public request, which holds this object and not the other way round.
  var request: any Request {
    switch kind {
    case .data: DataRequest(self)
    case .download: DownloadRequest(self)
    case .stream: DataStreamRequest(self)
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
    for monitor in state.monitors { monitor.tell(event, of: request) }
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
        // Under the lock, so that the transport sees pauses and resumptions in order.
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

  /// What to do after the lock is released.
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
        // Invalidates the current step, whose result will be ignored.
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

  /// Calls `handler` on `queue`, or directly on the serial executor if there is none.
  static func deliver(on queue: DispatchQueue?, _ handler: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: handler) } else { handler() }
  }
}

extension RequestCore {
  typealias Validator = @Sendable (RequestCore, OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  typealias DispositionHandler =
    @Sendable (ResponseHead, @escaping @Sendable (ResponseDisposition) -> Void) -> Void

  /// What the request is doing.
  ///
  /// ```
  ///             ┌─────────────────── next attempt ───────────────────┐
  ///             ▼                                                    │
  /// idle ─► preparing ─► transferring ─► deciding ─► finishing ─► deciding
  ///             │            ▲ │            │            │
  ///             └─► held ────┘ └────────────┘            └─► concluded
  ///                              next hop
  /// ```
  enum Activity {
    case idle
    /// The message is being created and adapted.
    case preparing
    /// Suspended before this hop started.
    indirect case held(OutgoingRequest)
    /// Transferring a hop; the transfer is `nil` until the transport has returned it.
    case transferring(hop: Int, (any Transfer)?)
    /// The caller's code is deciding how to continue: between hops, or a retrier between attempts.
    case deciding
    /// Validators or serializers are running as jobs.
    case finishing
    case concluded
  }

  /// What follows the current hop.
  enum Continuation {
    /// The response is the final one.
    case conclude
    case redirect(location: String)
    /// Send the message again with credentials.
    case challenge
    /// Send the message again without a range: the partial download is unusable.
    case restart
  }

  /// Numbers pending decisions, so that late ones are ignored.
  typealias Step = Int

  struct State {
    var id: UUID?
    var phase = RequestState.initialized
    var activity = Activity.idle
    var step: Step = 0
    /// The caller's asynchronous code, while it runs.
    var task: Task<Void, Never>?
    var continuation = Continuation.conclude
    weak var session: Session?
    var interceptors: [any RequestInterceptor] = []
    /// See `RefreshScope`.
    var refreshScope: Set<ObjectIdentifier> = []
    var redirector: Redirector
    var credential: Credential?
    /// Whether a redirect of this attempt has led to another origin, which must not get the credential.
    var hasLeftOrigin = false

    /// When the request and the current attempt started.
    var start: ContinuousClock.Instant
    var attemptStart: ContinuousClock.Instant
    var attempt = 0
    /// Whether the current attempt has started a transfer.
    var isOnWire = false
    /// The first message, if it was created eagerly.
    var prepared: Shared<Result<OutgoingRequest, RequestError>>?
    /// The first message of each attempt.
    var attempts: [OutgoingRequest] = []
    /// The current message.
    var message: OutgoingRequest?
    /// Its effective options.
    var options: Shared<TransferOptions>
    var head: ResponseHead?
    /// The body of a data request, or of a response that may not be final.
    var body = ReceivedBody()
    /// The body as received, if it could not be decoded.
    var encodedData: Data?
    var downloadProgress = TransferProgress(completed: 0, total: nil)
    var uploadProgress = TransferProgress(completed: 0, total: nil)
    var error: RequestError?
    /// Why the request was stopped; overrides any other error.
    var stopReason: RequestError?
    var timeline = TransferTimeline()
    var times = RequestTimes()
    /// Messages that this attempt was redirected from.
    var visited: Set<Visit> = []
    /// Cookies from the jar that the current message carries.
    var cookies: String?
    var redirects = 0
    var hopCount = 0
    /// Whether a chunk of this hop was refused, so that its transfer needs `resume()`.
    var hasRefusedChunk = false
    var challengeResponse: ChallengeResponse?
    /// Disposition handlers that have not decided yet.
    var pendingDispositions = 0
    /// Whether the hop has ended and is waiting for them.
    var waitsForDisposition = false
    /// Number of validators that have run on this hop.
    var validatedCount = 0
    /// The body of a redirect that became the final response, until it is delivered.
    var keptBody: Data?

    var chain = Chain()
    var isDownloadProgressQueued = false
    var isUploadProgressQueued = false
    var monitors: [MonitorLine]
    /// The result of the attempt, once it has finished.
    var exchange: CompletedExchange?
    /// Pending jobs of the serial executor.
    var jobs = Deque<Job>()
    var isDraining = false
    /// Whether the session keeps the request alive.
    var isRegistered = false

    init(_ session: Session, redirector: Redirector) {
      self.session = session
      self.redirector = redirector
      monitors = session.parts.monitors
      options = session.parts.options
      start = .now
      attemptStart = start
    }

    /// Starts a new step; results of earlier ones are ignored.
    mutating func nextStep() -> Step {
      step += 1
      return step
    }

    var data: Data? {
      get { body.data }
      set { body = newValue.map { ReceivedBody($0) } ?? ReceivedBody() }
    }

    var hasRetriers: Bool { !interceptors.isEmpty }
    /// The credential that the current server may receive.
    var usableCredential: Credential? { hasLeftOrigin ? nil : credential }
    var isHeldBack: Bool { phase == .suspended || pendingDispositions > 0 }
  }

  /// Handlers and validators. Released at the end without the lock held, because a closure's captures may run code when
  /// they are released.
  struct Chain {
    var validators: [Validator] = []
    var headHandlers: [@Sendable (ResponseHead) -> Void] = []
    var dispositionHandlers: [DispositionHandler] = []
    var downloadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    var uploadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    /// Response handlers.
    var links: [ChainLink] = []
    /// Results of the first links while a retry is still possible.
    var outcomes: [LinkOutcome] = []
    /// Run after the last handler.
    var finishers: [Job] = []

    /// Whether everything left to do may run on the transport's thread.
    var isLight: Bool { validators.isEmpty && finishers.isEmpty && links.allSatisfy(\.isLight) }
  }

  /// Everything that distinguishes one message from another to a server. Sending an equal one again would loop.
  struct Visit: Hashable {
    let method: HTTPRequest.Method
    let target: String
    let headers: HTTPHeaders
    let body: HTTPBody?
    let cookies: String?
    let hasCredential: Bool

    init(of message: OutgoingRequest, cookies: String?, hasCredential: Bool) {
      method = message.method
      target = message.url.target
      headers = message.headers
      body = message.body
      self.cookies = cookies
      self.hasCredential = hasCredential
    }
  }

  /// Work for the serial executor. It receives the request instead of retaining it.
  typealias Job = @Sendable (RequestCore) -> Void
}
