public import Foundation

/// Hears of everything that happens to requests, in order, one event after another.
///
/// Implement `request(_:did:)` to hear everything, or single ones of the methods named after the events. A slow
/// monitor delays no request: events wait for it in its queue.
public protocol EventMonitor: Sendable {
  /// Where the monitor is called; `nil`, which is the default, for a queue of its own. A concurrent queue is used
  /// serially.
  var queue: DispatchQueue? { get }

  /// Called for each event; unless implemented it calls the method named after the event.
  func request(_ request: any Request, did event: RequestEvent)

  /// The request was started or goes on.
  func requestDidResume(_ request: any Request)
  /// The request waits for `resume()`.
  func requestDidSuspend(_ request: any Request)
  /// The request was cancelled; its handlers follow.
  func requestDidCancel(_ request: any Request)
  /// The request is over and its last handler was handed over.
  func requestDidFinish(_ request: any Request)
  /// Another attempt begins, the number counting from 1 for the first retry.
  func requestIsRetrying(_ request: any Request, retryCount: Int, dueTo error: RequestError)
  /// A hop was handed to the transport.
  func request(_ request: any Request, didCreateTask message: OutgoingRequest)
  /// The head of an answer came, a redirect's or a challenge's too.
  func request(_ request: any Request, didReceiveResponse head: ResponseHead)
  /// A hop ended; its line of the timeline.
  func request(_ request: any Request, didGatherMetrics hop: TransferTimeline.Hop)
  /// The last hop of an attempt ended, with the transport's error where it has one.
  func request(_ request: any Request, didCompleteTask error: RequestError?)
  /// `response` is a `DataResponse` or a `DownloadResponse`.
  func request(_ request: any Request, didParseResponse response: any Sendable)
}

extension EventMonitor {
  /// `nil`
  public var queue: DispatchQueue? { nil }

  /// Calls the method named after the event.
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
