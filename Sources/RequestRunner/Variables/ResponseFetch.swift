internal import Foundation

/// Fetches the response of another request for a template.
struct ResponseFetch {
  private let sources: ValueSources
  private let run: RunContext
  private let reference: ResponseReference

  init(_ resolved: ResolvedRequest, _ reference: ResponseReference) {
    (sources, run) = (resolved.inputs.sources, resolved.run)
    self.reference = reference
  }

  /// The part of the response that the template refers to.
  func value() async throws -> JSONValue {
    var job = try sources.job(reference.request)
    job.request = run.job.options.change(job.request)
    job.options.change = run.job.options.change
    job.callers = run.job.callers
    job.rules = run.job.rules
    job.options.asksForValues = run.job.options.asksForValues
    let key = Self.key(of: job)
    let kept =
      run.services.sent.response(key, reference.maxAge) ?? run.services.responses.kept(key, reference.maxAge)
    if let kept { return try value(in: kept) }
    if let recent = recorded(job) { return recent }
    do {
      let response = try await run.services.responses.response(
        to: key, for: Self.key(of: run.job), depth: job.callers.count, name: name
      ) { [run, job, reference] in
        try await Self.send(run.another(job), reference)
      }
      return try value(in: response)
    } catch let stop as Stop {
      if let request = stop.refused { run.refuse(request) }
      if !stop.questions.isEmpty { run.ask(stop.questions) }
      throw stop.failure
    }
  }

  /// The part of a response. From now on, its secrets are masked in this run, too.
  private func value(in response: FetchedResponse) throws(Failure) -> JSONValue {
    run.mask.addSecrets(response.secrets)
    return try response.value(of: reference.part)
  }

  /// Keeps the response of a finished run, so that templates do not send its request again.
  static func keepResponse(of run: RunContext) {
    guard let origin = run.job.origin, !run.job.isPreview, let received = run.record.received,
      let head = received.head
    else { return }
    let response = FetchedResponse(
      request: origin.address.stemPath, head: head, body: received.body, secrets: run.mask.secrets)
    run.services.sent.keep(response, of: key(of: run.job), from: run.job.startedAt)
  }

  private static func key(of job: SendEngine.Job) -> ResponseFetches.Key {
    let path = job.origin.map { $0.root + "/" + $0.address.path } ?? job.id.description
    return ResponseFetches.Key(path: path, environment: job.environment)
  }

  /// The request's path in the collection.
  private func name(_ key: ResponseFetches.Key) -> String {
    let path = key.path.removingExactly(prefix: sources.folder + "/") ?? key.path
    return Address(path).stemPath
  }

  // MARK: History

  /// The value in a recent response from history, unless the value was masked.
  private func recorded(_ job: SendEngine.Job) -> JSONValue? {
    guard let maxAge = reference.maxAge,
      let exchange = run.services.recent(job, Date(timeIntervalSinceNow: -maxAge)),
      let response = exchange.response, response.omission == nil
    else { return nil }
    let fetched = FetchedResponse(request: reference.request, head: response.head, body: response.body)
    // A value that history no longer has requires sending the request.
    guard let value = try? fetched.value(of: reference.part), !value.compact.containsExactly(SecretMask.mark) else {
      return nil
    }
    return value
  }

  // MARK: Sending

  /// The reason why a request could not be sent, with advice for the user.
  private struct Stop: Error {
    let failure: Failure
    let refused: PermissionRequest?
    let questions: [PromptQuestion]
  }

  private static func send(_ run: Run, _ reference: ResponseReference) async throws -> FetchedResponse {
    try await withTaskCancellationHandler {
      var refused: PermissionRequest?
      var questions: [PromptQuestion] = []
      for await event in run.start() {
        switch event {
        case .refused(let request): refused = request
        case .prompts(let prompts): questions = prompts
        case .ended(let exchange, _):
          if let failure = exchange.outcome.failure {
            let sentence = "The request \"\(reference.request)\" failed: \(failure.sentence)"
            throw Stop(failure: Failure(failure.kind, sentence), refused: refused, questions: questions)
          }
        default: break
        }
      }
      try Task.checkCancellation()
      guard let received = run.received, let head = received.head else { throw CancellationError() }
      return FetchedResponse(
        request: reference.request, head: head, body: received.body, secrets: run.secrets)
    } onCancel: {
      run.cancel()
    }
  }
}
