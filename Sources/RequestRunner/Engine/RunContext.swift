internal import Foundation
internal import RequestClient
package import RequestModel
package import RequestRuns
internal import RequestScript
internal import Synchronization

/// The state shared by the stages of a run.
package final class RunContext: Sendable {
  private struct State {
    var request: SavedRequest
    var inputs: Shared<RunInputs>?
    var fetched = FetchedValues()
    var assembled: (RequestAssembly, PreparedRequest)?
    var redirector: Redirector?
    var received: ReceivedMessage?
    /// Unmasked messages, checks and console lines.
    var logged: [LogEvent] = []
    var ending: Outcome?
    /// The cached exchange, the version of the mask it was made with, and how many of `logged` it has.
    var exchange: (version: Int, logged: Int, exchange: Exchange)?
    var keepsHistory = true
    var unrecorded: String?
    var transfer: (any Request)?
    var isPaused = false
    /// Whether the program ends.
    var isInterrupted = false
    /// The assembled request before its credentials were added.
    var unauthenticated: (RequestAssembly, PreparedRequest)?
    var lacksToken = false
    var direction = RunDirection()
    var hasScriptedURL = false
    var scriptSession: ScriptSession?
    var chainFailure: Failure?
    /// Messages beside the request itself, with nothing masked.
    var earlierHops: [Timeline.Hop] = []
    /// When the transfer began, where there are earlier hops.
    var transferStart = Duration.zero
  }

  package let job: SendEngine.Job
  package let mask = LiveMask()
  let login = RunLogin()
  let services: RunServices
  let emit: @Sendable (RunEvent) -> Void
  /// Makes a run of the same engine.
  let another: @Sendable (SendEngine.Job) -> Run
  /// The queue that it shares with the one who waits for it.
  let queue = TaskQueue.shared
  let session: SessionVariables
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init(
    _ job: SendEngine.Job, services: RunServices, session: SessionVariables,
    another: @escaping @Sendable (SendEngine.Job) -> Run, emit: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.job = job
    self.services = services
    self.session = session
    self.another = another
    self.emit = emit
    state = Mutex(State(request: job.request))
  }

  // MARK: For hooks

  /// The request as written. Changes made before it is assembled are sent and stored in history.
  package var request: SavedRequest {
    get { state.withLock(\.request) }
    set {
      state.withLock { state in
        state.request = newValue
        state.exchange = nil
      }
    }
  }

  /// All variables visible to the request.
  package var variables: VariableScope {
    var scope = inputs.variables
    if !session.scopes.isEmpty { session.scopes.apply(to: &scope, scriptScopes) }
    if !session.secrets.isEmpty { session.secrets.apply(to: &scope, scriptScopes) }
    let own = session.all
    if !own.isEmpty { scope[.session] += own }
    return scope
  }

  /// The value of a secret variable.
  func secretValue(_ variable: Variable) -> String? {
    session.secretValue(variable) ?? inputs.secretValue(variable)
  }

  /// Sets a session variable, visible to this run and later ones.
  package func setVariable(_ name: String, to value: String, isSecret: Bool = false) {
    setVariable(name, to: .string(value), isSecret: isSecret)
  }

  func setVariable(_ name: String, to value: JSONValue, isSecret: Bool) {
    if isSecret { mask.learn([value.templateText]) }
    session.set(name, to: value, isSecret: isSecret, masking: maskedValue)
  }

  /// Masks the secrets that are known by now.
  func maskedValue(_ text: String) -> String { mask.current.masked(value: text) }

  /// Adds a message, a check result or a console line to the exchange.
  package func log(_ content: LogEvent.Content) {
    let event = LogEvent(content, at: start.duration(to: .now))
    state.withLock { $0.logged.append(event) }
    emit(.logged(mask.current.masked(event)))
  }

  /// What the scripts of the request say about the way of the run that it belongs to.
  package var direction: RunDirection {
    get { state.withLock(\.direction) }
    set { state.withLock { $0.direction = newValue } }
  }

  /// Whether a script has written the URL.
  var hasScriptedURL: Bool {
    get { state.withLock(\.hasScriptedURL) }
    set { state.withLock { $0.hasScriptedURL = newValue } }
  }

  /// What the scripts of the request share.
  var scriptSession: ScriptSession? {
    get { state.withLock(\.scriptSession) }
    set { state.withLock { $0.scriptSession = newValue } }
  }

  /// Why a chain of requests that scripts run ended below this one, if it was too long.
  var chainFailure: Failure? {
    get { state.withLock(\.chainFailure) }
    set { state.withLock { $0.chainFailure = newValue } }
  }

  /// The response with its secrets masked, once it has arrived.
  package var response: Response? { exchange.response }

  // MARK: For stages

  /// Whether a preview ends where a token would be fetched.
  var lacksToken: Bool {
    get { state.withLock(\.lacksToken) }
    set { state.withLock { $0.lacksToken = newValue } }
  }

  /// The time of the run: what it was started with, and what has passed since.
  var now: Date { job.startedAt + start.duration(to: .now) / .seconds(1) }

  /// The session with the cookies of the job's environment.
  var client: Session { services.jars?.jar(job.environment).session ?? services.client }
  var cookies: WorkspaceCookies? { services.jars?.cookies(of: job.environment) }

  var inputs: Shared<RunInputs> { state.withLock(\.inputs) ?? Shared(RunInputs(baseFolder: "/")) }

  func resolved(_ inputs: RunInputs) { state.withLock { $0.inputs = Shared(inputs) } }

  var assembled: (RequestAssembly, PreparedRequest)? {
    get { state.withLock(\.assembled) }
    set { state.withLock { $0.assembled = newValue } }
  }

  var unauthenticated: (RequestAssembly, PreparedRequest)? {
    get { state.withLock(\.unauthenticated) }
    set { state.withLock { $0.unauthenticated = newValue } }
  }

  /// What is done to messages after a redirect; `nil` for what the client does.
  var redirector: Redirector? {
    get { state.withLock(\.redirector) }
    set { state.withLock { $0.redirector = newValue } }
  }

  var keepsHistory: Bool {
    get { state.withLock(\.keepsHistory) }
    set { state.withLock { $0.keepsHistory = newValue } }
  }

  var unrecorded: String? {
    get { state.withLock(\.unrecorded) }
    set { state.withLock { $0.unrecorded = newValue } }
  }

  var wasSent: Bool { state.withLock { $0.transfer != nil } }

  func assembly(of request: SavedRequest) -> RequestAssembly {
    let (inputs, fetched) = (inputs, fetched)
    var assembly = RequestAssembly(
      request, folders: inputs.folders, scope: variables, dynamic: DynamicVariables(now: job.startedAt),
      baseFolder: inputs.baseFolder, inherited: inputs.inherited, access: inputs.access,
      outside: OutsideValues(digests: LibcryptoDigests(), response: { fetched.responses[$0] }) { [session] in
        fetched.variables[$0] ?? session.secretValue($0) ?? inputs.secretValue($0)
      })
    assembly.resolver.keepsTemplates = job.keepsTemplates || job.sendsAsPostman
    assembly.resolver.hasExpressions = !job.sendsAsPostman
    assembly.resolver.keepsUnknown = job.keepsUnknown
    (assembly.sendsAsPostman, assembly.isSent) = (job.sendsAsPostman, !job.isPreview)
    assembly.hasPostmanURL = job.sendsAsPostman || hasScriptedURL
    return assembly
  }

  /// Values from outside of the files, fetched for this run.
  var fetched: FetchedValues {
    get { state.withLock(\.fetched) }
    set { state.withLock { $0.fetched = newValue } }
  }

  /// Ends the run without a trace in history, so that the user can type what is missing.
  func ask(_ questions: [PromptQuestion]) {
    keepsHistory = false
    emit(.prompts(questions))
  }

  /// - Parameter places: What names each source.
  func refuse(_ sources: [OutsideSource], places: [OutsideSource: [String]] = [:]) {
    refuse(
      PermissionRequest(
        sources, collection: inputs.inherited.folder ?? inputs.baseFolder, file: job.origin?.address.path ?? "",
        places: places))
  }

  func refuse(_ request: PermissionRequest) {
    keepsHistory = false
    emit(.refused(request))
  }

  var received: ReceivedMessage? { state.withLock(\.received) }

  func received(_ message: ReceivedMessage) {
    if message.prepared.login != nil { mask.learn(message.logins) }
    state.withLock { state in
      state.received = message
      state.exchange = nil
    }
  }

  /// Whether the whole response is there.
  var hasResponse: Bool {
    state.withLock { state in state.received.map { $0.response.error == nil && $0.response.head != nil } ?? false }
  }

  /// The response with nothing masked.
  var rawResponse: (head: Response.Head, body: Data)? {
    received.flatMap { message in message.response.head.map { (Response($0).head, message.body) } }
  }

  /// The URL that the response came from, with nothing masked.
  var rawURL: String? { received?.response.timeline.hops.last?.url }

  /// The fields after the body with nothing masked.
  var rawTrailers: [Header] { received?.response.trailers.map { Header($0) } ?? [] }

  var rawBody: Data { state.withLock { $0.received?.body } ?? Data() }

  /// The exchange so far, masked with all secrets known by now.
  var exchange: Exchange {
    let version = mask.version
    let (received, kept, ending, logged) = state.withLock { ($0.received, $0.exchange, $0.ending, $0.logged) }
    let (earlier, start) = state.withLock { ($0.earlierHops, $0.transferStart) }
    let isCutOff = state.withLock { $0.isInterrupted && $0.transfer != nil }
    if let kept, kept.version == version, kept.logged == logged.count { return kept.exchange }
    if let kept, kept.version == version {
      var exchange = kept.exchange
      exchange.log.events += logged[kept.logged...].map(mask.current.masked)
      state.withLock { $0.exchange = (version, logged.count, exchange) }
      return exchange
    }
    var exchange = Exchange(
      id: job.id, request: shownRequest, origin: job.origin, environment: job.environment, startedAt: job.startedAt,
      outcome: ending ?? .cancelled(partial: nil), duration: .zero)
    received?.describe(in: &exchange, mask)
    if received != nil, case .failed(let failure, _) = ending {
      exchange.ending = .failed(failure)
    }
    if isCutOff, exchange.ending == .cancelled { exchange.ending = .failed(.interrupted) }
    if !earlier.isEmpty {
      exchange.precede(with: mask.current.masked(Timeline(hops: earlier)).hops, until: start)
    }
    exchange.log.events += logged.map(mask.current.masked)
    state.withLock { $0.exchange = (version, logged.count, exchange) }
    return exchange
  }

  // MARK: The transfer

  var elapsed: Duration { start.duration(to: .now) }

  /// Adds messages that were sent beside the request, such as one for a token.
  func add(_ hops: [Timeline.Hop], from start: Duration) {
    state.withLock { state in
      state.earlierHops = (state.earlierHops + hops.map { $0.moved(by: start) }).sorted { $0.start < $1.start }
      state.exchange = nil
    }
  }

  /// Makes what arrived so far the beginning of the exchange, as the request is sent once more.
  func beginAgain() {
    guard let received else { return }
    let hops = Timeline(received.response.timeline).hops
    add(hops, from: state.withLock { $0.earlierHops.isEmpty ? .zero : $0.transferStart })
  }

  /// Starts `transfer`, unless the run is paused.
  func begin(_ transfer: any Request) {
    let now = elapsed
    let isPaused = state.withLock { state in
      state.transferStart = now
      state.transfer = transfer
      return state.isPaused
    }
    if isPaused { transfer.suspend() } else { transfer.resume() }
  }

  func pause(_ isPaused: Bool) {
    let transfer = state.withLock { state in
      state.isPaused = isPaused
      return state.transfer
    }
    if isPaused { transfer?.suspend() } else { transfer?.resume() }
  }

  /// The program ends.
  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      state.exchange = nil
    }
  }

  // MARK: The run

  /// Runs all stages. After an error only those with `runsAlways` run.
  func run(_ stages: [Stage]) async {
    var isUnderWay = true
    for stage in stages where isUnderWay || stage.runsAlways {
      do {
        if !stage.runsAlways { try Task.checkCancellation() }
        try await stage.run(self)
      } catch {
        isUnderWay = false
        end(Task.isCancelled ? CancellationError() : error)
      }
    }
    // Secrets may be known only now that are in what was set before.
    session.conceal(maskedValue)
    if isUnderWay { ResponseFetch.keepResponse(of: self) }
    emit(.ended(exchange, unrecorded: unrecorded))
  }

  private func end(_ error: any Error) {
    let outcome: Outcome =
      switch error {
      case is CancellationError: .cancelled(partial: nil)
      case let failure as Failure: .failed(mask.current.masked(failure), partial: nil)
      default: .failed(mask.current.masked(Failure(.other, String(describing: error))), partial: nil)
      }
    state.withLock { state in
      state.direction.isCutOff = error is CancellationError
      state.ending = outcome
      state.exchange = nil
    }
  }
}
