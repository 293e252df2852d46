internal import Foundation
internal import RequestModel

extension Stage {
  /// Keeps cookies and the exchange.
  static let record = Stage("record", runsAlways: true) { context in
    if context.wasSent { context.syncCookies() }
    guard context.keepsHistory else { return }
    var kept = context.exchange
    kept.request = KeptRequest(mask: context.mask.current).masking(kept.request)
    do {
      try context.services.record(kept)
    } catch {
      context.unrecorded = String(describing: error)
    }
  }
}

extension RunContext {
  func syncCookies() {
    if let problem = services.cookies?.sync(at: Date()) { emit(.warning(problem)) }
  }
}
