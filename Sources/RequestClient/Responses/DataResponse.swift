public import Foundation

/// What a handler gets: the value or the error, and everything that is known of the exchange either way.
///
/// A copy costs little: what the responses of a request have in common is shared.
public struct DataResponse<Success: Sendable, Failure: Error>: Sendable {
  private let exchange: SettledExchange
  private let serializationCompleted: ContinuousClock.Instant?
  /// How long the serializer took; zero where nothing was serialized.
  public let serializationDuration: Duration
  /// The value or why there is none.
  public let result: Result<Success, Failure>

  /// A response of these parts.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, data: Data?, timeline: TransferTimeline, times: RequestTimes,
    serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    exchange = SettledExchange(request: request, head: head, data: data, timeline: timeline, times: times)
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
  /// The decompressed body so far; `nil` where no byte came.
  public var data: Data? { exchange.data }
  /// The body as received, where it could not be decompressed (`RequestError.undecodableBody`); `nil` otherwise.
  public var encodedData: Data? { exchange.encodedData }
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
public typealias ClientResponse<Success: Sendable> = DataResponse<Success, RequestError>

extension DataResponse {
  /// The same response with another value; an error stays.
  public func map<New>(_ transform: (Success) -> New) -> DataResponse<New, Failure> {
    with(result.map(transform))
  }

  /// The same response with another value, or with what `transform` throws.
  public func tryMap<New>(_ transform: (Success) throws -> New) -> DataResponse<New, any Error> {
    with(Result { try transform(try result.get()) })
  }

  /// The same response with another error; a value stays.
  public func mapError<New: Error>(_ transform: (Failure) -> New) -> DataResponse<Success, New> {
    with(result.mapError(transform))
  }

  /// The same response with another error, or with what `transform` throws.
  public func tryMapError<New: Error>(_ transform: (Failure) throws -> New) -> DataResponse<Success, any Error> {
    with(
      Result {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw try transform(error)
        }
      })
  }

  func failing(with error: Failure) -> Self { with(.failure(error)) }

  private func with<S, F>(_ result: Result<S, F>) -> DataResponse<S, F> {
    DataResponse<S, F>(exchange, completed: serializationCompleted, duration: serializationDuration, result: result)
  }
}
