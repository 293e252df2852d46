internal import RequestModel

extension Stage {
  /// Runs the hooks that may change variables and the request.
  static let preRequest = Stage("pre-request") { context in
    for hook in context.services.hooks.preRequest { try await hook(context) }
  }

  /// Runs the hooks that read the response.
  static let postResponse = Stage("post-response") { context in
    guard case .completed = context.exchange.outcome else { return }
    for hook in context.services.hooks.postResponse { try await hook(context) }
  }
}
