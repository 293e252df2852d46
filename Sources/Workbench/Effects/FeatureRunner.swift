import Dispatch

/// Runs the effects of a feature and reports their results as events.
@MainActor
protocol FeatureRunner: AnyObject {
  associatedtype Work: FeatureEffect

  func run(_ effect: Work)
  /// Cancels running work because the program quits.
  func interrupt()
  /// Waits for pending writes before the program quits; most work is waited for only until the deadline.
  func finish(by deadline: DispatchTime)
  /// Cancels running work when the workspace is closed.
  func close()
}

extension FeatureRunner {
  func interrupt() {}
  func finish(by deadline: DispatchTime) {}
  func close() {}

  /// - Returns: Whether the effect belongs to its feature.
  func runs(_ effect: any FeatureEffect) -> Bool {
    guard let own = effect as? Work else { return false }
    run(own)
    return true
  }
}
