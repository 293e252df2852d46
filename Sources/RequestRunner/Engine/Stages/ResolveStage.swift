internal import RequestModel
internal import RequestRuns

extension Stage {
  /// Reads the request's folders, environment, secrets and permissions.
  static let resolve = Stage("resolve") { context in
    context.keepsHistory = false
    var inputs = try await context.job.inputs(context)
    if let row = context.job.iteration?.row { inputs.variables[.dataRow] = row.rowVariables }
    let path = context.job.origin.map { $0.root + "/" + $0.address.path }
    inputs.variables.add(context.request.variables, to: .request, from: path)
    context.keepsHistory = true
    context.resolved(inputs)
    for warning in inputs.warnings { context.log(.console(LogEvent.ConsoleLine("warn", warning))) }
    await context.restoreCredentials()
  }
}

extension RunContext {
  /// Replaces a request from history, which lacks its credentials, with the one in its file if nothing else differs.
  fileprivate func restoreCredentials() async {
    guard KeptRequest.isMasked(request), let original = inputs.fileRequest() else { return }
    var assembly = assembly(of: original)
    _ = try? await assembly.resolve(RunKinds(context: self))  // Reported when the request is assembled.
    let kept = KeptRequest(mask: assembly.mask)
    // Earlier versions recorded members that are left out now.
    if kept.masking(original) == kept.masking(request) { request = original }
  }
}
