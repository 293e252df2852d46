internal import Foundation
internal import RequestModel
internal import RequestStore

extension Stage {
  /// Stores cookies and the exchange.
  static let record = Stage("record", runsAlways: true) { context in
    if context.wasSent { context.saveCookies() }
    guard let record = context.services.record, context.keepsHistory else { return }
    let extent = context.historyOption
    guard extent != .off else { return }
    var kept = context.exchange
    if extent == .noBodies { kept = kept.withoutBodies(because: "the option \"history\" leaves bodies out").0 }
    kept.request = KeptRequest(mask: context.mask.current).masking(kept.request)
    do {
      try record(kept, extent == .noBodies ? nil : context.bodyFile)
    } catch {
      context.unrecorded = String(describing: error)
    }
  }
}

extension RunContext {
  /// Tells history what is about to be sent, so that a program that is killed leaves a trace of it.
  func noteSending(_ prepared: PreparedRequest) {
    guard let willSend = services.willSend, keepsHistory, prepared.options.history != .off else { return }
    willSend(job.id) { [self] in beforeSending(prepared) }
  }

  private func beforeSending(_ prepared: PreparedRequest) -> Exchange {
    let sent = SentRequest(method: prepared.method, url: prepared.url, headers: prepared.headers)
    return Exchange(
      id: job.id, request: KeptRequest(mask: mask.current).masking(shownRequest), origin: job.origin,
      environment: job.environment, startedAt: job.startedAt, sent: mask.current.masked(sent),
      outcome: .cancelled(partial: nil), duration: .zero)
  }

  /// What history keeps by the options of the request, its folders and the environment.
  fileprivate var historyOption: RequestOptions.History {
    if let (_, prepared) = assembled { return prepared.options.history }
    // Nothing was assembled: the request failed before.
    var assembly = assembly(of: request)
    return assembly.effectiveOptions().history
  }

  /// The file with the response body, if it has no secrets.
  fileprivate var bodyFile: AnonymousFile? {
    exchange.response?.maskedSecrets.isEmpty == true ? received?.bodyFile : nil
  }

  func syncCookies() {
    if let problem = cookies?.sync(at: Date()) { emit(.warning(problem)) }
  }

  /// What other programs changed is read before the next request.
  fileprivate func saveCookies() {
    if let cookies, cookies.haveChanged(at: Date()) { syncCookies() }
  }
}
