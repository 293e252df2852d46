extension RunHooks {
  /// Evaluates the checks of the folders of a request, and its own. Folders may have both kinds of requests, so those of
  /// their checks that are about the other kind are left out.
  package static let checks = RunHooks(postResponse: [{ context in await context.check() }])
}

extension HookContext {
  @concurrent fileprivate mutating func check() async {
    let (folders, own) = (resolved.inputs.folders, request.checks.filter { canBeEvaluated($0) })
    let hasChecks = !own.isEmpty || folders.contains { !$0.checks.isEmpty }
    guard hasChecks, let facts else { return }
    let isConversation = facts.messages != nil && !facts.isStream
    for folder in folders {
      let meant = folder.checks.filter { MessageQueries.areMeant(by: $0, inFolderOf: isConversation) }
      let checks = meant.filter { canBeEvaluated($0) }
      if !checks.isEmpty, endsRun(checks, facts, resolved.checkContext(in: folder.folder)) { return }
    }
    if !own.isEmpty { _ = endsRun(own, facts, resolved.checkContext()) }
  }

  /// Whether what a check or a capture is about is kept. A load counts messages and forgets them, and does not set what
  /// would be captured from them.
  func canBeEvaluated(_ row: JSONObject) -> Bool {
    let kept = ["message", "messages", "event", "eventId", "variable"]
    return job.messageLimit > 0 || !kept.contains(row["query"]?.string ?? "")
  }

  /// Logs the results of checks. Returns whether a hard check failed.
  private mutating func endsRun(
    _ checks: [JSONObject], _ facts: ResponseFacts, _ context: CheckContext
  ) -> Bool {
    let (results, isEnded) = CheckEvaluation(facts, context).results(of: checks)
    for result in results { log(.check(result)) }
    guard isEnded else { return false }
    direction.next = .none
    direction.failedHardCheck = true
    warn("A hard check failed: the remaining checks and requests of the iteration are skipped")
    return true
  }
}
