internal import Foundation

/// What all handlers of a request get to see of an attempt, made once and shared by their responses.
final class SettledExchange: Sendable {
  let request: OutgoingRequest?
  let head: ResponseHead?
  let response: HTTPResponse?
  /// Of a data request.
  let data: Data?
  /// Of a download.
  let fileURL: URL?
  let resumeData: Data?
  let timeline: Timeline
  let times: RequestTimes
  let error: RequestError?

  init(
    request: OutgoingRequest?, head: ResponseHead?, data: Data? = nil, fileURL: URL? = nil, resumeData: Data? = nil,
    timeline: Timeline, times: RequestTimes, error: RequestError? = nil
  ) {
    self.request = request
    self.head = head
    response = head?.response
    self.data = data
    self.fileURL = fileURL
    self.resumeData = resumeData
    self.timeline = timeline
    self.times = times
    self.error = error
  }
}
