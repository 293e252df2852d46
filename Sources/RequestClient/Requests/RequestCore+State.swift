internal import DequeModule
internal import Foundation

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
    /// The caller's code decides how it goes on: between two hops, or a retrier between two attempts.
    case deciding
    /// Validators or serializers run as jobs.
    case judging
    case concluded
  }

  /// What the end of the hop under way leads to.
  enum Continuation {
    /// The answer is the final one.
    case conclude
    case redirect(location: String)
    /// The same message again, with the credentials the answer asks for.
    case challenge
    /// The same message again, for the whole body: what was to be resumed is gone.
    case restart
  }

  /// Numbers the decisions under way, so that one that comes too late changes nothing.
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
    /// The body: of a data request, or of an answer that may not be the final one.
    var body = ReceivedBody()
    /// The body as received, where it could not be decoded.
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
    var hasRefusedPiece = false
    var answer: ChallengeAnswer?
    /// Handlers that have not said yet whether the body of this hop shall come.
    var pendingDispositions = 0
    /// Whether the hop has ended and waits for them.
    var waitsForDisposition = false
    /// How many validators have looked at the answer of this hop.
    var validatedCount = 0
    /// The body of a redirect that became the final answer, until it may be delivered.
    var keptBody: Data?

    var chain = Chain()
    var isDownloadProgressQueued = false
    var isUploadProgressQueued = false
    var monitors: [MonitorLine]
    /// What handlers get to see, once the attempt is over.
    var exchange: SettledExchange?
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

  /// What the caller hung onto the request. It is let go of at the end, and with no lock held: the end of a closure may
  /// run the caller's code.
  struct Chain {
    var validators: [Validator] = []
    var headHandlers: [@Sendable (ResponseHead) -> Void] = []
    var dispositionHandlers: [DispositionHandler] = []
    var downloadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    var uploadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
    /// Handlers that wait for the end.
    var links: [ChainLink] = []
    /// What the first of them came to, while a retrier may still be asked.
    var outcomes: [LinkOutcome] = []
    /// What is done when the last handler was called.
    var finishers: [Job] = []

    /// Whether all that is left to do may be done on the transport's thread.
    var isLight: Bool { validators.isEmpty && finishers.isEmpty && links.allSatisfy(\.isLight) }
  }

  /// All by which a server can tell one message from another, so that the same one again leads nowhere new.
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
