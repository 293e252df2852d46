internal import DequeModule
internal import Foundation
internal import Synchronization

/// The library's part of a request: it owns everything that changes, behind one lock, with one terminal transition.
///
/// Everything that may call the caller's code is a job or an asynchronous step: jobs run one after another, in order,
/// off every other thread; neither runs with the lock held.
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

  /// Made when it is first asked for, which is seldom: it costs a visit to the kernel.
  var id: UUID {
    state.withLock { state in
      if let id = state.id { return id }
      let id = UUID()
      state.id = id
      return id
    }
  }

  /// What a request is made with besides its message.
  struct RequestSetup: Sendable {
    var interceptor: (any RequestInterceptor)?
    var redirector: Redirector?
    var shouldAutomaticallyResume: Bool?
  }

  /// The request as callers know it, which keeps this and not the other way round.
  var request: any Request {
    switch kind {
    case .data: DataRequest(self)
    case .download: DownloadRequest(self)
    case .stream: DataStreamRequest(self)
    }
  }

  /// Whoever holds the lock calls this before the request has something to do for others.
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
        // Under the lock, so that pausing and resuming reach the transport in the order they were decided.
        transfer?.resume()
        emit(.didResumeTask, state)
        return .nothing
      case .deciding: return .deliverKeptBody
      case .preparing, .judging, .concluded: return .nothing
      }
    }
    switch next {
    case .nothing: break
    case .prepare(let step): prepare(step)
    case .launch(let message, let step): launch(message, step)
    case .deliverKeptBody: deliverKeptBody()
    }
  }

  /// What there is to do when the lock is open again.
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
        // What is under way ends when it will, and counts no more.
        _ = state.nextStep()
        state.task?.cancel()
        state.task = nil
        state.activity = .judging
        completeTask(&state)
        return true
      case .transferring(_, let transfer):
        transfer?.cancel()
        emit(.didCancelTask, state)
        return false
      case .judging, .concluded: return false  // The job under way looks before its next step.
      }
    }
    if concludes { enqueue { $0.settle() } }
  }
}

// The request's own line of execution.
extension RequestCore {
  func enqueue(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      state.jobs.append(job)
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// Runs the caller's asynchronous code; `job` gets its result, unless the request was stopped meanwhile.
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

  /// - Returns: Whether the caller, who holds the lock, has to call `drainSoon` once it has let go.
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

  /// A handler without a queue runs if it is called: on the request's own line of execution.
  static func deliver(on queue: DispatchQueue?, _ handler: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: handler) } else { handler() }
  }
}

extension RequestCore {
  typealias Validator = @Sendable (RequestCore, OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  typealias DispositionHandler =
    @Sendable (ResponseHead, @escaping @Sendable (ResponseDisposition) -> Void) -> Void

  /// What the request does right now.
  ///
  /// ```
  ///             ┌────────────────── next attempt ──────────────────┐
  ///             ▼                                                  │
  /// idle ─► preparing ─► transferring ─► deciding ─► judging ─► deciding
  ///             │            ▲ │            │           │
  ///             └─► held ────┘ └────────────┘           └─► concluded
  ///                              next hop
  /// ```
  enum Activity {
    case idle
    /// The message is being made and adapted.
    case preparing
    /// Suspended before this hop began.
    indirect case held(OutgoingRequest)
    /// The hop by its number; its transfer is `nil` until the transport has returned it.
    case transferring(hop: Int, (any Transfer)?)
    /// The caller's code decides how to continue: between two hops, or a retrier between two attempts.
    case deciding
    /// Validators or serializers run as jobs.
    case judging
    case concluded
  }

  /// What the end of the hop under way leads to.
  enum Continuation {
    /// The response is the final one.
    case conclude
    case redirect(location: String)
    /// The same message again, with the credentials the response asks for.
    case challenge
    /// The same message again, for the whole body: what was to be resumed is gone.
    case restart
  }

  /// Numbers pending decisions, so that late ones are ignored.
  typealias Step = Int

  struct State {
    var id: UUID?
    var phase = RequestState.initialized
    var activity = Activity.idle
    var step: Step = 0
    /// The caller's asynchronous code under way.
    var task: Task<Void, Never>?
    var continuation = Continuation.conclude
    weak var session: Session?
    var interceptors: [any RequestInterceptor] = []
    /// Where the request was made; see there.
    var refreshScope: Set<ObjectIdentifier> = []
    var redirector: Redirector
    var credential: Credential?
    /// Whether a redirect of this attempt has led to another origin, which never gets the credential.
    var hasLeftOrigin = false

    /// When the request and its present attempt were started.
    var start: ContinuousClock.Instant
    var attemptStart: ContinuousClock.Instant
    var attempt = 0
    /// Whether a hop of the present attempt was handed to the transport.
    var isOnWire = false
    /// What an eager set-up made ahead of the first attempt.
    var prepared: Shared<Result<OutgoingRequest, RequestError>>?
    /// The first message of each attempt.
    var attempts: [OutgoingRequest] = []
    /// The message under way.
    var message: OutgoingRequest?
    /// Those that hold for it.
    var options: Shared<TransferOptions>
    var head: ResponseHead?
    /// The body: of a data request, or of a response that may not be the final one.
    var body = ReceivedBody()
    /// The body as received, if it could not be decoded.
    var encodedData: Data?
    var downloadProgress = TransferProgress(completed: 0, total: nil)
    var uploadProgress = TransferProgress(completed: 0, total: nil)
    var error: RequestError?
    /// Why it was ended from outside; wins over every other error.
    var stopReason: RequestError?
    var timeline = TransferTimeline()
    var times = RequestTimes()
    /// What redirects of this attempt have led away from.
    var visited: Set<Visit> = []
    /// The cookies that the jar gave to the message under way.
    var cookies: String?
    var redirects = 0
    var hopCount = 0
    /// Whether this hop had to be paused, which a `resume()` before its transfer was known could not undo.
    var hasRefusedChunk = false
    var answer: ChallengeAnswer?
    /// Handlers that have not said yet whether the body of this hop should come.
    var pendingDispositions = 0
    /// Whether the hop has ended and waits for them.
    var waitsForDisposition = false
    /// How many validators have looked at the response of this hop.
    var validatedCount = 0
    /// The body of a redirect that became the final response, until it may be delivered.
    var keptBody: Data?

    var chain = Chain()
    var isDownloadProgressQueued = false
    var isUploadProgressQueued = false
    var monitors: [MonitorLine]
    /// The result of the attempt, once it has finished.
    var exchange: CompletedExchange?
    /// What runs next on the request's own line of execution.
    var jobs = Deque<Job>()
    var isDraining = false
    /// Whether the session keeps the request alive, as it does once there is something to do for it.
    var isRegistered = false

    init(_ session: Session, redirector: Redirector) {
      self.session = session
      self.redirector = redirector
      monitors = session.parts.monitors
      options = session.parts.options
      start = .now
      attemptStart = start
    }

    /// Takes the number of a new decision; older ones count no more.
    mutating func nextStep() -> Step {
      step += 1
      return step
    }

    var data: Data? {
      get { body.data }
      set { body = newValue.map { ReceivedBody($0) } ?? ReceivedBody() }
    }

    var hasRetriers: Bool { !interceptors.isEmpty }
    /// What the server of the hop under way may see.
    var usableCredential: Credential? { hasLeftOrigin ? nil : credential }
    var isHeldBack: Bool { phase == .suspended || pendingDispositions > 0 }
  }

  /// What the caller hung onto the request. It is released at the end, and with no lock held: the end of a closure may
  /// run the caller's code.
  struct Chain {
    var validators: [Validator] = []
    var headHandlers: [@Sendable (ResponseHead) -> Void] = []
    var dispositionHandlers: [DispositionHandler] = []
    var downloadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    var uploadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    /// Handlers that wait for the end.
    var links: [ChainLink] = []
    /// The first link's result while a retry is still possible.
    var outcomes: [LinkOutcome] = []
    /// What is done when the last handler was called.
    var finishers: [Job] = []

    /// Whether all that is left to do may be done on the transport's thread.
    var isLight: Bool { validators.isEmpty && finishers.isEmpty && links.allSatisfy(\.isLight) }
  }

  /// Everything a server can tell messages apart by. Sending an equal one again would loop.
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

  /// A step of the request's own line of execution; it is handed the request rather than keeping it alive.
  typealias Job = @Sendable (RequestCore) -> Void
}
