internal import Foundation

extension SendPipeline {
  /// Stores cookies and the exchange. That of a script's request is held until the script's job ends.
  ///
  /// - Returns: The reason why the exchange could not be stored.
  mutating func record() -> String? {
    run.notes.end()
    run.remasking.end()
    if run.record.wasSent { run.saveCookies() }
    guard run.services.record != nil, run.record.isKept else { return nil }
    let extent = historyOption
    guard extent != .off else { return nil }
    guard let held = run.job.heldExchanges else { return run.store(extent) }
    held.hold(run, extent)
    return nil
  }

  /// The history option of the request, its folders and the environment.
  private var historyOption: RequestOptions.History {
    if let assembled { return assembled.prepared.options.history }
    // The request failed before it was assembled.
    var assembly = resolved.assembly
    return assembly.effectiveOptions().history
  }
}

extension ExchangeRecord {
  /// The file with the response body, if it has no secrets.
  fileprivate var bodyFile: AnonymousFile? {
    exchange.response?.maskedSecrets.isEmpty == true ? received?.bodyFile : nil
  }
}

extension RunContext {
  static let noBodiesReason = "the option \"history\" leaves bodies out"

  /// Stores the exchange, masked with the secrets known by now.
  ///
  /// - Returns: The reason why it could not be stored.
  func store(_ extent: RequestOptions.History) -> String? {
    guard let store = services.record else { return nil }
    var kept = record.exchange
    if extent == .noBodies { kept = kept.withoutBodies(because: Self.noBodiesReason).0 }
    kept.request = KeptRequest(mask: mask.current).masking(kept.request)
    do {
      try store(kept, extent == .noBodies ? nil : record.bodyFile)
      return nil
    } catch {
      return String(describing: error)
    }
  }

  /// Records in history that the request is about to be sent, so that a killed program leaves a trace of it.
  func noteSending(_ prepared: PreparedRequest) {
    guard let willSend = services.willSend, record.isKept, prepared.options.history != .off else { return }
    willSend(job.id) { [self] in beforeSending(prepared) }
    notes.allow(omittingBodies: prepared.options.history == .noBodies)
  }

  /// Masks the secrets that the script which sends the request, if any, has set so far. History is written before its job
  /// ends.
  func maskSecretsOfScript() { job.heldExchanges?.addSecrets(to: mask) }

  private func beforeSending(_ prepared: PreparedRequest) -> Exchange {
    maskSecretsOfScript()
    let sent = SentRequest(method: prepared.method, url: prepared.shownURL, headers: prepared.headers)
    return Exchange(
      id: job.id, request: KeptRequest(mask: mask.current).masking(record.shownRequest), origin: job.origin,
      environment: job.environment, startedAt: job.startedAt, sent: mask.current.masked(sent),
      outcome: .cancelled(partial: nil), duration: .zero)
  }

  func syncCookies() {
    if let problem = cookies?.sync(at: Date()) { emit(.warning(problem)) }
  }

  /// Saves cookies that have changed. Changes by other programs are read before the next request.
  fileprivate func saveCookies() {
    if let cookies, cookies.haveChanged(at: Date()) { syncCookies() }
  }
}
