internal import Foundation
internal import RequestClient
package import RequestModel
internal import Synchronization

/// Everything that the stages of one send share.
package final class RunContext: Sendable {
  private struct State {
    var request: SavedRequest
    var inputs: RunInputs?
    var fetched = FetchedValues()
    var assembled: (RequestAssembly, PreparedRequest)?
    var received: ReceivedMessage?
    /// Messages, checks and console lines, with nothing masked.
    var logged: [LogEvent] = []
    var ending: Outcome?
    /// The exchange of the mask's version beside it.
    var exchange: (version: Int, Exchange)?
    var keepsHistory = true
    var unrecorded: String?
    var transfer: (any Request)?
    var isPaused = false
  }

  package let job: SendEngine.Job
  package let mask = LiveMask()
  let services: RunServices
  let emit: @Sendable (RunEvent) -> Void
  /// Makes a run of the same engine.
  let another: @Sendable (SendEngine.Job) -> Run
  private let session: SessionVariables
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

  /// The request as it is written. Changes made before it is assembled are sent, and kept in history.
  package var request: SavedRequest {
    get { state.withLock(\.request) }
    set { state.withLock { $0.request = newValue } }
  }

  /// All variables that the request can see.
  package var variables: VariableScope {
    var scope = inputs.variables
    scope[.session] += session.all
    return scope
  }

  /// Sets a variable of the session: this run and those after it see it.
  package func setVariable(_ name: String, to value: String, isSecret: Bool = false) {
    session.set(name, to: value, isSecret: isSecret)
    if isSecret { mask.learn([value]) }
  }

  /// Adds a message, the result of a check or a console line to the exchange.
  package func log(_ content: LogEvent.Content) {
    let event = LogEvent(content, at: start.duration(to: .now))
    state.withLock { state in
      state.logged.append(event)
      state.exchange = nil
    }
    emit(.logged(mask.current.masked(event)))
  }

  /// The response with its secrets masked, once it has arrived.
  package var response: Response? { exchange.response }

  // MARK: For stages

  /// The session with the cookies of the job's environment.
  var client: Session { services.jars?.jar(job.environment).session ?? services.client }
  var cookies: WorkspaceCookies? { services.jars?.cookies(of: job.environment) }

  var inputs: RunInputs { state.withLock(\.inputs) ?? RunInputs(baseFolder: "/") }

  func resolved(_ inputs: RunInputs) { state.withLock { $0.inputs = inputs } }

  var assembled: (RequestAssembly, PreparedRequest)? {
    get { state.withLock(\.assembled) }
    set { state.withLock { $0.assembled = newValue } }
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
    return RequestAssembly(
      request, folders: inputs.folders, scope: variables, dynamic: DynamicVariables(now: job.startedAt),
      baseFolder: inputs.baseFolder, inherited: inputs.inherited, access: inputs.access,
      outside: OutsideValues(digests: LibcryptoDigests(), response: { fetched.responses[$0] }) { [session] in
        fetched.variables[$0] ?? session.secretValue($0) ?? inputs.secretValue($0)
      })
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

  func refuse(_ sources: [OutsideSource]) {
    keepsHistory = false
    emit(.refused(sources))
  }

  var received: ReceivedMessage? { state.withLock(\.received) }

  func received(_ message: ReceivedMessage) { state.withLock { $0.received = message } }

  var rawBody: Data { state.withLock { $0.received?.body } ?? Data() }

  /// The exchange so far, masked with everything known to be secret by now.
  var exchange: Exchange {
    let version = mask.version
    let (received, kept, ending, logged) = state.withLock { ($0.received, $0.exchange, $0.ending, $0.logged) }
    if let kept, kept.version == version { return kept.1 }
    var exchange = Exchange(
      id: job.id, request: request, origin: job.origin, environment: job.environment, startedAt: job.startedAt,
      outcome: ending ?? .cancelled(partial: nil), duration: .zero)
    received?.describe(in: &exchange, mask)
    if received != nil, case .failed(let failure, _) = ending {
      exchange.ending = .failed(failure)
    }
    exchange.log.events += logged.map(mask.current.masked)
    state.withLock { $0.exchange = (version, exchange) }
    return exchange
  }

  // MARK: The transfer

  /// Makes `transfer` the one that `pause` acts on.
  func begin(_ transfer: any Request) {
    let isPaused = state.withLock { state in
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

  // MARK: The run

  /// Runs all stages; the first error ends the run but for the stages that always run.
  func run(_ stages: [Stage]) async {
    var isUnderWay = true
    for stage in stages where isUnderWay || stage.runsAlways {
      do {
        if !stage.runsAlways { try Task.checkCancellation() }
        try await stage.run(self)
      } catch {
        isUnderWay = false
        end(error)
      }
    }
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
      state.ending = outcome
      state.exchange = nil
    }
  }
}
