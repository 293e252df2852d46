extension SendPipeline {
  mutating func authenticate(_ bare: AssembledRequest) async throws -> AuthenticatedRequest {
    try Task.checkCancellation()
    var request = bare
    let authenticated = try await request.authenticate(kinds(for: bare.prepared))
    assembled = request
    return authenticated
  }
}

extension AssembledRequest {
  /// Adds credentials.
  mutating func authenticate(_ kinds: RunKinds) async throws(Failure) -> AuthenticatedRequest {
    let bare = self
    defer { kinds.run.mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders) }
    try await assembly.authenticate(&prepared, kinds)
    let isMadeForEachHop = assembly.auth.kind.isMadeForEachHop
    return AuthenticatedRequest(
      bare: bare, prepared: prepared,
      redirector: isMadeForEachHop ? RedirectAuthentication(bare.prepared, assembly, kinds).redirector : nil)
  }
}
