public import Foundation

/// Observes everything that happens to requests, in order, one event after another.
///
/// Implement `request(_:did:)` to receive every event, or single ones of the methods named after the events. A slow
/// monitor delays no request: events wait for it in its queue.
public protocol EventMonitor: Sendable {
  /// The queue to call the monitor on; `nil`, the default, for a queue of its own. A concurrent queue is used
  /// serially.
  var queue: DispatchQueue? { get }

  /// Called for each event. The default implementation calls the method for that event.
  func request(_ request: any Request, did event: RequestEvent)

  /// The request was started or resumes.
  func requestDidResume(_ request: any Request)
  /// The request waits for `resume()`.
  func requestDidSuspend(_ request: any Request)
  /// The request was cancelled; its handlers follow.
  func requestDidCancel(_ request: any Request)
  /// The request has ended and its last handler was called.
  func requestDidFinish(_ request: any Request)
  /// Another attempt begins, the number counting from 1 for the first retry.
  func requestIsRetrying(_ request: any Request, retryCount: Int, dueTo error: RequestError)
  /// A hop was handed to the transport.
  func request(_ request: any Request, didCreateTask message: OutgoingRequest)
  /// A response head was received, including those of redirects and challenges.
  func request(_ request: any Request, didReceiveResponse head: ResponseHead)
  /// A hop ended; its line of the timeline.
  func request(_ request: any Request, didGatherMetrics hop: TransferTimeline.Hop)
  /// The last hop of an attempt ended, with the transport's error if it has one.
  func request(_ request: any Request, didCompleteTask error: RequestError?)
  /// `response` is a `DataResponse` or a `DownloadResponse`.
  func request(_ request: any Request, didParseResponse response: any Sendable)
}

extension EventMonitor {
  /// `nil`
  public var queue: DispatchQueue? { nil }

  /// Calls the method for the event.
  public func request(_ request: any Request, did event: RequestEvent) {
    switch event {
    case .didResume: requestDidResume(request)
    case .didSuspend: requestDidSuspend(request)
    case .didCancel: requestDidCancel(request)
    case .didFinish: requestDidFinish(request)
    case .isRetrying(let count, let error): requestIsRetrying(request, retryCount: count, dueTo: error)
    case .didCreateTask(let message): self.request(request, didCreateTask: message)
    case .didReceiveResponse(let head): self.request(request, didReceiveResponse: head)
    case .didGatherMetrics(let hop): self.request(request, didGatherMetrics: hop)
    case .didCompleteTask(let error): self.request(request, didCompleteTask: error)
    case .didParseResponse(let response): self.request(request, didParseResponse: response)
    case .didCreateInitialRequest, .didFailToCreateRequest, .didAdaptInitialRequest, .didFailToAdaptRequest,
      .didReceiveData, .didSendBodyData, .willRedirect, .didReceiveChallenge, .didValidate, .didFinishDownloading,
      .didResumeTask, .didSuspendTask, .didCancelTask:
      break
    }
  }

  /// Does nothing.
  public func requestDidResume(_ request: any Request) {}
  /// Does nothing.
  public func requestDidSuspend(_ request: any Request) {}
  /// Does nothing.
  public func requestDidCancel(_ request: any Request) {}
  /// Does nothing.
  public func requestDidFinish(_ request: any Request) {}
  /// Does nothing.
  public func requestIsRetrying(_ request: any Request, retryCount: Int, dueTo error: RequestError) {}
  /// Does nothing.
  public func request(_ request: any Request, didCreateTask message: OutgoingRequest) {}
  /// Does nothing.
  public func request(_ request: any Request, didReceiveResponse head: ResponseHead) {}
  /// Does nothing.
  public func request(_ request: any Request, didGatherMetrics hop: TransferTimeline.Hop) {}
  /// Does nothing.
  public func request(_ request: any Request, didCompleteTask error: RequestError?) {}
  /// Does nothing.
  public func request(_ request: any Request, didParseResponse response: any Sendable) {}
}

/// An event in the life of a request.
public enum RequestEvent: Sendable {
  // Making the message
  /// The convertible made the message of an attempt.
  case didCreateInitialRequest(OutgoingRequest)
  /// The convertible threw.
  case didFailToCreateRequest(RequestError)
  /// The adapters changed the message.
  case didAdaptInitialRequest(OutgoingRequest, to: OutgoingRequest)
  /// An adapter threw.
  case didFailToAdaptRequest(OutgoingRequest, RequestError)

  // On the wire
  /// A message is sent: the first of an attempt, the one after a redirect or challenge, or the same one again because its
  /// connection was closed without a response.
  case didCreateTask(OutgoingRequest)
  /// A response head was received, including those of redirects and challenges.
  case didReceiveResponse(ResponseHead)
  /// A chunk of the final response's body was received; its size in bytes, decompressed.
  case didReceiveData(byteCount: Int)
  /// So much of the request's body is on its way, in bytes.
  case didSendBodyData(TransferProgress)
  /// The next hop goes to where a response pointed.
  case willRedirect(from: HTTPResponse, to: OutgoingRequest)
  /// The server asked for credentials, and they are sent now.
  case didReceiveChallenge(HTTPResponse)
  /// A hop ended; its line of the timeline.
  case didGatherMetrics(TransferTimeline.Hop)
  /// The last hop of an attempt ended.
  case didCompleteTask(RequestError?)

  // Validating the response
  /// A validator ran.
  case didValidate(HTTPResponse, RequestError?)
  /// The file of a download was moved to its destination.
  case didFinishDownloading(URL)
  /// A serializer finished; the value is a `DataResponse` or `DownloadResponse`.
  case didParseResponse(any Sendable)
  /// Another attempt will be made, the number counting from 1 for the first retry.
  case isRetrying(retryCount: Int, dueTo: RequestError)

  // The five states
  /// The request was started or resumes.
  case didResume
  /// The request waits for `resume()`.
  case didSuspend
  /// The request was cancelled; its handlers follow.
  case didCancel
  /// The request has ended and its last handler was called.
  case didFinish
  /// The transfer of a hop was started, or asked to go on.
  case didResumeTask
  /// The transfer under way was asked to pause.
  case didSuspendTask
  /// The transfer under way was asked to end.
  case didCancelTask
}

/// Combines several monitors, which are called in order; their own queues are ignored.
public struct CompositeEventMonitor: EventMonitor {
  private let monitors: [any EventMonitor]

  /// - Parameter monitors: Told in this order.
  public init(monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Tells each monitor.
  public func request(_ request: any Request, did event: RequestEvent) {
    for monitor in monitors { monitor.request(request, did: event) }
  }
}

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

/// Posts a notification for each change of a request's state and of its transfer's, the request being its object.
///
/// Compare objects with `==`: the object equals the request but may be a different reference.
/// It is installed only if it is asked for, with `SessionConfiguration.eventMonitors`: a notification is seen by the
/// whole process.
public struct NotificationMonitor: EventMonitor {
  private let center: NotificationCenter

  /// - Parameter center: Where notifications are posted.
  public init(center: NotificationCenter = .default) { self.center = center }

  /// Posts the notification for `event`, if it has one.
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
  /// A request was started or resumed.
  public static let requestDidResume = Notification.Name("RequestClient.request.didResume")
  /// A request was suspended.
  public static let requestDidSuspend = Notification.Name("RequestClient.request.didSuspend")
  /// A request was cancelled.
  public static let requestDidCancel = Notification.Name("RequestClient.request.didCancel")
  /// A request is over, and its last handler was handed over.
  public static let requestDidFinish = Notification.Name("RequestClient.request.didFinish")
  /// A transfer was started or resumed.
  public static let requestDidResumeTask = Notification.Name("RequestClient.request.didResumeTask")
  /// A transfer was paused.
  public static let requestDidSuspendTask = Notification.Name("RequestClient.request.didSuspendTask")
  /// A transfer was cancelled.
  public static let requestDidCancelTask = Notification.Name("RequestClient.request.didCancelTask")
  /// The last transfer of an attempt ended.
  public static let requestDidCompleteTask = Notification.Name("RequestClient.request.didCompleteTask")
}

/// A monitor and its serial queue.
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
