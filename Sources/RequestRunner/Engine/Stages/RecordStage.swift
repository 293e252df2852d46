internal import Foundation
internal import RequestModel

extension Stage {
  /// Stores cookies and the exchange.
  static let record = Stage("record", runsAlways: true) { context in
    if context.wasSent { context.syncCookies() }
    guard context.keepsHistory else { return }
    var kept = context.exchange
    kept.request = KeptRequest(mask: context.mask.current).masking(kept.request)
    do {
      try context.services.record(kept, context.bodyFile)
    } catch {
      context.unrecorded = String(describing: error)
    }
  }
}

extension RunContext {
  /// The file with the response body, if it has no secrets.
  fileprivate var bodyFile: AnonymousFile? {
    exchange.response?.maskedSecrets.isEmpty == true ? received?.bodyFile : nil
  }

  func syncCookies() {
    if let problem = cookies?.sync(at: Date()) { emit(.warning(problem)) }
  }
}
