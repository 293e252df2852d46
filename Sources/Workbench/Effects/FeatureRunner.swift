import Dispatch
import WorkbenchCore

/// Runs the effects of a feature and reports their results as events.
@MainActor
protocol FeatureRunner: AnyObject {
  associatedtype Work: FeatureEffect

  func run(_ effect: Work)
  /// Cancels what runs because the program quits.
  func interrupt()
  /// Waits for what is being written before the program quits, for most work until the deadline.
  func finish(by deadline: DispatchTime)
  /// Cancels what runs when the workspace is closed.
  func close()
}

extension FeatureRunner {
  func interrupt() {}
  func finish(by deadline: DispatchTime) {}
  func close() {}

  /// - Returns: Whether the effect is one of its feature.
  func runs(_ effect: any FeatureEffect) -> Bool {
    guard let own = effect as? Work else { return false }
    run(own)
    return true
  }
}
