public import Foundation
internal import Synchronization

/// A response: the value or the error, and everything known about the exchange.
///
/// `Content` is `Data` for a body in memory (`DataResponse`), or `URL` for a body in a file (`DownloadResponse`). Copies
/// are cheap: the responses of a request share their storage.
public struct TransferResponse<Content: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private let exchange: CompletedExchange
  private let serializationCompleted: ContinuousClock.Instant?

  /// Duration of the serializer; zero if nothing was serialized.
  public let serializationDuration: Duration
  /// The value or the error.
  public let result: Result<Success, Failure>

  init(
    _ exchange: CompletedExchange, completed: ContinuousClock.Instant?, duration: Duration,
    result: Result<Success, Failure>
  ) {
    self.exchange = exchange
    serializationCompleted = completed
    serializationDuration = duration
    self.result = result
  }

  /// The value, if there is one.
  public var value: Success? { if case .success(let value) = result { value } else { nil } }
  /// The error, if there is one.
  public var error: Failure? { if case .failure(let error) = result { error } else { nil } }
  /// The last message sent; `nil` if none could be created.
  public var request: OutgoingRequest? { exchange.request }
  /// The response head as received; `nil` if there was none.
  public var head: ResponseHead? { exchange.head }
  /// The response head as an `HTTPResponse`.
  public var response: HTTPResponse? { exchange.response }
  /// The fields that the server sent after the body (RFC 9110, section 6.5), such as a checksum. They change nothing in
  /// `head`: a trailer named like a header is only here.
  public var trailers: HTTPHeaders { head == nil ? [] : timeline.lastTrailers }
  /// The status code; `nil` if there was no response.
  public var statusCode: Int? { head?.status }
  /// Every hop of every attempt.
  public var timeline: Timeline { exchange.timeline }
  /// When the request started, received its response and ended.
  public var times: RequestTimes {
    var times = exchange.times
    times.serializationCompleted = serializationCompleted
    return times
  }
}

/// A response with its body in memory.
public typealias DataResponse<Success: Sendable, Failure: Error> = TransferResponse<Data, Success, Failure>
/// A response with its body in a file.
public typealias DownloadResponse<Success: Sendable, Failure: Error> = TransferResponse<URL, Success, Failure>
/// The response type of this library's handlers.
public typealias ClientResponse<Success: Sendable> = DataResponse<Success, RequestError>
/// The response type of this library's handlers of downloads.
public typealias ClientDownloadResponse<Success: Sendable> = DownloadResponse<Success, RequestError>

extension TransferResponse where Content == Data {
  /// Creates a response.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, data: Data?, timeline: Timeline, times: RequestTimes,
    serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    let exchange = CompletedExchange(request: request, head: head, data: data, timeline: timeline, times: times)
    self.init(exchange, completed: times.serializationCompleted, duration: serializationDuration, result: result)
  }

  /// The decompressed body received so far; `nil` if no byte was received.
  public var data: Data? { exchange.data }
  /// The body as received if it could not be decompressed (`RequestError.undecodableBody`), otherwise `nil`.
  public var encodedData: Data? { exchange.encodedData }
}

extension TransferResponse where Content == URL {
  /// Creates a response.
  public init(
    request: OutgoingRequest?, head: ResponseHead?, fileURL: URL?, resumeData: Data?, timeline: Timeline,
    times: RequestTimes, serializationDuration: Duration, result: Result<Success, Failure>
  ) {
    let exchange = CompletedExchange(
      request: request, head: head, fileURL: fileURL, resumeData: resumeData, timeline: timeline, times: times)
    self.init(exchange, completed: times.serializationCompleted, duration: serializationDuration, result: result)
  }

  /// The file with the body; `nil` if no byte was received.
  public var fileURL: URL? { exchange.fileURL }
  /// Data for resuming the download later; see `DownloadRequest.resumeData`.
  public var resumeData: Data? { exchange.resumeData }
}

extension TransferResponse {
  /// Transforms the value; an error is kept.
  public func map<New>(_ transform: (Success) -> New) -> TransferResponse<Content, New, Failure> {
    with(result.map(transform))
  }

  /// Transforms the value; an error thrown by `transform` becomes the result.
  public func tryMap<New>(_ transform: (Success) throws -> New) -> TransferResponse<Content, New, any Error> {
    with(result.tryMap(transform))
  }

  /// Transforms the error; a value is kept.
  public func mapError<New: Error>(_ transform: (Failure) -> New) -> TransferResponse<Content, Success, New> {
    with(result.mapError(transform))
  }

  /// Transforms the error; an error thrown by `transform` becomes the result.
  public func tryMapError<New: Error>(
    _ transform: (Failure) throws -> New
  ) -> TransferResponse<Content, Success, any Error> {
    with(result.tryMapError(transform))
  }

  func failing(with error: Failure) -> Self { with(.failure(error)) }

  private func with<NewSuccess, NewFailure>(
    _ result: Result<NewSuccess, NewFailure>
  ) -> TransferResponse<Content, NewSuccess, NewFailure> {
    TransferResponse<Content, NewSuccess, NewFailure>(
      exchange, completed: serializationCompleted, duration: serializationDuration, result: result)
  }
}

extension Result where Success: Sendable {
  func tryMap<New>(_ transform: (Success) throws -> New) -> Result<New, any Error> {
    Result<New, any Error> { try transform(try get()) }
  }

  func tryMapError<New: Error>(_ transform: (Failure) throws -> New) -> Result<Success, any Error> {
    Result<Success, any Error> {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw try transform(error)
      }
    }
  }
}

extension Timeline {
  /// The trailers of the last hop.
  var lastTrailers: HTTPHeaders { HTTPHeaders(hops.last?.trailers ?? []) }
}

/// Times of a request; `Timeline` has the times of each hop.
public struct RequestTimes: Hashable, Sendable {
  /// When the request was started; for a retried one, its last attempt.
  public var requestStarted: ContinuousClock.Instant?
  /// When the head of the last response arrived.
  public var initialResponse: ContinuousClock.Instant?
  /// When the last hop ended.
  public var requestCompleted: ContinuousClock.Instant?
  /// When the handler's serializer finished.
  public var serializationCompleted: ContinuousClock.Instant?

  /// Creates times; `nil` means unknown.
  public init(
    requestStarted: ContinuousClock.Instant? = nil, initialResponse: ContinuousClock.Instant? = nil,
    requestCompleted: ContinuousClock.Instant? = nil, serializationCompleted: ContinuousClock.Instant? = nil
  ) {
    self.requestStarted = requestStarted
    self.initialResponse = initialResponse
    self.requestCompleted = requestCompleted
    self.serializationCompleted = serializationCompleted
  }

  /// From the start to the head of the response, or to the end if none came.
  public var latency: Duration { duration(from: requestStarted, to: initialResponse ?? requestCompleted) }
  /// From the start to the end of the last hop.
  public var requestDuration: Duration { duration(from: requestStarted, to: requestCompleted) }
  /// From the end of the last hop until the serializer finished, including serializers before it.
  public var serializationDuration: Duration { duration(from: requestCompleted, to: serializationCompleted) }
  /// From the start until the serializer finished.
  public var totalDuration: Duration { duration(from: requestStarted, to: serializationCompleted) }

  private func duration(from start: ContinuousClock.Instant?, to end: ContinuousClock.Instant?) -> Duration {
    guard let start, let end else { return .zero }
    return start.duration(to: end)
  }
}

extension TransferResponse: CustomStringConvertible, CustomDebugStringConvertible {
  /// `success(…)` or `failure(…)`.
  public var description: String { "\(result)" }

  /// The whole exchange over several lines: heads, bodies of text up to 100,000 bytes or the file, times and the result.
  /// Values of sensitive headers and cookies are hidden.
  public var debugDescription: String {
    var text = ResponseText()
    text.addRequest(request)
    text.addHead(head)
    if Content.self == URL.self {
      text.add("File", exchange.fileURL?.path ?? "None")
      text.add("Resume Data", exchange.resumeData.map { "\($0.count) bytes" } ?? "None")
    } else {
      text.addBody(exchange.data)
    }
    text.addTrailers(trailers)
    text.addTimes(times, serialization: serializationDuration)
    text.add("Result", description)
    return text.text
  }
}

/// The result of an attempt, shared by the responses of all handlers.
final class CompletedExchange: Sendable {
  let request: OutgoingRequest?
  let head: ResponseHead?
  /// The body of a data request.
  let data: Data?
  /// The body as received, if it could not be decoded.
  let encodedData: Data?
  /// The file of a download.
  let fileURL: URL?
  let resumeData: Data?
  let timeline: Timeline
  let times: RequestTimes
  let error: RequestError?
  private let madeResponse = Mutex<HTTPResponse?>(nil)

  /// Created on first use: many handlers need only the body.
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
    timeline: Timeline, times: RequestTimes, error: RequestError? = nil
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

/// An exchange as readable text.
///
/// Values of sensitive headers are hidden, so that the text can be logged. Bodies and URLs are not redacted.
struct ResponseText {
  /// In bytes; of larger bodies only the size is written.
  private static let longestBody = 100_000
  private static let secretHeaders = HeaderNames.credentials.union(["Set-Cookie"])

  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func addRequest(_ request: OutgoingRequest?) {
    guard let request else { return lines.append("[Request]: None") }
    lines.append("[Request]: \(request.method.rawValue) \(request.url)")
    addHeaders(request.headers, hiding: request.sensitiveHeaders)
    lines.append("  [Body]: \(Self.describe(request.body))")
  }

  mutating func addHead(_ head: ResponseHead?) {
    guard let head else { return lines.append("[Response]: None") }
    let status = head.response.status
    let phrase = status.reasonPhrase.isEmpty ? "" : " " + status.reasonPhrase
    lines.append("[Response]: \(head.httpVersion) \(status.code)\(phrase)")
    addHeaders(head.headers)
  }

  mutating func add(_ name: String, _ value: String) { lines.append("[\(name)]: \(value)") }

  mutating func addBody(_ data: Data?) { lines.append("  [Body]: \(Self.describe(data))") }

  mutating func addTrailers(_ trailers: HTTPHeaders) {
    if !trailers.isEmpty { addHeaders(trailers, "Trailers") }
  }

  mutating func addTimes(_ times: RequestTimes, serialization: Duration) {
    let isKnown = times.requestStarted != nil && times.requestCompleted != nil
    add("Request Duration", isKnown ? "\(times.requestDuration)" : "None")
    add("Serialization Duration", "\(serialization)")
  }

  private mutating func addHeaders(
    _ headers: HTTPHeaders, _ title: String = "Headers", hiding sensitive: HeaderNames = []
  ) {
    lines.append(headers.isEmpty ? "  [\(title)]: None" : "  [\(title)]:")
    for header in headers {
      let isSecret = Self.secretHeaders.contains(header.name) || sensitive.contains(header.name)
      lines.append("    \(header.name): \(isSecret ? "(hidden)" : header.value)")
    }
  }

  private static func describe(_ data: Data?) -> String {
    guard let data, !data.isEmpty else { return "None" }
    guard data.count <= longestBody, let text = data.argumentText else { return "\(data.count) bytes" }
    return (["\(data.count) bytes"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 })
      .joined(separator: "\n")
  }

  private static func describe(_ body: HTTPBody?) -> String {
    let length = body?.knownLength.map { "\($0) bytes" } ?? "an unknown number of bytes"
    return switch body {
    case nil: "None"
    case .data(let data): describe(data)
    case .file(let file): "\(length) from \(file.path)"
    case .stream: "\(length) from a stream"
    case .multipart: "\(length) of a form"
    }
  }
}
