public import Foundation

/// What a handler of a download gets: the value or the error, and everything that is known of the exchange either way.
///
/// A copy costs little: what the responses of a request have in common is shared.
public struct DownloadResponse<Success: Sendable, Failure: Error>: Sendable {
  private let exchange: SettledExchange
  private let serializationCompleted: ContinuousClock.Instant?
  /// How long the serializer took; zero where nothing was serialized.
  public let serializationDuration: Duration
  /// The value or why there is none.
  public let result: Result<Success, Failure>

  /// A response of these parts.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, fileURL: URL?, resumeData: Data?, timeline: TransferTimeline,
    times: RequestTimes,
    serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    exchange = SettledExchange(
      request: request, head: head, fileURL: fileURL, resumeData: resumeData, timeline: timeline, times: times)
    serializationCompleted = times.serializationCompleted
    self.serializationDuration = serializationDuration
    self.result = result
  }

  init(
    _ exchange: SettledExchange, completed: ContinuousClock.Instant?, duration: Duration,
    result: Result<Success, Failure>
  ) {
    self.exchange = exchange
    serializationCompleted = completed
    serializationDuration = duration
    self.result = result
  }

  /// The last message that went out; `nil` where none could be made.
  public var request: OutgoingRequest? { exchange.request }
  /// The head as it came; `nil` where none did.
  public var head: ResponseHead? { exchange.head }
  /// The head in the standard type.
  public var response: HTTPResponse? { exchange.response }
  /// The status of the answer; `nil` where none came.
  public var statusCode: Int? { head?.status }
  /// Where the body is; `nil` where none has begun to come.
  public var fileURL: URL? { exchange.fileURL }
  /// What is needed to go on later; see `DownloadRequest.resumeData`.
  public var resumeData: Data? { exchange.resumeData }
  /// Every hop of every attempt.
  public var timeline: TransferTimeline { exchange.timeline }

  /// When things happened that a caller waits for.
  public var times: RequestTimes {
    var times = exchange.times
    times.serializationCompleted = serializationCompleted
    return times
  }

  /// The value, where there is one.
  public var value: Success? {
    if case .success(let value) = result { value } else { nil }
  }

  /// Why there is no value.
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
    DownloadResponse<S, F>(exchange, completed: serializationCompleted, duration: serializationDuration, result: result)
  }
}
