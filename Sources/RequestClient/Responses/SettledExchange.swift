internal import Foundation
internal import Synchronization

/// What all handlers of a request get to see of an attempt, made once and shared by their responses.
final class SettledExchange: Sendable {
  let request: OutgoingRequest?
  let head: ResponseHead?
  /// Of a data request.
  let data: Data?
  /// As received, where it could not be decoded.
  let encodedData: Data?
  /// Of a download.
  let fileURL: URL?
  let resumeData: Data?
  let timeline: TransferTimeline
  let times: RequestTimes
  let error: RequestError?
  private let madeResponse = Mutex<HTTPResponse?>(nil)

  /// Made when it is first asked for: many look at the body alone.
  var response: HTTPResponse? {
    guard let head else { return nil }
    return madeResponse.withLock { made in
      if let made { return made }
      let response = head.response
      made = response
      return response
    }
  }

  init(
    request: OutgoingRequest?, head: ResponseHead?, data: Data? = nil, encodedData: Data? = nil, fileURL: URL? = nil,
    resumeData: Data? = nil,
    timeline: TransferTimeline, times: RequestTimes, error: RequestError? = nil
  ) {
    self.request = request
    self.head = head
    self.data = data
    self.encodedData = encodedData
    self.fileURL = fileURL
    self.resumeData = resumeData
    self.timeline = timeline
    self.times = times
    self.error = error
  }
}
