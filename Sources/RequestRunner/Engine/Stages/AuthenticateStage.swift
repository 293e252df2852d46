internal import RequestModel

extension SendPipeline {
  /// Adds credentials to the assembled request.
  mutating func authenticate(_ bare: AssembledRequest) async throws -> AuthenticatedRequest {
    try Task.checkCancellation()
    var request = bare
    defer { run.mask.addSecrets(request.assembly.secrets, headers: request.assembly.credentialHeaders) }
    let kinds = kinds(for: bare.prepared)
    try await request.assembly.authenticate(&request.prepared, kinds)
    assembled = request
    let isMadeForEachHop = request.assembly.auth.kind.isMadeForEachHop
    return AuthenticatedRequest(
      bare: bare, prepared: request.prepared,
      redirector: isMadeForEachHop
        ? RedirectAuthentication(bare.prepared, request.assembly, kinds).redirector : nil)
  }
}
