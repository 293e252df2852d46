internal import Foundation

/// A handler and its serializer.
///
/// Consists of closures, because a generic class would look up its types at run time on every call.
struct ChainLink: Sendable {
  /// Whether it may run on the transport's thread because it is quick and runs none of the caller's code.
  var isLight = false
  /// Serializes and calls the handler.
  let run: @Sendable (CompletedExchange, RequestCore) -> Void
  /// Serializes only; the handler is called later, or not at all if the request is retried.
  let serialize: @Sendable (CompletedExchange, RequestCore) -> LinkOutcome
}

/// A link's result while a retry is still possible.
struct LinkOutcome: Sendable {
  var error: RequestError?
  /// Calls the handler. A non-`nil` error replaces the result.
  var deliver: @Sendable (RequestCore, RequestError?) -> Void
}

extension ChainLink {
  /// A handler of a data request.
  static func data<Serializer: DataResponseSerializerProtocol>(
    _ serializer: Serializer, on queue: DispatchQueue?, isLight: Bool = false,
    _ handler: @escaping @Sendable (ClientResponse<Serializer.SerializedObject>) -> Void
  ) -> ChainLink {
    link(on: queue, isLight: isLight, handler) { $0.response(of: serializer) }
  }

  /// A handler of a download.
  static func download<Serializer: DownloadResponseSerializerProtocol>(
    _ serializer: Serializer, on queue: DispatchQueue?,
    _ handler: @escaping @Sendable (ClientDownloadResponse<Serializer.SerializedObject>) -> Void
  ) -> ChainLink {
    link(on: queue, isLight: false, handler) { $0.downloadResponse(of: serializer) }
  }

  private static func link<Content: Sendable, Success: Sendable>(
    on queue: DispatchQueue?, isLight: Bool,
    _ handler: @escaping @Sendable (TransferResponse<Content, Success, RequestError>) -> Void,
    serialized: @escaping @Sendable (CompletedExchange) -> TransferResponse<Content, Success, RequestError>
  ) -> ChainLink {
    ChainLink(isLight: isLight) { exchange, core in
      deliver(serialized(exchange), of: core, on: queue, to: handler)
    } serialize: { exchange, _ in
      let response = serialized(exchange)
      return LinkOutcome(error: response.error) { core, replacement in
        deliver(replacement.map { response.failing(with: $0) } ?? response, of: core, on: queue, to: handler)
      }
    }
  }

  /// The end of a stream's handler.
  static func stream(_ end: @escaping @Sendable (RequestCore) -> Void) -> ChainLink {
    ChainLink { _, core in
      end(core)
    } serialize: { _, _ in
      LinkOutcome(error: nil) { core, _ in end(core) }
    }
  }

  private static func deliver<Response: Sendable>(
    _ response: Response, of core: RequestCore, on queue: DispatchQueue?,
    to handler: @escaping @Sendable (Response) -> Void
  ) {
    core.notify { .didParseResponse(response) }
    if let queue { queue.async { handler(response) } } else { handler(response) }
  }
}

extension CompletedExchange {
  fileprivate func response<Serializer: DataResponseSerializerProtocol>(
    of serializer: Serializer
  ) -> ClientResponse<Serializer.SerializedObject> {
    timed(isInstant: Serializer.self == PassthroughSerializer.self) {
      let response = readsBodyAlone(Serializer.self) ? nil : self.response
      return try serializer.serialize(request: request, response: response, data: data, error: error)
    }
  }

  /// Whether the serializer does not use the head.
  private func readsBodyAlone<Serializer>(_ type: Serializer.Type) -> Bool {
    let isSimple = type == PassthroughSerializer.self || type == DataResponseSerializer.self
    return isSimple && data?.isEmpty == false
  }

  fileprivate func downloadResponse<Serializer: DownloadResponseSerializerProtocol>(
    of serializer: Serializer
  ) -> ClientDownloadResponse<Serializer.SerializedObject> {
    timed(isInstant: Serializer.self == FileURLSerializer.self) {
      try serializer.serializeDownload(request: request, response: response, fileURL: fileURL, error: error)
    }
  }

  /// - Parameter isInstant: Whether serializing takes no time worth measuring.
  private func timed<Content: Sendable, Success: Sendable>(
    isInstant: Bool, _ serialize: () throws -> Success
  ) -> TransferResponse<Content, Success, RequestError> {
    let start = ContinuousClock.now
    let result = Result<Success, any Error> { try serialize() }.mapError(RequestError.serialization)
    let end = isInstant ? start : ContinuousClock.now
    return TransferResponse(self, completed: end, duration: start.duration(to: end), result: result)
  }
}

extension RequestError {
  fileprivate static func serialization(_ error: any Error) -> RequestError {
    wrapping(error) { .responseSerializationFailed(.customSerializationFailed($0)) }
  }
}
