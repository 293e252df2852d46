package import RequestModel
internal import RequestStore
internal import Synchronization

/// Sends the requests of a workspace for commands: selects the environment, asks for permission and waits for the end.
package struct WorkspaceSender: Sendable {
  package var engine: SendEngine
  package let workspace: RequestWorkspace
  /// The environment; `nil` selects the collection's only one.
  package var environment: String?
  /// Chooses the environment of each request instead; `nil` selects no environment.
  package var environmentOf: (@Sendable (Address) -> String?)?
  package var overrides: [String: String] = [:]
  /// The sources that requests may read without asking.
  package var allowed: Set<OutsideSource> = []
  /// The collection whose environment a request without a file uses.
  package var collection: String?
  /// The iteration of a run that the requests belong to.
  package var iteration: RunIteration?
  /// The base of relative paths in requests; `nil` for the folder of each request.
  package var baseFolder: String?
  /// The base of relative paths in requests, whose files may be read. Takes precedence over `baseFolder`.
  package var workingFolder: String?
  /// Whether variables and URLs follow Postman's rules, as in `SendEngine.Job`.
  package var sendsAsPostman = false
  /// Whether files without permission are left out of bodies, as in `SendEngine.Job`.
  package var leavesOutRefusedFiles = false
  /// The time limit for the scripts of one event; `nil` for the default.
  package var scriptTime: Duration?
  /// Whether templates without a value are text, as in `SendEngine.Job`.
  package var keepsUnknown = false
  /// Whether requests after a failed one are skipped, as in a Hurl file.
  package var endsAtFailure = false
  /// Caches the inputs that requests read from files between sends; `nil` reads them each time.
  package var kept: KeptInputs?
  /// Whether a permanent permission is stored.
  package var keepsConsents = true
  /// Whether a user can log in.
  package var canLogIn = false
  /// Whether somebody sends messages while an exchange runs, as in `SendEngine.Job`.
  package var takesMessages = false
  /// Asks for permission; returns `nil` if there is no terminal.
  private let askConsent: @Sendable (PermissionRequest) -> Consent?
  /// Asks for the value of a variable; `nil` without a terminal, or if the user gave up.
  private let askPrompt: @Sendable (PromptQuestion) -> String?
  /// The values typed so far, shared by all requests of a folder.
  private let answers = PromptAnswers()

  package init(
    engine: SendEngine, workspace: RequestWorkspace, askConsent: @escaping @Sendable (PermissionRequest) -> Consent?,
    askPrompt: @escaping @Sendable (PromptQuestion) -> String? = { _ in nil }
  ) {
    self.engine = engine
    self.workspace = workspace
    self.askConsent = askConsent
    self.askPrompt = askPrompt
  }

  /// The same sender without a history.
  package var withoutHistory: WorkspaceSender {
    var sender = self
    sender.engine = engine.withoutHistory()
    return sender
  }

  /// The same sender with separate session variables.
  var withOwnSession: WorkspaceSender {
    var sender = self
    sender.engine = engine.withOwnSession()
    return sender
  }

  /// Sends a request and waits for its end. If sources were refused and the user then allows them, sends it again.
  ///
  /// - Parameters:
  ///   - publishesPartialBodies: Whether to publish the body while it arrives.
  ///   - sink: Receives the body, which is otherwise kept in memory.
  ///   - willStart: Receives each run before it starts, so that it can be cancelled.
  ///   - observe: Receives all events in order. Returning `false` cancels the run.
  /// - Returns: The exchange with its secrets masked.
  package func send(
    _ request: SavedRequest, at address: Address?, publishesPartialBodies: Bool = false, sink: BodySink? = nil,
    willStart: (Run) -> Void, observe: (RunEvent) -> Bool
  ) async -> Exchange {
    var allowed = allowed
    if answers.hasAllowed, let address {
      allowed.formUnion(answers.allowed(in: workspace.collections.ownFolder(of: address)))
    }
    while true {
      let job = job(request, at: address, allowed, publishesPartialBodies, sink)
      let (exchange, refused, questions) = await send(job, willStart, observe)
      if answers.take(from: questions, askPrompt) { continue }
      guard let address, let refused,
        let consent = answers.consent(to: refused, in: workspace.collections.ownFolder(of: address), askConsent),
        consent != .no
      else { return exchange }
      allowed.formUnion(refused.sources)
      let kept = consent.kept(of: refused.sources)
      guard !kept.isEmpty, keepsConsents else { continue }
      do {
        try workspace.allow(kept, for: address)
      } catch {
        _ = observe(.warning("Cannot save the permission: \(error)"))
      }
    }
  }

  /// A preview of the request that `send` would send.
  package func preview(_ request: SavedRequest, at address: Address?) async -> RequestPreview {
    await engine.preview(job(request, at: address, allowed, false, nil))
  }

  /// The request in the parts from which code is generated.
  ///
  /// - Parameters:
  ///   - folders: Replace the settings of the folders above `address`.
  ///   - secretValue: Replaces the values of secret variables.
  ///   - options: Changes the options of the environment.
  package func outline(
    _ request: SavedRequest, at address: Address, folders: [FolderSettings],
    secretValue: (@Sendable (Variable) -> String?)?,
    options: @escaping @Sendable (RequestOptions) -> RequestOptions = { $0 }
  ) async -> RequestOutline {
    var job = job(request, at: address, allowed, false, nil)
    let inputs = job.inputs
    job.inputs = { request in
      var changed = try await inputs(&request)
      changed.folders = folders
      changed.inherited.options = options(changed.inherited.options)
      if let secretValue { changed.secretValue = secretValue }
      return changed
    }
    return await engine.outline(job)
  }

  private func send(
    _ job: SendEngine.Job, _ willStart: (Run) -> Void, _ observe: (RunEvent) -> Bool
  ) async -> (Exchange, refused: PermissionRequest?, questions: [PromptQuestion]) {
    let run = engine.run(job)
    willStart(run)
    var refused: PermissionRequest?
    var questions: [PromptQuestion] = []
    for await event in run.start() {
      if !observe(event) { run.cancel() }
      switch event {
      case .refused(let request): refused = request
      case .prompts(let prompts): questions = prompts
      case .ended(let exchange, _): return (exchange, refused, questions)
      default: break
      }
    }
    preconditionFailure("Every run ends with an exchange")
  }

  private func job(
    _ request: SavedRequest, at address: Address?, _ allowed: Set<OutsideSource>, _ publishesPartialBodies: Bool,
    _ sink: BodySink?
  ) -> SendEngine.Job {
    let environment =
      if let environmentOf, let address { environmentOf(address) } else {
        environment ?? address.flatMap(onlyEnvironment)
      }
    var job = SendEngine.Job(
      request: request, origin: address.map { Exchange.Origin(root: workspace.collections.root, address: $0) },
      environment: environment, publishesPartialBodies: publishesPartialBodies, sink: sink
    ) { _ in
      if let address { return try inputs(of: address, environment, allowed) }
      guard let collection else { return workspace.inputs(overrides: overrides) }
      return try workspace.inputs(
        environment: environment, of: collection, overrides: overrides, allowed: allowed, answers: answers.all)
    }
    job.canLogIn = canLogIn
    job.takesMessages = takesMessages
    job.iteration = iteration
    job.sendsAsPostman = sendsAsPostman
    job.scriptTime = scriptTime
    job.keepsUnknown = keepsUnknown
    job.leavesOutRefusedFiles = leavesOutRefusedFiles
    return job
  }

  private func onlyEnvironment(for address: Address) -> String? {
    guard let kept else { return workspace.onlyEnvironment(for: address) }
    return kept.onlyEnvironment(for: address, workspace)
  }

  private func inputs(
    of address: Address, _ environment: String?, _ allowed: Set<OutsideSource>
  ) throws(Failure) -> RunInputs {
    let answers = answers.all
    func read() throws(Failure) -> RunInputs {
      var inputs = try workspace.inputs(
        of: address, environment: environment, overrides: overrides, allowed: allowed, answers: answers)
      if let baseFolder {
        inputs.baseFolder = baseFolder
        inputs.sources.dotenvFolder = baseFolder
      }
      if let workingFolder {
        inputs.baseFolder = workingFolder
        inputs.access.bases.append(workingFolder)
      }
      return inputs
    }
    guard let kept else { return try read() }
    let key = KeptInputs.Key(address: address, environment: environment, allowed: allowed, answers: answers)
    return try kept.inputs(for: key, workspace, read)
  }
}

/// The values that the user typed and the permissions given during a command. Each question is asked once, and one at a
/// time.
private final class PromptAnswers: Sendable {
  private struct State {
    var typed: [String: String] = [:]
    /// The sources allowed once, keyed by the folder of the collection.
    var allowed: [String: Set<OutsideSource>] = [:]

    func answers(in folder: String) -> SendAnswers { SendAnswers(allowed: allowed[folder] ?? [], typed: typed) }
  }

  private let state = Mutex(State())
  /// Held while asking a question.
  private let asking = Mutex(())

  /// The values typed for prompts, keyed by the names of their variables.
  var all: [String: String] { state.withLock(\.typed) }

  var hasAllowed: Bool { state.withLock { !$0.allowed.isEmpty } }

  func allowed(in folder: String) -> Set<OutsideSource> { state.withLock { $0.allowed[folder] ?? [] } }

  /// Asks all questions.
  ///
  /// - Returns: Whether there were questions and all got a reply.
  func take(from questions: [PromptQuestion], _ ask: (PromptQuestion) -> String?) -> Bool {
    guard !questions.isEmpty else { return false }
    return asking.withLock { _ in
      while let question = SendAnswers(typed: all).next(of: questions) {
        guard let answer = ask(question) else { return false }
        state.withLock { $0.typed[question.name] = answer }
      }
      return true
    }
  }

  /// Asks for permission, unless it was given since.
  func consent(
    to request: PermissionRequest, in folder: String, _ ask: (PermissionRequest) -> Consent?
  ) -> Consent? {
    asking.withLock { _ in
      var answers = state.withLock { $0.answers(in: folder) }
      if answers.allows(request) { return .once }
      let consent = ask(request)
      if let consent, consent.sendsAgain {
        answers.apply(consent, to: request.sources)
        state.withLock { [answers] in $0.allowed[folder] = answers.allowed }
      }
      return consent
    }
  }
}
