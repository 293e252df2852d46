package import RequestModel
internal import RequestStore
internal import Synchronization

/// The user's decision when a collection wants to read something outside it.
package enum Consent: Sendable {
  case once, always, no
}

/// Sends the requests of a workspace for commands: selects the environment, asks for permission and waits for the end.
package struct WorkspaceSender: Sendable {
  package let engine: SendEngine
  package let workspace: RequestWorkspace
  /// The environment; `nil` selects the collection's only one.
  package var environment: String?
  package var overrides: [String: String] = [:]
  /// What requests may read without asking.
  package var allowed: Set<OutsideSource> = []
  /// The collection whose environment a request without a file uses.
  package var collection: String?
  /// Whether there is a user who can log in.
  package var canLogIn = false
  /// Asks for permission; returns `nil` if there is no terminal.
  private let askConsent: @Sendable ([OutsideSource]) -> Consent?
  /// Asks for the value of a variable; `nil` if nobody can be asked, or the user gave up.
  private let askPrompt: @Sendable (PromptQuestion) -> String?
  /// What was typed so far: all requests of a folder share it.
  private let answers = PromptAnswers()

  package init(
    engine: SendEngine, workspace: RequestWorkspace, askConsent: @escaping @Sendable ([OutsideSource]) -> Consent?,
    askPrompt: @escaping @Sendable (PromptQuestion) -> String? = { _ in nil }
  ) {
    self.engine = engine
    self.workspace = workspace
    self.askConsent = askConsent
    self.askPrompt = askPrompt
  }

  /// Sends a request and waits for its end. Sends it again if the user allows what it was refused.
  ///
  /// - Parameters:
  ///   - publishesPartialBodies: Whether the body is published while it arrives.
  ///   - sink: Receives the body, which otherwise is kept in memory.
  ///   - willStart: Receives each run before it starts, to be able to cancel it.
  ///   - observe: Receives all events in order. Returning `false` cancels the run.
  /// - Returns: The exchange with its secrets masked.
  package func send(
    _ request: SavedRequest, at address: Address?, publishesPartialBodies: Bool = false, sink: BodySink? = nil,
    willStart: (Run) -> Void, observe: (RunEvent) -> Bool
  ) async -> Exchange {
    var allowed = allowed
    while true {
      let job = job(request, at: address, allowed, publishesPartialBodies, sink)
      let (exchange, refused, questions) = await send(job, willStart, observe)
      if answers.take(from: questions, askPrompt) { continue }
      guard let address, !refused.isEmpty, let consent = askConsent(refused), consent != .no else { return exchange }
      allowed.formUnion(refused)
      guard consent == .always else { continue }
      do {
        try workspace.allow(refused, for: address)
      } catch {
        _ = observe(.warning("Cannot save the permission: \(error)"))
      }
    }
  }

  /// What `send` would send.
  package func preview(_ request: SavedRequest, at address: Address?) async -> RequestPreview {
    await engine.preview(job(request, at: address, allowed, false, nil))
  }

  /// The request in the parts that code is made of.
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
    job.inputs = { context in
      var changed = try await inputs(context)
      changed.folders = folders
      changed.inherited.options = options(changed.inherited.options)
      if let secretValue { changed.secretValue = secretValue }
      return changed
    }
    return await engine.outline(job)
  }

  private func send(
    _ job: SendEngine.Job, _ willStart: (Run) -> Void, _ observe: (RunEvent) -> Bool
  ) async -> (Exchange, refused: [OutsideSource], questions: [PromptQuestion]) {
    let run = engine.run(job)
    willStart(run)
    var refused: [OutsideSource] = []
    var questions: [PromptQuestion] = []
    for await event in run.start() {
      if !observe(event) { run.cancel() }
      switch event {
      case .refused(let sources): refused = sources
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
    let environment = environment ?? address.flatMap(workspace.onlyEnvironment)
    var job = SendEngine.Job(
      request: request, origin: address.map { Exchange.Origin(root: workspace.collections.root, address: $0) },
      environment: environment, publishesPartialBodies: publishesPartialBodies, sink: sink
    ) { _ in
      if let address {
        return try workspace.inputs(
          of: address, environment: environment, overrides: overrides, allowed: allowed, answers: answers.all)
      }
      guard let collection else { return workspace.inputs(overrides: overrides) }
      return try workspace.inputs(
        environment: environment, of: collection, overrides: overrides, allowed: allowed, answers: answers.all)
    }
    job.canLogIn = canLogIn
    return job
  }
}

/// The values that the user typed for prompts, by the names of their variables.
private final class PromptAnswers: Sendable {
  private let answers = Mutex<[String: String]>([:])

  var all: [String: String] { answers.withLock(\.self) }

  /// Asks all questions.
  ///
  /// - Returns: Whether there were any and all were answered.
  func take(from questions: [PromptQuestion], _ ask: (PromptQuestion) -> String?) -> Bool {
    for question in questions {
      guard let answer = ask(question) else { return false }
      answers.withLock { $0[question.name] = answer }
    }
    return !questions.isEmpty
  }
}
