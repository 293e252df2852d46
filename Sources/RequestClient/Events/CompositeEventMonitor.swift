/// Several monitors as one, told one after another; their own queues do not count.
public struct CompositeEventMonitor: EventMonitor {
  private let monitors: [any EventMonitor]

  /// - Parameter monitors: Told in this order.
  public init(monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Tells each monitor.
  public func request(_ request: any Request, did event: RequestEvent) {
    for monitor in monitors { monitor.request(request, did: event) }
  }
}
