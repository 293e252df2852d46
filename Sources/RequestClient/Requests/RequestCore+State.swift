internal import DequeModule
internal import Foundation

extension RequestCore {
  typealias Validator = @Sendable (OutgoingRequest?, HTTPResponse, Data?) -> Result<Void, any Error>

  /// What the request does right now.
  ///
  /// ```
  /// idle ─► preparing ─► transferring ─► deciding ─► concluding ─► concluded
  ///              │            ▲ │           │ next hop
  ///              └─► held ────┘ └───────────┘
  /// ```
  enum Activity {
    case idle
    case preparing
    /// Suspended before this hop began.
    case held(OutgoingRequest)
    /// The hop by its number; its transfer is `nil` until the transport has returned it.
    case transferring(hop: Int, (any Transfer)?)
    /// Between two hops.
    case deciding
    case concluding
    case concluded
  }

  /// What the end of the hop under way leads to.
  enum Continuation {
    /// The answer is the final one.
    case conclude
    case redirect(location: String)
    /// The same message again, with the credentials the answer asks for.
    case challenge
  }

  struct State {
    var phase = RequestState.initialized
    var activity = Activity.idle
    var continuation = Continuation.conclude
    var start = ContinuousClock.now
    /// The message under way, as it goes out.
    var message: OutgoingRequest?
    var head: ResponseHead?
    var data: Data?
    var expectedSize: Int?
    var error: RequestError?
    /// Why it was ended from outside; wins over every other error.
    var stopReason: RequestError?
    var timeline = Timeline()
    var visited: Set<Visit> = []
    var redirects = 0
    var hopCount = 0
    /// Whether this hop had to be paused, which a `resume()` before its transfer was known could not undo.
    var hasRefusedPiece = false
    var credential: Header?
    var isChallengeAnswered = false

    var validators: [Validator] = []
    var headHandlers: [@Sendable (ResponseHead) -> Void] = []
    var progressHandlers: [@Sendable (TransferProgress) -> Void] = []
    var isProgressQueued = false
    /// Handlers that wait for the end.
    var links: [Job] = []
    /// What runs next on the request's own line of execution.
    var jobs = Deque<Job>()
    var isDraining = false
    /// Whether the session keeps the request alive, as it does once there is something to do for it.
    var isRegistered = false
  }

  /// One address asked with one method.
  struct Visit: Hashable {
    var method: HTTPRequest.Method
    var target: String
  }

  /// A step of the request's own line of execution; it is handed the request rather than keeping it alive.
  typealias Job = @Sendable (RequestCore) -> Void
}
