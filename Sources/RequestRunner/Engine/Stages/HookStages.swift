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

  /// Runs the hooks that read the response.
  static let postResponse = Stage("post-response") { context in
    guard case .completed = context.exchange.outcome else { return }
    for hook in context.services.hooks.postResponse { try await hook(context) }
  }
}
