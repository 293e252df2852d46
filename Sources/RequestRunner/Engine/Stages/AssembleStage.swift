internal import RequestModel
internal import RequestRuns

extension Stage {
  /// Fills in templates and builds URL, headers and body.
  static let assemble = Stage("assemble") { context in
    var assembly = context.assembly(of: context.request)
    defer { context.mask.learn(assembly.secrets, headers: assembly.credentialHeaders) }
    do throws(Failure) {
      let prepared = try await assembly.resolve(RunKinds(context: context))
      context.assembled = (assembly, prepared)
      context.direction.retries = prepared.options.retries
      context.direction.retryDelay = prepared.options.retryDelay.map { .seconds($0) }
      for warning in assembly.warnings { context.log(.console(LogEvent.ConsoleLine("warn", warning))) }
    } catch {
      if !assembly.refused.isEmpty { context.refuse(assembly.refused) }
      if !assembly.missingVariables.isEmpty { context.emit(.missingVariables(assembly.missingVariables)) }
      let isTested = context.job.sendsAsPostman && !context.job.isPreview && assembly.refused.isEmpty
      if isTested { await context.testWithoutResponse() }
      throw error
    }
  }
}
