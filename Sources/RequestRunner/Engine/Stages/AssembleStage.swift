extension SendPipeline {
  /// Fills in templates and builds URL, headers and body.
  mutating func assemble() async throws -> AssembledRequest {
    try Task.checkCancellation()
    var assembly = resolved.assembly
    defer { run.mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders) }
    do throws(Failure) {
      var prepared = try await assembly.resolve(kinds())
      prepared.patience = run.job.options.patience
      prepared.typedOptions = run.job.options.typedOptions
      let made = AssembledRequest(assembly, prepared)
      assembled = made
      direction.retries = prepared.options.retries
      direction.retryDelay = prepared.options.retryDelay.map { .seconds($0) }
      let warnings = assembly.warnings + unusualBody(of: prepared) + unusedParts + unusedOptions(of: prepared)
      warnings.forEach(run.warn)
      return made
    } catch {
      if !assembly.refused.isEmpty { resolved.refuse(assembly.refused) }
      if !assembly.missingVariables.isEmpty { run.emit(.missingVariables(assembly.missingVariables)) }
      let isTested = run.job.rules.sendsAsPostman && !run.job.isPreview && assembly.refused.isEmpty
      if isTested { await testWithoutResponse() }
      // Values that were typed are missing only if they could not be kept.
      let answers = resolved.inputs.sources.answers
      let questions = (run.job.options.asksForValues ? resolved.questions(for: assembly, error) : []).filter {
        answers[$0.key] == nil
      }
      guard !questions.isEmpty else { throw error }
      run.ask(questions)
      throw Failure.unanswered(questions, advice: error.sentence)
    }
  }

  /// Warnings about members and checks that requests of the kind do not use.
  private var unusedParts: [String] {
    [resolved.request.unusedSentence, unusedFolderChecks].compactMap(\.self)
  }

  private var unusedFolderChecks: String? {
    let hasMessages = resolved.kind.takesMessages
    let unused = resolved.inputs.folders.flatMap(\.checks).filter {
      $0["off"]?.bool != true && !MessageQueries.areMeant(by: $0, inFolderOf: hasMessages)
    }
    guard !unused.isEmpty else { return nil }
    let hasEvents = unused.contains(where: MessageQueries.areAboutEvents)
    let subject = hasMessages ? "about HTTP responses" : "about messages" + (hasEvents ? "" : " of conversations")
    return "Checks of the folders that are \(subject) are not evaluated: \(CheckName.of(unused[0]))"
      + (unused.count > 1 ? " and \(unused.count - 1) more" : "")
  }

  /// The options of a request that a program has a use for.
  private static let optionsOfPrograms: Set = [
    "timeout", "maxBody", "history", "unknownAsText", "retries", "retryDelay",
  ]

  /// The warning about options of the request that a program has no use for, or that libcurl does not apply to a
  /// WebSocket.
  private func unusedOptions(of prepared: PreparedRequest) -> [String] {
    if prepared.isProgram {
      let unused = resolved.request.options.document.keys.filter { !Self.optionsOfPrograms.contains($0) }
      return unused.map { "\(prepared.typedOptions.title(of: $0)) is not used for a program" }
    }
    guard prepared.isWebSocket else { return [] }
    let isPlain = prepared.options.httpVersion == .http2 && !prepared.isSecure
    let names = [prepared.options.rateLimit == nil ? nil : "rateLimit"].compactMap(\.self)
    return names.map { "\(prepared.typedOptions.title(of: $0)) is not used for a WebSocket" }
      + (isPlain ? ["HTTP/2 without TLS needs the HTTP version 2-prior-knowledge; HTTP/1.1 is used"] : [])
  }

  /// The warning that a GET or a HEAD has a body; Postman gives none.
  private func unusualBody(of prepared: PreparedRequest) -> [String] {
    guard !run.job.rules.sendsAsPostman, prepared.body != nil, SavedRequest.usuallyHasNoBody(prepared.method) else {
      return []
    }
    return ["\(prepared.method) is sent with a body, which servers may ignore"]
  }
}
