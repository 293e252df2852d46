internal import Synchronization

/// The handlers that scripts before a request registered with `pm.onMessage`. The script host keeps them.
final class MessageScripts: Sendable {
  /// The result of a call.
  struct Outcome: Sendable {
    /// The number of messages that the handlers were called with; `nil` if they can no longer be called.
    var count: Int?
    /// The errors of the handlers, as sentences.
    var failures: [String] = []
  }

  private let hooks: ScriptHooks
  private let session: ScriptSession
  /// The limit of tests for all messages together.
  private let tests = Mutex(TestBound())

  init(_ hooks: ScriptHooks, _ session: ScriptSession) { (self.hooks, self.session) = (hooks, session) }

  /// Calls the handlers with messages in order, for about a second, and carries out their changes.
  func call(_ messages: [ScriptMessage], _ context: inout HookContext) async -> Outcome {
    context.mask.addSecrets(context.secretsInScope)
    let job = context.messageJob(messages)
    let answers = MessageAnswers(answers: ScriptAnswers(context, packages: hooks.packages), scripts: self)
    defer { hooks.refused.note(answers.answers.permissions.refused, of: context.resolved.collection) }
    do throws(ScriptError) {
      let result = try await hooks.run(job, answers.answers, services: answers, session, context)
      hooks.adopt(result, of: job, &context)
      let limit = context.run.limited
      // The first error is the one of the job.
      let failures = [result.failure].compactMap(\.self) + result.earlierFailures
      return Outcome(count: result.handledMessages, failures: failures.map { $0.sentence(limit) })
    } catch {
      if error.endsScript { context.warn("The variables that the script had set by then are lost") }
      return Outcome(failures: error == .cancelled ? [] : [error.description])
    }
  }

  /// Whether a test is reported individually.
  fileprivate func passes(_ event: ScriptEvent) -> Bool { tests.withLock { $0.passes(event, ScriptLimits()) } }

  /// Reports the tests beyond the limit as one.
  func reportRest(_ context: HookContext) {
    guard let rest = tests.withLock(\.rest) else { return }
    let reports = HeldReports(context.run)
    reports.receive(.test(rest))
    reports.release()
  }
}

/// Serves handlers and limits their tests for all messages together.
private struct MessageAnswers: ScriptServices {
  let answers: ScriptAnswers
  let scripts: MessageScripts

  func receive(_ event: ScriptEvent) { if scripts.passes(event) { answers.receive(event) } }

  func answer(_ question: ScriptQuestion) async -> JSONObject { await answers.answer(question) }
}
