package import Foundation

/// Sends requests and records every exchange.
package struct SendEngine: Sendable {
  private(set) var services: RunServices
  /// Variables set by runs, visible to later ones.
  package private(set) var session = SessionVariables()

  /// Runs a shell command line and returns its output.
  package typealias Command =
    @Sendable (_ line: String, _ folder: String, _ timeout: Duration) async throws -> String
  /// Runs a shell command line in a folder while `work` exchanges lines with it, and ends it. Cancelling the task ends it at
  /// once.
  ///
  /// `errors` is called with what it writes to standard error.
  package typealias Program =
    @Sendable (
      _ line: String, _ folder: String, _ errors: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
      _ work: @escaping @Sendable (any ProgramLines) async -> Void
    ) async throws -> Void
  /// Finds the newest exchange in history for the same kind of job with a successful response, not older than `since`.
  package typealias Recent = @Sendable (Job, _ since: Date) -> Exchange?
  /// Writes a variable from a response to its file or to the secrets.
  package typealias Save = @Sendable (CapturedVariable) throws -> Void
  /// Records an exchange before it is sent, in case its end is never recorded. Its parts so far are created on demand.
  package typealias WillSend = @Sendable (ExchangeID, _ exchange: @escaping @Sendable () -> Exchange) -> Void

  /// Adds events to the record of an exchange that `WillSend` has made. Blocks until they are written.
  package typealias NoteEvents = @Sendable (SendingPart) throws -> Void

  /// - Parameters:
  ///   - client: Sends requests if `jars` is `nil`.
  ///   - jars: Saves the client's cookies to disk.
  ///   - willSend: Called with each exchange before it is sent.
  ///   - noteEvents: Called with the events of conversations and streams while they arrive.
  ///   - record: Stores a finished exchange. Its response body may be in a file. Errors are reported with `.ended`.
  package init(
    client: Session, jars: WorkspaceJars? = nil, hooks: RunHooks = RunHooks(),
    command: @escaping Command = { line, _, _ in throw Failure(.unprepared, "No commands are run here: \(line)") },
    program: @escaping Program = { line, _, _, _ in throw Failure(.unprepared, "No programs are run here: \(line)") },
    recent: @escaping Recent = { _, _ in nil },
    save: @escaping Save = { throw Failure(.unprepared, "{{\($0.name)}} is written to no file here") },
    willSend: WillSend? = nil, noteEvents: NoteEvents? = nil,
    record: @escaping @Sendable (Exchange, _ bodyFile: AnonymousFile?) throws -> Void
  ) {
    services = RunServices(
      client: client, jars: jars, hooks: hooks, tokens: TokenVault(), commands: CommandValues(run: command),
      program: program, recent: recent, save: save, willSend: willSend, noteEvents: noteEvents, record: record)
  }

  /// Creates a run. It does nothing until it is started.
  package func run(_ job: Job) -> Run { Run(job, services: services, session: session) }
}

extension SendEngine {
  /// The same engine with separate variables, and without earlier responses.
  package func withOwnSession() -> SendEngine {
    var engine = self
    engine.session = SessionVariables(session.scopes)
    engine.services.sent = SentResponses()
    return engine
  }

  /// The same engine with a copy of what scripts have set so far.
  func withOwnScopes() -> SendEngine {
    with(self) { $0.session = SessionVariables(ScopeChanges(session.scopes)) }
  }

  /// The same engine with another history.
  package func recording(
    recent: @escaping Recent, willSend: WillSend? = nil, noteEvents: NoteEvents? = nil,
    record: @escaping @Sendable (Exchange, _ bodyFile: AnonymousFile?) throws -> Void
  ) -> SendEngine {
    var engine = self
    (engine.services.recent, engine.services.record) = (recent, record)
    (engine.services.willSend, engine.services.noteEvents) = (willSend, noteEvents)
    return engine
  }

  /// The same engine with the history of a run, which finds the exchanges that are not written yet, too.
  package func recording(in recorder: RunRecorder) -> SendEngine {
    recording { [recent] job, since in
      recorder.flush()
      return recent(job, since)
    } willSend: { id, exchange in
      recorder.note(sending: id, exchange)
    } noteEvents: { part in
      try recorder.note(part)
    } record: { exchange, _ in
      try recorder.record(exchange)
    }
  }

  /// The same engine with another way to write variables to their files.
  package func saving(_ save: @escaping Save) -> SendEngine { with(self) { $0.services.save = save } }

  /// The same engine without a history. Its exchanges have no wire log, as it would not be shown.
  package func withoutHistory() -> SendEngine {
    with(self) { ($0.services.willSend, $0.services.noteEvents, $0.services.record) = (nil, nil, nil) }
  }

  /// Finds exchanges in history.
  package var recent: Recent { services.recent }

  /// One request to send.
  package struct Job: Sendable {
    package var id: ExchangeID
    package var request: SavedRequest
    package var origin: Exchange.Origin?
    package var environment: String?
    /// Reads the inputs, as the first step of the run. May replace the request.
    package var inputs: @Sendable (inout SavedRequest) async throws -> RunInputs
    package var startedAt: Date
    /// Whether to publish the body while it arrives.
    package var publishesPartialBodies: Bool
    /// Receives the body, which is otherwise kept in memory.
    package var sink: BodySink?
    package var rules = SendRules()
    package var options = SendOptions()
    /// Whether the request lists the tools of an MCP server, and further pages are requested in its session.
    package var listsAllTools = false
    /// The time after which no further page of tools is requested.
    var listTime = MCPToolPages.listTime
    /// Whether to request only a token, even though a stored one is valid. The request itself is not sent, and nothing
    /// is recorded.
    package var fetchesToken = false
    /// The size of the messages that are kept, in bytes; 0 keeps none. Later ones are left out, which is reported.
    package var messageLimit = 256_000_000
    /// Whether messages are reported even if they are not kept, for readers that do not keep them either.
    package var reportsAllMessages = false
    /// Whether messages are reported again once a secret is known that they have.
    package var remasksMessages = false
    /// The kind of the request; `nil` for the kind in its file.
    var kind: RequestKind?
    /// The titles of the requests whose scripts wait for it, each for the next.
    var callers: [String] = []
    /// The variables that scripts of its callers give to it.
    var given: GivenVariables?
    /// The exchanges of the script's job that sends the request.
    var heldExchanges: HeldExchanges?
    /// Whether nothing may be sent.
    var isPreview = false
    /// Whether templates without a value are kept as written instead of failing the run.
    var keepsTemplates = false

    package init(
      id: ExchangeID = ExchangeID(), request: SavedRequest, origin: Exchange.Origin? = nil, environment: String? = nil,
      startedAt: Date = Date(), publishesPartialBodies: Bool = false, sink: BodySink? = nil,
      inputs: @escaping @Sendable (inout SavedRequest) async throws -> RunInputs
    ) {
      self.id = id
      self.request = request
      self.origin = origin
      self.environment = environment
      self.inputs = inputs
      self.startedAt = startedAt
      self.publishesPartialBodies = publishesPartialBodies
      self.sink = sink
    }

    /// Whether each event of a stream is reported, however many there are, as the reader does not collect them.
    var reportsAllEvents: Bool { options.takesMessages && !publishesPartialBodies }

    /// The name of the request in messages.
    var title: String { request.name ?? origin?.title ?? request.url }
  }
}

/// The services shared by all runs of an engine.
struct RunServices: Sendable {
  let client: Session
  let jars: WorkspaceJars?
  let hooks: RunHooks
  let tokens: TokenVault
  let commands: CommandValues
  let program: SendEngine.Program
  let responses = ResponseFetches()
  let reportedCredentials = ReportedCredentials()
  var sent = SentResponses()
  var recent: SendEngine.Recent
  var save: SendEngine.Save
  var willSend: SendEngine.WillSend?
  var noteEvents: SendEngine.NoteEvents?
  /// `nil` without a history.
  var record: (@Sendable (Exchange, _ bodyFile: AnonymousFile?) throws -> Void)?
}

/// Code that runs before a request is assembled and after its response has arrived, such as scripts and checks.
package struct RunHooks: Sendable {
  package typealias Hook = @Sendable (inout HookContext) async throws -> Void

  package var preRequest: [Hook]
  package var postResponse: [Hook]
  /// Runs instead of `postResponse` without a response, if the request follows Postman's rules.
  package var postFailure: [Hook]

  package init(preRequest: [Hook] = [], postResponse: [Hook] = [], postFailure: [Hook] = []) {
    self.preRequest = preRequest
    self.postResponse = postResponse
    self.postFailure = postFailure
  }

  /// The hooks of this value, then those of `other`.
  package func followed(by other: RunHooks) -> RunHooks {
    RunHooks(
      preRequest: preRequest + other.preRequest, postResponse: postResponse + other.postResponse,
      postFailure: postFailure + other.postFailure)
  }
}
