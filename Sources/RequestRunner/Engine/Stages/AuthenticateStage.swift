extension SendPipeline {
  mutating func authenticate(_ bare: AssembledRequest) async throws -> AuthenticatedRequest {
    try Task.checkCancellation()
    let authenticated = try await bare.authenticated(kinds(for: bare.prepared))
    assembled = authenticated.request
    return authenticated
  }
}

extension AssembledRequest {
  /// Adds credentials.
  func authenticated(_ kinds: RunKinds) async throws(Failure) -> AuthenticatedRequest {
    var (assembly, prepared) = (assembly, prepared)
    defer { kinds.run.mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders) }
    try await assembly.authenticate(&prepared, kinds)
    let isMadeForEachHop = assembly.auth.kind.isMadeForEachHop
    return AuthenticatedRequest(
      bare: self, request: AssembledRequest(assembly, prepared),
      redirector: isMadeForEachHop ? RedirectAuthentication(self.prepared, assembly, kinds).redirector : nil)
  }
}
