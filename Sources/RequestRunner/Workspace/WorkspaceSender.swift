internal import Synchronization

/// Sends the requests of a workspace for commands: selects the environment, asks for permission and waits for the end.
package struct WorkspaceSender: Sendable {
  package var engine: SendEngine
  package let workspace: RequestWorkspace
  /// The environment; `nil` selects the collection's only one.
  package var environment: String?
  /// The environment of collections that have one of this name, unless another is selected.
  package var usualEnvironment: String?
  /// Chooses the environment of each request instead; `nil` selects no environment.
  package var environmentOf: (@Sendable (Address) -> String?)?
  package var overrides: [String: String] = [:]
  /// The sources that requests may read without asking.
  package var allowed: Set<OutsideSource> = []
  /// The collection whose environment a request without a file uses.
  package var collection: String?
  /// The size of the messages that are kept; `nil` for the limit of `SendEngine.Job`.
  var messageLimit: Int?
  /// The base of relative paths in requests; `nil` for the folder of each request.
  package var baseFolder: String?
  /// The base of relative paths in requests, whose files may be read. Takes precedence over `baseFolder`.
  package var workingFolder: String?
  package var rules = SendRules()
  package var options = SendOptions()
  /// Whether requests after a failed one are skipped, as in a Hurl file.
  package var endsAtFailure = false
  /// Caches the inputs that requests read from files between sends; `nil` reads them each time.
  package var kept: KeptInputs?
  /// Whether a permanent permission is stored.
  package var keepsConsents = true
  /// Whether the secrets of the requests can be stored. Those of another program's file have no collection for that.
  package var storesSecrets = true
  /// Asks for permission; returns `nil` if there is no terminal.
  private var askConsent: @Sendable (PermissionRequest) -> Consent?
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

  package var withoutHistory: WorkspaceSender { with(self) { $0.engine = engine.withoutHistory() } }

  var withOwnSession: WorkspaceSender { with(self) { $0.engine = engine.withOwnSession() } }

  var withOwnScopes: WorkspaceSender { with(self) { $0.engine = engine.withOwnScopes() } }

  /// The same sender, which notes refusals by the user.
  func noting(_ refusals: Refusals) -> WorkspaceSender {
    var sender = self
    sender.askConsent = { [askConsent] request in
      let consent = askConsent(request)
      if consent == .no { refusals.note() }
      return consent
    }
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
    var asked: [PromptQuestion] = []
    while true {
      let job = job(request, at: address, allowed.union(allowedOnce(for: address)), publishesPartialBodies, sink)
      let (exchange, refused, prompts) = await send(job, willStart, observe)
      // Nothing can be allowed for a request without a file.
      guard address != nil && refused != nil || !prompts.isEmpty else { return exchange }
      // Stop if the typed values could not be kept.
      guard prompts.isEmpty || prompts != asked else { return exchange }
      asked = prompts
      let folder = address.map { workspace.collections.ownFolder(of: $0) }
      let isAnswered = answers.ask(prompts, refused, in: folder, askPrompt, askConsent) { kept in
        if let problem = keep(kept, for: address) { _ = observe(.warning(problem)) }
      }
      guard isAnswered else { return exchange }
    }
  }

  private func allowedOnce(for address: Address?) -> Set<OutsideSource> {
    guard answers.hasAllowed, let address else { return [] }
    return answers.allowed(in: workspace.collections.ownFolder(of: address))
  }

  /// Stores a permanent permission.
  ///
  /// - Returns: Why it cannot be stored.
  private func keep(_ sources: [OutsideSource], for address: Address?) -> String? {
    guard let address, !sources.isEmpty, keepsConsents else { return nil }
    do {
      try workspace.allow(sources, for: address)
      return nil
    } catch {
      return "Cannot save the permission: \(error)"
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
    (job.rules, job.options) = (rules, options)
    if let messageLimit { job.messageLimit = messageLimit }
    // Commands print messages and forget them.
    job.reportsAllMessages = true
    return job
  }

  private func onlyEnvironment(for address: Address) -> String? {
    if let usualEnvironment, workspace.hasEnvironment(usualEnvironment, for: address) { return usualEnvironment }
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
      inputs.storesSecrets = storesSecrets
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

/// The answers given during a command, by collection. Each question is asked once, and one at a time.
private final class PromptAnswers: Sendable {
  private struct State {
    var typed: [String: String] = [:]
    /// The sources allowed once, keyed by the folder of the collection.
    var allowed: [String: Set<OutsideSource>] = [:]
  }

  private let state = Mutex(State())
  /// Held while asking a question.
  private let asking = Mutex(())

  /// The values typed for prompts, keyed by the names of their variables.
  var all: [String: String] { state.withLock(\.typed) }

  var hasAllowed: Bool { state.withLock { !$0.allowed.isEmpty } }

  func allowed(in folder: String) -> Set<OutsideSource> { state.withLock { $0.allowed[folder] ?? [] } }

  /// Asks the questions about a request of a collection that have no answer yet.
  ///
  /// - Parameters:
  ///   - folder: The folder of the collection; `nil` for a request without a file, which nothing can be allowed for.
  ///   - keep: Called with the sources that are allowed permanently.
  /// - Returns: Whether all have an answer now.
  func ask(
    _ prompts: [PromptQuestion], _ refused: PermissionRequest?, in folder: String?,
    _ askPrompt: (PromptQuestion) -> String?, _ askConsent: (PermissionRequest) -> Consent?,
    keep: ([OutsideSource]) -> Void
  ) -> Bool {
    asking.withLock { _ in
      var answers = SendAnswers(allowed: folder.map(allowed(in:)) ?? [], typed: all)
      while let question = answers.next(of: prompts, refused: folder == nil ? nil : refused) {
        switch question {
        case .value(let prompt):
          guard let value = askPrompt(prompt) else { return false }
          answers.apply(value, to: prompt)
          state.withLock { [answers] in $0.typed[prompt.key] = answers.typed[prompt.key] }
        case .permission(let request):
          guard let folder, let consent = askConsent(request), consent.sendsAgain else { return false }
          answers.apply(consent, to: request.sources)
          state.withLock { [answers] in $0.allowed[folder] = answers.allowed }
          keep(consent.kept(of: request.sources))
        }
      }
      return true
    }
  }
}

/// Whether the user refused a permission.
final class Refusals: Sendable {
  private let isNoted = Mutex(false)

  func note() { isNoted.withLock { $0 = true } }

  /// - Returns: Whether one was refused since the last call.
  func clearNote() -> Bool {
    isNoted.withLock { isNoted in
      defer { isNoted = false }
      return isNoted
    }
  }
}
