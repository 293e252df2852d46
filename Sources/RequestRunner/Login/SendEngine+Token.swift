internal import Synchronization

extension SendEngine {
  /// Looks up the stored token of a request. Sends nothing, and fetches nothing from outside of the files.
  ///
  /// - Returns: `nil` if the request has no token, or if it cannot be determined.
  package func keptToken(_ job: Job) async -> TokenState? {
    let job = with(job) { $0.isPreview = true }
    let found = Found()
    var pipeline = SendPipeline(
      RunContext(job, services: services, session: session, another: run) { found.keepToken(of: $0) })
    // Missing values are reported when the request is sent, not here.
    try? await pipeline.prepareWithoutHooks()
    return found.state
  }

  private final class Found: Sendable {
    private let found = Mutex<TokenState?>(nil)
    var state: TokenState? { found.withLock(\.self) }

    func keepToken(of event: RunEvent) {
      if case .token(let state) = event { found.withLock { $0 = state } }
    }
  }
}

extension SendPipeline {
  fileprivate mutating func prepareWithoutHooks() async throws {
    try await resolve()
    _ = try await authenticate(try await assemble())
  }
}
