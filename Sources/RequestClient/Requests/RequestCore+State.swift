internal import DequeModule
internal import Foundation

// The state behind the lock.
extension RequestCore {
  typealias Validator = @Sendable (RequestCore, OutgoingRequest?, HTTPResponse) -> Result<Void, any Error>
  typealias DispositionHandler =
    @Sendable (ResponseHead, @escaping @Sendable (ResponseDisposition) -> Void) -> Void

  /// The current work of the request.
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

  /// The step after the current hop.
  enum Continuation {
    /// The response is the final one.
    case conclude
    case redirect(location: String)
    /// Send the message again with credentials.
    case challenge
    /// Send the message again without these headers, which the server does not accept.
    case restart(without: [String])
  }

  /// Numbers pending decisions, so that late ones are ignored.
  typealias Step = Int

  struct State {
    var id: UUID?
    var phase = RequestState.initialized
    var activity = Activity.idle
    var step: Step = 0
    /// The task of the caller's asynchronous code.
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
    /// Number of bytes received of a body that is dropped.
    var droppedSize = 0
    /// The body as received, if it could not be decoded.
    var encodedData: Data?
    var downloadProgress = TransferProgress(completed: 0, total: nil)
    var uploadProgress = TransferProgress(completed: 0, total: nil)
    var error: RequestError?
    /// Why the request was stopped; overrides any other error.
    var stopReason: RequestError?
    var timeline = Timeline()
    var times = RequestTimes()
    var redirects = 0
    var hopCount = 0
    /// Whether a chunk of this hop was refused, so that its transfer needs `resume()`.
    var hasRefusedChunk = false
    var challengeResponse: ChallengeResponse?
    /// Number of responses to challenges with each mechanism, since the attempt began or left an origin. Those with
    /// Digest begin anew with each redirect.
    var challengeCounts: [AuthenticationMechanism: Int] = [:]
    /// The Digest response that the current message has.
    var sentDigest: SentDigest?
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
    var monitors: [QueuedMonitor]
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

  /// Work for the serial executor. It receives the request as a parameter instead of retaining it.
  typealias Job = @Sendable (RequestCore) -> Void
}
