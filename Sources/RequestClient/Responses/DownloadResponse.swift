public import Foundation

/// A download response: the value or the error, and everything known about the exchange.
///
/// Copies are cheap: the responses of a request share their storage.
public struct DownloadResponse<Success: Sendable, Failure: Error>: Sendable {
  let parts: ResponseParts<Success, Failure>

  /// Creates a response.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, fileURL: URL?, resumeData: Data?, timeline: TransferTimeline,
    times: RequestTimes,
    serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    let exchange = CompletedExchange(
      request: request, head: head, fileURL: fileURL, resumeData: resumeData, timeline: timeline, times: times)
    parts = ResponseParts(
      exchange, completed: times.serializationCompleted, duration: serializationDuration, result: result)
  }

  init(_ parts: ResponseParts<Success, Failure>) { self.parts = parts }

  /// The last message sent; `nil` if none could be created.
  public var request: OutgoingRequest? { parts.exchange.request }
  /// The response head as received; `nil` if there was none.
  public var head: ResponseHead? { parts.exchange.head }
  /// The response head as an `HTTPResponse`.
  public var response: HTTPResponse? { parts.exchange.response }
  /// The status code; `nil` if there was no response.
  public var statusCode: Int? { head?.status }
  /// The file with the body; `nil` if no byte was received.
  public var fileURL: URL? { parts.exchange.fileURL }
  /// Data for resuming the download later; see `DownloadRequest.resumeData`.
  public var resumeData: Data? { parts.exchange.resumeData }
  /// Every hop of every attempt.
  public var timeline: TransferTimeline { parts.exchange.timeline }
  /// When the request started, received its response and ended.
  public var times: RequestTimes { parts.times }
  /// Duration of the serializer; zero if nothing was serialized.
  public var serializationDuration: Duration { parts.serializationDuration }
  /// The value or the error.
  public var result: Result<Success, Failure> { parts.result }
  /// The value, if there is one.
  public var value: Success? { parts.value }
  /// The error, if there is one.
  public var error: Failure? { parts.error }
}

/// The response type of this library's handlers.
public typealias ClientDownloadResponse<Success: Sendable> = DownloadResponse<Success, RequestError>

extension DownloadResponse {
  /// Transforms the value; an error is kept.
  public func map<New>(_ transform: (Success) -> New) -> DownloadResponse<New, Failure> {
    DownloadResponse<New, Failure>(parts.with(result.map(transform)))
  }

  /// Transforms the value; an error thrown by `transform` becomes the result.
  public func tryMap<New>(_ transform: (Success) throws -> New) -> DownloadResponse<New, any Error> {
    DownloadResponse<New, any Error>(parts.with(result.tryMap(transform)))
  }

  /// Transforms the error; a value is kept.
  public func mapError<New: Error>(_ transform: (Failure) -> New) -> DownloadResponse<Success, New> {
    DownloadResponse<Success, New>(parts.with(result.mapError(transform)))
  }

  /// Transforms the error; an error thrown by `transform` becomes the result.
  public func tryMapError<New: Error>(_ transform: (Failure) throws -> New) -> DownloadResponse<Success, any Error> {
    DownloadResponse<Success, any Error>(parts.with(result.tryMapError(transform)))
  }

  func failing(with error: Failure) -> Self { Self(parts.with(.failure(error))) }
}
