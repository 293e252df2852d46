internal import Foundation

/// A monitor and the serial queue on which it is told.
struct MonitorLine: Sendable {
  private let monitor: any EventMonitor
  private let queue: DispatchQueue

  init(_ monitor: any EventMonitor) {
    self.monitor = monitor
    queue = DispatchQueue(label: "RequestClient.events", target: monitor.queue)
  }

  /// Returns at once, so that it may be called with a lock held.
  func tell(_ event: RequestEvent, of request: any Request) {
    queue.async { [monitor] in monitor.request(request, did: event) }
  }
}
