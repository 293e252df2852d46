public import Foundation

/// What a handler of a download gets: the value or the error, and everything that is known of the exchange either way.
public struct DownloadResponse<Success: Sendable, Failure: Error>: Sendable {
  /// The last message that went out; `nil` where none could be made.
  public var request: OutgoingRequest?
  /// `nil` where no head came.
  public var head: ResponseHead?
  /// Where the body is; `nil` where none has begun to come.
  public var fileURL: URL?
  /// What is needed to go on later; see `DownloadRequest.resumeData`.
  public var resumeData: Data?
  /// Every hop of every attempt.
  public var timeline: Timeline
  /// When things happened that a caller waits for.
  public var times: RequestTimes
  /// Zero where nothing was serialized.
  public var serializationDuration: Duration
  /// The serializer's value, or why there is none.
  public var result: Result<Success, Failure>

  /// A response as it stands, for tests and for handlers of one's own.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, fileURL: URL?, resumeData: Data?, timeline: Timeline, times: RequestTimes,
    serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    self.request = request
    self.head = head
    self.fileURL = fileURL
    self.resumeData = resumeData
    self.timeline = timeline
    self.times = times
    self.serializationDuration = serializationDuration
    self.result = result
  }

  /// The head's parsed part; `nil` where no head came.
  public var response: HTTPResponse? { head?.response }

  /// `nil` where the response has an error.
  public var value: Success? { try? result.get() }  // The error has its own accessor.

  /// `nil` where the response has a value.
  public var error: Failure? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// The response as this library's handlers get it.
public typealias ClientDownloadResponse<Success: Sendable> = DownloadResponse<Success, RequestError>

extension DownloadResponse {
  /// The same response with another value; an error stays.
  public func map<New>(_ transform: (Success) -> New) -> DownloadResponse<New, Failure> {
    with(result.map(transform))
  }

  /// The same response with another value, or with what `transform` throws.
  public func tryMap<New>(_ transform: (Success) throws -> New) -> DownloadResponse<New, any Error> {
    with(Result { try transform(try result.get()) })
  }

  /// The same response with another error; a value stays.
  public func mapError<New: Error>(_ transform: (Failure) -> New) -> DownloadResponse<Success, New> {
    with(result.mapError(transform))
  }

  /// The same response with another error, or with what `transform` throws.
  public func tryMapError<New: Error>(_ transform: (Failure) throws -> New) -> DownloadResponse<Success, any Error> {
    with(
      Result {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw try transform(error)
        }
      })
  }

  func failing(with error: Failure) -> Self { with(.failure(error)) }

  private func with<S, F>(_ result: Result<S, F>) -> DownloadResponse<S, F> {
    DownloadResponse<S, F>(
      request: request, head: head, fileURL: fileURL, resumeData: resumeData, timeline: timeline, times: times,
      serializationDuration: serializationDuration, result: result)
  }
}
