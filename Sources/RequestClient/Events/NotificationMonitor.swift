public import Foundation

/// Posts a notification for each change of a request's state and of its transfer's, the request being its object.
///
/// Observe any object, and compare: the object equals the request, and need not be the same reference.
/// It is installed only where it is asked for, with `SessionConfiguration.eventMonitors`: a notification is seen by the
/// whole process.
public struct NotificationMonitor: EventMonitor {
  private let center: NotificationCenter

  /// - Parameter center: Where notifications are posted.
  public init(center: NotificationCenter = .default) { self.center = center }

  /// Posts what `event` is called, nothing for events that have no name.
  public func request(_ request: any Request, did event: RequestEvent) {
    if let name = event.notificationName { center.post(name: name, object: request) }
  }
}

extension RequestEvent {
  fileprivate var notificationName: Notification.Name? {
    switch self {
    case .didResume: .requestDidResume
    case .didSuspend: .requestDidSuspend
    case .didCancel: .requestDidCancel
    case .didFinish: .requestDidFinish
    case .didResumeTask: .requestDidResumeTask
    case .didSuspendTask: .requestDidSuspendTask
    case .didCancelTask: .requestDidCancelTask
    case .didCompleteTask: .requestDidCompleteTask
    default: nil
    }
  }
}

extension Notification.Name {
  /// A request was started or went on.
  public static let requestDidResume = Notification.Name("RequestClient.request.didResume")
  /// A request was suspended.
  public static let requestDidSuspend = Notification.Name("RequestClient.request.didSuspend")
  /// A request was cancelled.
  public static let requestDidCancel = Notification.Name("RequestClient.request.didCancel")
  /// A request is over, and its last handler was handed over.
  public static let requestDidFinish = Notification.Name("RequestClient.request.didFinish")
  /// A transfer was started or went on.
  public static let requestDidResumeTask = Notification.Name("RequestClient.request.didResumeTask")
  /// A transfer was paused.
  public static let requestDidSuspendTask = Notification.Name("RequestClient.request.didSuspendTask")
  /// A transfer was cancelled.
  public static let requestDidCancelTask = Notification.Name("RequestClient.request.didCancelTask")
  /// The last transfer of an attempt ended.
  public static let requestDidCompleteTask = Notification.Name("RequestClient.request.didCompleteTask")
}
