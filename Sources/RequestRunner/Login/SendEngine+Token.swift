package import RequestModel
internal import Synchronization

extension SendEngine {
  /// Looks up the kept token of a request. Sends nothing and fetches nothing from outside of the files.
  ///
  /// - Returns: `nil` where the request has no token, or it is not known which.
  package func keptToken(_ job: Job) async -> TokenState? {
    var job = job
    job.isPreview = true
    let found = Found()
    var pipeline = SendPipeline(
      RunContext(job, services: services, session: session, another: run) { found.take($0) })
    // A request that lacks something has a problem when it is sent, not here.
    try? await pipeline.prepareWithoutHooks()
    return found.state
  }

  private final class Found: Sendable {
    private let found = Mutex<TokenState?>(nil)
    var state: TokenState? { found.withLock(\.self) }

    func take(_ event: RunEvent) {
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
