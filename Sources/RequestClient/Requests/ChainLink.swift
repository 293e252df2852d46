internal import Foundation

/// A handler of the chain, together with its serializer.
protocol ChainLink: Sendable {
  /// Whether it may run on the transport's thread: it does next to nothing and calls no code of the caller's.
  var isLight: Bool { get }
  /// Serializes and calls the handler.
  func run(_ exchange: SettledExchange, of request: RequestCore)
  /// Serializes; the handler is called later, or not at all where there is another attempt.
  func serialize(_ exchange: SettledExchange, of request: RequestCore) -> LinkOutcome
}

/// What a link came to, while a retrier may still be asked.
struct LinkOutcome: Sendable {
  var error: RequestError?
  /// Calls the handler; an error given here replaces the outcome.
  var deliver: @Sendable (RequestCore, RequestError?) -> Void
}

/// A handler of a data request.
final class DataLink<Serializer: DataResponseSerializerProtocol>: ChainLink {
  typealias Response = ClientResponse<Serializer.SerializedObject>

  private let serializer: Serializer
  private let queue: DispatchQueue?
  private let handler: @Sendable (Response) -> Void
  let isLight: Bool

  init(
    _ serializer: Serializer, on queue: DispatchQueue?, isLight: Bool = false,
    _ handler: @escaping @Sendable (Response) -> Void
  ) {
    self.serializer = serializer
    self.queue = queue
    self.isLight = isLight
    self.handler = handler
  }

  func run(_ exchange: SettledExchange, of request: RequestCore) {
    deliver(response(exchange), of: request)
  }

  func serialize(_ exchange: SettledExchange, of request: RequestCore) -> LinkOutcome {
    let response = response(exchange)
    return LinkOutcome(error: response.error) { core, replacement in
      self.deliver(replacement.map { error in response.failing(with: error) } ?? response, of: core)
    }
  }

  private func response(_ exchange: SettledExchange) -> Response {
    let start = ContinuousClock.now
    let result: Result<Serializer.SerializedObject, RequestError>
    do {
      result = .success(
        try serializer.serialize(
          request: exchange.request, response: exchange.response, data: exchange.data, error: exchange.error))
    } catch {
      result = .failure(.serialization(error))
    }
    if Serializer.self == PassthroughSerializer.self {
      return Response(exchange, completed: start, duration: .zero, result: result)
    }
    let end = ContinuousClock.now
    return Response(exchange, completed: end, duration: start.duration(to: end), result: result)
  }

  private func deliver(_ response: Response, of request: RequestCore) {
    request.tell { .didParseResponse(response) }
    if let queue { queue.async { [handler] in handler(response) } } else { handler(response) }
  }
}

/// A handler of a download.
final class DownloadLink<Serializer: DownloadResponseSerializerProtocol>: ChainLink {
  typealias Response = ClientDownloadResponse<Serializer.SerializedObject>

  private let serializer: Serializer
  private let queue: DispatchQueue?
  private let handler: @Sendable (Response) -> Void

  init(_ serializer: Serializer, on queue: DispatchQueue?, _ handler: @escaping @Sendable (Response) -> Void) {
    self.serializer = serializer
    self.queue = queue
    self.handler = handler
  }

  var isLight: Bool { false }

  func run(_ exchange: SettledExchange, of request: RequestCore) {
    deliver(response(exchange), of: request)
  }

  func serialize(_ exchange: SettledExchange, of request: RequestCore) -> LinkOutcome {
    let response = response(exchange)
    return LinkOutcome(error: response.error) { core, replacement in
      self.deliver(replacement.map { error in response.failing(with: error) } ?? response, of: core)
    }
  }

  private func response(_ exchange: SettledExchange) -> Response {
    let start = ContinuousClock.now
    let result: Result<Serializer.SerializedObject, RequestError>
    do {
      result = .success(
        try serializer.serializeDownload(
          request: exchange.request, response: exchange.response, fileURL: exchange.fileURL, error: exchange.error))
    } catch {
      result = .failure(.serialization(error))
    }
    let end = Serializer.self == FileURLSerializer.self ? start : ContinuousClock.now
    return Response(exchange, completed: end, duration: start.duration(to: end), result: result)
  }

  private func deliver(_ response: Response, of request: RequestCore) {
    request.tell { .didParseResponse(response) }
    if let queue { queue.async { [handler] in handler(response) } } else { handler(response) }
  }
}

/// The end of a stream's handler.
struct StreamLink: ChainLink {
  let end: @Sendable (RequestCore) -> Void

  var isLight: Bool { false }
  func run(_ exchange: SettledExchange, of request: RequestCore) { end(request) }

  func serialize(_ exchange: SettledExchange, of request: RequestCore) -> LinkOutcome {
    LinkOutcome(error: nil) { [end] core, _ in end(core) }
  }
}

extension RequestError {
  fileprivate static func serialization(_ error: any Error) -> RequestError {
    wrapping(error) { .responseSerializationFailed(.customSerializationFailed($0)) }
  }
}
