public import Foundation

/// A monitor made of a closure.
public struct ClosureEventMonitor: EventMonitor {
  /// Where the closure is called.
  public let queue: DispatchQueue?
  private let hear: @Sendable (any Request, RequestEvent) -> Void

  /// - Parameter hear: Called for each event, in order.
  public init(queue: DispatchQueue? = nil, _ hear: @escaping @Sendable (any Request, RequestEvent) -> Void) {
    self.queue = queue
    self.hear = hear
  }

  /// Calls the closure.
  public func request(_ request: any Request, did event: RequestEvent) { hear(request, event) }
}
