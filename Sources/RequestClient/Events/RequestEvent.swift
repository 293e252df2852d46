public import Foundation

/// Something that happened to a request.
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
  /// The head of an answer came, a redirect's or a challenge's too.
  case didReceiveResponse(ResponseHead)
  /// A piece of the final answer's body came, decompressed; its size in bytes.
  case didReceiveData(byteCount: Int)
  /// So much of the request's body is on its way, in bytes.
  case didSendBodyData(TransferProgress)
  /// The next hop goes to where an answer pointed.
  case willRedirect(from: HTTPResponse, to: OutgoingRequest)
  /// The server asked for credentials, and they are sent now.
  case didReceiveChallenge(HTTPResponse)
  /// A hop ended; its line of the timeline.
  case didGatherMetrics(TransferTimeline.Hop)
  /// The last hop of an attempt ended.
  case didCompleteTask(RequestError?)

  // Judging the answer
  /// One of the checks of `validate` was made.
  case didValidate(HTTPResponse, RequestError?)
  /// The file of a download was moved to its destination.
  case didFinishDownloading(URL)
  /// A serializer is done; the value is a `DataResponse` or `DownloadResponse`.
  case didParseResponse(any Sendable)
  /// Another attempt will be made, the number counting from 1 for the first retry.
  case isRetrying(retryCount: Int, dueTo: RequestError)

  // The five states
  /// The request was started or goes on.
  case didResume
  /// The request waits for `resume()`.
  case didSuspend
  /// The request was cancelled; its handlers follow.
  case didCancel
  /// The request is over and its last handler was handed over.
  case didFinish
  /// The transfer of a hop was started, or told to go on.
  case didResumeTask
  /// The transfer under way was told to pause.
  case didSuspendTask
  /// The transfer under way was told to end.
  case didCancelTask
}
