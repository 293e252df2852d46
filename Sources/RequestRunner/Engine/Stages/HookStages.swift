extension SendPipeline {
  /// Runs the hooks that may change variables and the request, or skip the request.
  mutating func runHooksBefore() async throws {
    try Task.checkCancellation()
    try await withHookContext { context in
      for hook in context.run.services.hooks.preRequest { try await hook(&context) }
    }
    guard direction.skipsRequest else { return }
    run.record.isKept = false
    throw CancellationError()
  }

  /// Sets the captured variables and runs the hooks that read the response, or those for a missing one.
  mutating func runHooksAfter() async throws {
    try Task.checkCancellation()
    if run.record.isComplete {
      try await withHookContext { context in
        await context.capture()
        for hook in context.run.services.hooks.postResponse { try await hook(&context) }
      }
    } else if run.job.rules.sendsAsPostman, case .failed = run.record.exchange.outcome {
      await testWithoutResponse()
    }
  }

  /// Runs the hooks for a missing response. Their errors count as failed checks.
  mutating func testWithoutResponse() async {
    await withHookContext { context in
      for hook in context.run.services.hooks.postFailure { try? await hook(&context) }
    }
  }

  /// Keeps the changes of hooks, even if one throws.
  private mutating func withHookContext<E: Error>(
    _ body: (inout HookContext) async throws(E) -> Void
  ) async throws(E) {
    var context = HookContext(
      resolved: resolved, assembled: assembled, received: run.record.received, direction: direction,
      scriptSession: scriptSession, messageScripts: messageScripts)
    defer {
      (resolved, direction, scriptSession) = (context.resolved, context.direction, context.scriptSession)
      messageScripts = context.messageScripts
      run.record.set(resolved)
    }
    try await body(&context)
  }
}
