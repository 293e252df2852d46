/// The stages of one send. Each uses the values of earlier stages. The newest values are kept: they are recorded after
/// an error, too.
struct SendPipeline {
  let run: RunContext
  var resolved: ResolvedRequest
  /// The assembled request, with its credentials once they were added.
  var assembled: AssembledRequest?
  var direction = RunDirection()
  /// The session shared by the scripts of the request.
  var scriptSession: ScriptSession?
  /// The message handlers registered by scripts before the request; `nil` once the exchange has begun.
  var messageScripts: MessageScripts?
  /// Calls them while the exchange runs.
  var messageHandlers: MessageHandlers?
  /// Whether the request is sent in a session with an MCP server.
  private(set) var opensMCPSession = false
  /// The session, unless the server is a program.
  var mcpSession: MCPSession?
  /// Runs the program that the request was sent to, until it has ended.
  var program: Task<Void, Never>?

  init(_ run: RunContext) {
    self.run = run
    resolved = ResolvedRequest(run)
  }

  /// Runs the stages until the first error, and records the result.
  ///
  /// - Returns: The reason why history could not store the exchange.
  mutating func send() async -> String? {
    var isComplete = true
    do { try await runStages() } catch {
      isComplete = false
      await endMessageHandlers()
      end(Task.isCancelled ? CancellationError() : error)
    }
    let unrecorded = run.job.fetchesToken ? nil : record()
    // Values set earlier may contain secrets that became known only now.
    run.session.conceal(run.maskedValue)
    if isComplete { ResponseFetch.keepResponse(of: run) }
    await closeMCPSession()
    await endProgram()
    return unrecorded
  }

  private mutating func runStages() async throws {
    try await resolve()
    // Scripts may replace the body.
    opensMCPSession = resolved.opensMCPSession
    try await runHooksBefore()
    try await fetch()
    var bare = try await assemble()
    if opensMCPSession, resolved.kind == .http, !run.job.fetchesToken { bare = try await openMCPSession(for: bare) }
    let request = try await authenticate(bare)
    if run.job.fetchesToken { return }
    beginMessageHandlers()
    try await exchange(request)
    let masked = try respond()
    defer { respondAgain(after: masked) }
    await endMessageHandlers()
    try await runHooksAfter()
    await listFurtherTools()
  }

  private mutating func end(_ error: any Error) {
    let mask = run.mask.current
    direction.isCutOff = error is CancellationError
    let ending: Exchange.Ending =
      switch error {
      case is CancellationError: .cancelled
      case let failure as Failure: .failed(mask.masked(failure))
      default: .failed(mask.masked(Failure(.other, String(describing: error))))
      }
    run.record.end(ending)
  }
}
