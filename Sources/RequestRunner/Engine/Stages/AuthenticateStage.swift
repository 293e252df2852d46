internal import RequestModel

extension Stage {
  /// Adds credentials to the assembled request.
  static let authenticate = Stage("authenticate") { context in
    guard var (assembly, prepared) = context.assembled else { return }
    defer { context.mask.learn(assembly.secrets, headers: assembly.credentialHeaders) }
    context.unauthenticated = (assembly, prepared)
    let bare = prepared
    try await assembly.authenticate(&prepared, RunKinds(context: context, body: prepared.body))
    context.assembled = (assembly, prepared)
    if assembly.auth.kind.isMadeForEachHop {
      context.redirector = RedirectAuthentication(bare, assembly, context).redirector
    }
  }
}
