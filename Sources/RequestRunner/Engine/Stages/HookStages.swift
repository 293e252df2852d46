internal import RequestModel
internal import RequestRuns

extension Stage {
  /// Runs the hooks that may change variables and the request, or leave the request out.
  static let preRequest = Stage("pre-request") { context in
    for hook in context.services.hooks.preRequest { try await hook(context) }
    guard context.direction.skipsRequest else { return }
    context.keepsHistory = false
    throw CancellationError()
  }

  /// Runs the hooks that read the response, or those for a missing one.
  static let postResponse = Stage("post-response") { context in
    let hooks = context.services.hooks
    if context.hasResponse {
      for hook in hooks.postResponse { try await hook(context) }
    } else if context.job.sendsAsPostman, case .failed = context.exchange.outcome {
      await context.testWithoutResponse()
    }
  }
}

extension RunContext {
  /// Runs the hooks for a missing response, whose errors are failed checks.
  func testWithoutResponse() async {
    for hook in services.hooks.postFailure { try? await hook(self) }
  }
}
