extension SendPipeline {
  /// Reads the request's folders, environment, secrets and permissions.
  mutating func resolve() async throws {
    try Task.checkCancellation()
    run.record.isKept = false
    defer { run.record.set(resolved) }
    var inputs = try await run.job.inputs(&resolved.request)
    if let row = run.job.options.iteration?.row { inputs.variables[.dataRow] = row.rowVariables }
    inputs.variables.foldersOverrideEnvironment = run.job.rules.foldersOverrideEnvironment
    let path = run.job.origin.map { $0.root + "/" + $0.address.path }
    inputs.variables.add(resolved.request.variables, to: .request, from: path)
    run.record.isKept = true
    resolved.inputs = Shared(inputs)
    if let row = run.job.options.iteration?.row { resolved.maskCredentials(of: row) }
    inputs.warnings.forEach(run.warn)
    await restoreCredentials()
  }

  /// Replaces a request from history, which lacks its credentials, with the one in its file if nothing else differs.
  private mutating func restoreCredentials() async {
    guard KeptRequest.isMasked(resolved.request), let original = resolved.inputs.fileRequest() else { return }
    var assembly = resolved.assembly(of: original)
    _ = try? await assembly.resolve(kinds())  // Reported when the request is assembled.
    let kept = KeptRequest(mask: assembly.mask)
    if kept.isUnchanged(resolved.request, since: original) { resolved.request = original }
  }

  /// The services of auth and body kinds.
  ///
  /// - Parameter prepared: The request, if it is known already.
  func kinds(for prepared: PreparedRequest? = nil) -> RunKinds {
    RunKinds(run: run, tokens: resolved.inputs.tokens, own: prepared, body: prepared?.body)
  }
}
