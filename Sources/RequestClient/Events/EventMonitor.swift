public import Foundation

/// Observes the events of requests, serially and in order.
///
/// Implement `request(_:did:)` to receive every event, or the methods for single events. A slow monitor does not delay
/// requests.
public protocol EventMonitor: Sendable {
  /// The queue for the monitor's methods; a private queue by default. Concurrent queues are used serially.
  var queue: DispatchQueue? { get }

  /// Called for each event. The default implementation calls the method for that event.
  func request(_ request: any Request, did event: RequestEvent)

  /// The request was started or resumed.
  func requestDidResume(_ request: any Request)
  /// The request was suspended.
  func requestDidSuspend(_ request: any Request)
  /// The request was cancelled; its handlers follow.
  func requestDidCancel(_ request: any Request)
  /// The request has ended and its last handler was called.
  func requestDidFinish(_ request: any Request)
  /// The request is retried; `retryCount` is 1 for the first retry.
  func requestIsRetrying(_ request: any Request, retryCount: Int, dueTo error: RequestError)
  /// A hop was handed to the transport.
  func request(_ request: any Request, didCreateTask message: OutgoingRequest)
  /// A response head was received, including those of redirects and challenges.
  func request(_ request: any Request, didReceiveResponse head: ResponseHead)
  /// A hop ended and was added to the timeline.
  func request(_ request: any Request, didGatherMetrics hop: Timeline.Hop)
  /// The last hop of an attempt ended, possibly with an error.
  func request(_ request: any Request, didCompleteTask error: RequestError?)
  /// `response` is a `DataResponse` or a `DownloadResponse`.
  func request(_ request: any Request, didParseResponse response: any Sendable)
}

extension EventMonitor {
  /// `nil`: a private queue.
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
  public func request(_ request: any Request, didGatherMetrics hop: Timeline.Hop) {}
  /// Does nothing.
  public func request(_ request: any Request, didCompleteTask error: RequestError?) {}
  /// Does nothing.
  public func request(_ request: any Request, didParseResponse response: any Sendable) {}
}

/// An event in the life of a request.
public enum RequestEvent: Sendable {
  // Creating the message
  /// The convertible created the message of an attempt.
  case didCreateInitialRequest(OutgoingRequest)
  /// The convertible threw.
  case didFailToCreateRequest(RequestError)
  /// The adapters changed the message.
  case didAdaptInitialRequest(OutgoingRequest, to: OutgoingRequest)
  /// An adapter threw.
  case didFailToAdaptRequest(OutgoingRequest, RequestError)

  // On the wire
  /// A message is sent: the first of an attempt, one after a redirect or challenge, or a repetition after the
  /// connection was closed without a response.
  case didCreateTask(OutgoingRequest)
  /// A response head was received, including those of redirects and challenges.
  case didReceiveResponse(ResponseHead)
  /// A chunk of the final response's body was received; its size in bytes, decompressed.
  case didReceiveData(byteCount: Int)
  /// Part of the request body was sent.
  case didSendBodyData(TransferProgress)
  /// A redirect is followed.
  case willRedirect(from: HTTPResponse, to: OutgoingRequest)
  /// The message is sent again with credentials after a challenge.
  case didReceiveChallenge(HTTPResponse)
  /// A hop ended and was added to the timeline.
  case didGatherMetrics(Timeline.Hop)
  /// The last hop of an attempt ended.
  case didCompleteTask(RequestError?)

  // Validating the response
  /// A validator ran.
  case didValidate(HTTPResponse, RequestError?)
  /// The file of a download was moved to its destination.
  case didFinishDownloading(URL)
  /// A serializer finished; the value is a `DataResponse` or `DownloadResponse`.
  case didParseResponse(any Sendable)
  /// The request is retried; the count is 1 for the first retry.
  case isRetrying(retryCount: Int, dueTo: RequestError)

  // State changes
  /// The request was started or resumed.
  case didResume
  /// The request was suspended.
  case didSuspend
  /// The request was cancelled; its handlers follow.
  case didCancel
  /// The request has ended and its last handler was called.
  case didFinish
  /// The transfer of a hop was started or resumed.
  case didResumeTask
  /// The transfer was paused.
  case didSuspendTask
  /// The transfer was cancelled.
  case didCancelTask
}

/// Combines several monitors, which are called in order; their own queues are ignored.
public struct CompositeEventMonitor: EventMonitor {
  private let monitors: [any EventMonitor]

  /// Creates a monitor.
  ///
  /// - Parameter monitors: Called in this order.
  public init(monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Calls each monitor.
  public func request(_ request: any Request, did event: RequestEvent) {
    for monitor in monitors { monitor.request(request, did: event) }
  }
}

/// A monitor that calls a closure.
public struct ClosureEventMonitor: EventMonitor {
  /// The queue to call the closure on.
  public let queue: DispatchQueue?
  private let handler: @Sendable (any Request, RequestEvent) -> Void

  /// Creates a monitor.
  ///
  /// - Parameter handler: Called for each event, in order.
  public init(queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (any Request, RequestEvent) -> Void) {
    self.queue = queue
    self.handler = handler
  }

  /// Calls the closure.
  public func request(_ request: any Request, did event: RequestEvent) { handler(request, event) }
}

/// Posts a notification for each state change of a request and its transfers, with the request as the object.
///
/// Compare the object with `==`: it equals the request but may be a different reference. Add the monitor to
/// `SessionConfiguration.eventMonitors`.
public struct NotificationMonitor: EventMonitor {
  private let center: NotificationCenter

  /// Creates a monitor.
  ///
  /// - Parameter center: The center to post to.
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
  /// A request has ended.
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
struct QueuedMonitor: Sendable {
  private let monitor: any EventMonitor
  private let queue: DispatchQueue

  init(_ monitor: any EventMonitor) {
    self.monitor = monitor
    queue = DispatchQueue(label: "RequestClient.events", target: monitor.queue)
  }

  /// Returns at once, so that it may be called with a lock held.
  func notify(_ event: RequestEvent, of request: any Request) {
    queue.async { [monitor] in monitor.request(request, did: event) }
  }
}
