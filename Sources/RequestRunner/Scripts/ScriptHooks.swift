internal import Foundation

/// Runs the scripts of requests and of the folders above them.
package struct ScriptHooks: Sendable {
  /// Reads the folder of JavaScript packages from the settings; `nil` if it is not set.
  package typealias Packages = @Sendable () throws -> String?

  let host: ScriptHost
  let packages: Packages
  let refused = RefusedSources()

  package init(_ host: ScriptHost, packages: @escaping Packages = { nil }) {
    self.host = host
    self.packages = packages
  }

  package var hooks: RunHooks {
    let after: RunHooks.Hook = { try await runEvent(.postResponse, &$0) }
    return RunHooks(preRequest: [{ try await runEvent(.preRequest, &$0) }], postResponse: [after], postFailure: [after])
  }

  private func runEvent(_ event: ScriptJob.Event, _ context: inout HookContext) async throws {
    guard !context.job.isPreview else { return }
    let scripts = try ScriptSources(context.resolved, event).read()
    // Ask for the permission of scripts after the response before the request is sent.
    let later = event == .preRequest ? try ScriptSources(context.resolved, .postResponse).read() : []
    if !scripts.isEmpty || !later.isEmpty { try checkPermission(event, scripts + later, context) }
    guard !scripts.isEmpty else {
      // Start the process while the request is sent.
      if !later.isEmpty { host.warm() }
      return
    }
    context.mask.addSecrets(context.secretsInScope)
    let (job, session) = (context.scriptJob(event, scripts), session(event, scripts, later, &context))
    let answers = ScriptAnswers(context, packages: packages)
    defer { refused.note(answers.permissions.refused, of: context.resolved.collection) }
    let result: ScriptResult
    do throws(ScriptError) {
      result = try await run(job, answers, session, context)
    } catch {
      if error == .cancelled { throw CancellationError() }
      if error.endsScript { context.warn("The variables that the script had set by then are lost") }
      return try fail(error.description, event, context)
    }
    // Nothing was sent: once the user has given permission, everything is repeated.
    if event == .preRequest, result.failure != nil || !result.earlierFailures.isEmpty, !context.job.rules.sendsAsPostman
    {
      let sources = toAskFor(answers.permissions.refused, context)
      if !sources.isEmpty { context.resolved.refuse(sources) }
    }
    try finish(result, of: job, &context)
  }

  /// Runs a job and changes the variables that its scripts have set. What it has reported is logged after that, and
  /// what it has sent is stored in history.
  ///
  /// - Parameter services: Those of the job, if they are not the answers themselves.
  func run(
    _ job: ScriptJob, _ answers: ScriptAnswers, services: (any ScriptServices)? = nil, _ session: ScriptSession?,
    _ context: HookContext
  ) async throws(ScriptError) -> ScriptResult {
    defer { answers.release() }
    let result = try await host.run(job, services: services ?? answers, in: session)
    context.apply(result.changes)
    return result
  }

  /// The session of the scripts. Scripts after the response see the globals of those before the request, and messages
  /// go to the handlers that these registered.
  private func session(
    _ event: ScriptJob.Event, _ scripts: [ScriptSource], _ later: [ScriptSource], _ context: inout HookContext
  ) -> ScriptSession? {
    if event == .preRequest {
      let isNeeded = !later.isEmpty || mayHandleMessages(scripts, of: context.resolved.kind)
      context.scriptSession = isNeeded ? ScriptSession() : nil
    }
    defer { if event == .postResponse { context.scriptSession = nil } }
    return context.scriptSession
  }

  /// Whether scripts before a request may call `pm.onMessage`, directly or in a file that they load.
  private func mayHandleMessages(_ scripts: [ScriptSource], of kind: RequestKind) -> Bool {
    kind.takesMessages
      || scripts.contains { $0.source.containsExactly("onMessage") || $0.source.containsExactly("require") }
  }

  /// The number of sources in one question.
  private static let sourcesAtOnce = 3

  /// The sources that the user, if present, was not asked about yet.
  private func toAskFor(_ sources: [OutsideSource], _ context: HookContext) -> [OutsideSource] {
    guard context.job.options.canLogIn, !sources.isEmpty else { return sources }
    let resolved = context.resolved
    refused.note(sources, of: resolved.collection)
    return refused.takeSources(Self.sourcesAtOnce, of: resolved.collection, unless: resolved.inputs.access.allows)
  }

  /// Checks the permission for scripts. Scripts are code, so those of a collection need permission once. If a user is
  /// present, the question includes the sources that the scripts are known to use, once; otherwise their use is an
  /// error of the script.
  private func checkPermission(
    _ event: ScriptJob.Event, _ scripts: [ScriptSource], _ context: HookContext
  ) throws(Failure) {
    let (resolved, access) = (context.resolved, context.resolved.inputs.access)
    var missing: [OutsideSource] = access.allows(.scripts) ? [] : [.scripts]
    if event == .preRequest, context.job.options.canLogIn {
      if scripts.contains(where: { $0.source.containsExactly("pm.vault") }) {
        refused.note([.vault], of: resolved.collection)
      }
      // Without permission for the scripts, the user has not decided about the rest.
      missing += refused.takeSources(
        Self.sourcesAtOnce - missing.count, of: resolved.collection, isLast: missing.isEmpty, unless: access.allows)
    }
    guard !missing.isEmpty else { return try ValueFetch(resolved).checkSecrets() }
    resolved.refuse(missing, places: [.scripts: Self.names(of: scripts)])
    throw Failure(.unprepared, OutsideSource.refusal(of: missing))
  }

  /// The names, once each: a script and the tests in it have the same one.
  private static func names(of scripts: [ScriptSource]) -> [String] {
    scripts.indices.filter { index in !scripts[..<index].contains { $0.name == scripts[index].name } }
      .map { scripts[$0].name }
  }

  private func finish(_ result: ScriptResult, of job: ScriptJob, _ context: inout HookContext) throws {
    adopt(result, of: job, &context)
    if result.handlesMessages, let session = context.scriptSession {
      context.messageScripts = MessageScripts(self, session)
    }
    for failure in result.failures { try fail(failure.sentence(context.run.limited), job.event, context) }
  }

  /// Carries out what the scripts of a job have changed, apart from variables.
  func adopt(_ result: ScriptResult, of job: ScriptJob, _ context: inout HookContext) {
    if let changed = result.request, let former = job.request {
      context.request.apply(changed, over: former)
      if let auth = changed.auth { context.takeAuth(auth) }
      context.omitHeaders(changed.omittedHeaders)
      if changed.keepsBasicAuth { context.keepBasicAuth() }
      if changed.url != former.url { context.resolved.hasScriptedURL = true }
    }
    switch result.next {
    // An unknown name is reported by the run.
    case .request(let name)?: context.direction.next = .request(context.mask.current.masked(name))
    case ScriptNext.none?: context.direction.next = .none
    case nil: break
    }
    if result.isStopped { context.direction.stopsRun = true }
    if result.isSkipped { context.direction.skipsRequest = true }
    if let visualizer = result.visualizer {
      context.log(.console(LogEvent.ConsoleLine("log", context.run.limited(visualizer.data.rendered()))))
    }
  }

  /// Handles an error of a script. Before the request, it is not sent, unless it follows Postman's rules; after the
  /// response, it counts as failed.
  private func fail(_ sentence: String, _ event: ScriptJob.Event, _ context: HookContext) throws {
    switch event {
    case .preRequest where context.job.rules.sendsAsPostman:
      context.log(.check(.scriptError("script before the request", sentence)))
    case .preRequest:
      let shown = context.mask.current.masked(report: sentence)
      throw Failure(.unprepared, "The script before the request failed: \(shown)")
    case .message: context.log(.check(.scriptError("script for messages", sentence)))
    case .postResponse:
      context.log(.check(.scriptError("script after the response", sentence)))
    }
  }
}

extension ScriptResult {
  /// The errors of all scripts.
  var failures: [ScriptFailure] { earlierFailures + [failure].compactMap(\.self) }
}

extension LogEvent.Check {
  static func scriptError(_ name: String, _ sentence: String) -> LogEvent.Check {
    LogEvent.Check(name, isPassed: false, detail: sentence, isScriptError: true)
  }
}

extension ScriptFailure {
  /// - Parameter limit: Truncates a text that is too long.
  func sentence(_ limit: (String) -> String) -> String {
    limit("\(name): \(message)") + (stack.map { " (\(limit($0)))" } ?? "")
  }
}

extension ScriptError {
  /// Whether a script may have run until the error.
  var endsScript: Bool {
    switch self {
    case .time, .memory, .totalMemory, .forbidden, .ended, .invalidMessage, .unresponsive: true
    default: false
    }
  }
}
