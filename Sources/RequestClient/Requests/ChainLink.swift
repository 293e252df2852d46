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
    ChainLink(isLight: isLight) { exchange, core in
      deliver(exchange.response(of: serializer), of: core, on: queue, to: handler)
    } serialize: { exchange, _ in
      let response = exchange.response(of: serializer)
      return LinkOutcome(error: response.error) { core, replacement in
        deliver(replacement.map { response.failing(with: $0) } ?? response, of: core, on: queue, to: handler)
      }
    }
  }

  /// A handler of a download.
  static func download<Serializer: DownloadResponseSerializerProtocol>(
    _ serializer: Serializer, on queue: DispatchQueue?,
    _ handler: @escaping @Sendable (ClientDownloadResponse<Serializer.SerializedObject>) -> Void
  ) -> ChainLink {
    ChainLink { exchange, core in
      deliver(exchange.downloadResponse(of: serializer), of: core, on: queue, to: handler)
    } serialize: { exchange, _ in
      let response = exchange.downloadResponse(of: serializer)
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
    let start = ContinuousClock.now
    let result: Result<Serializer.SerializedObject, RequestError>
    do {
      let response = readsBodyAlone(Serializer.self) ? nil : response
      result = .success(try serializer.serialize(request: request, response: response, data: data, error: error))
    } catch {
      result = .failure(.serialization(error))
    }
    let end = Serializer.self == PassthroughSerializer.self ? start : ContinuousClock.now
    return ClientResponse(self, completed: end, duration: start.duration(to: end), result: result)
  }

  /// Whether the serializer does not use the head.
  private func readsBodyAlone<Serializer>(_ type: Serializer.Type) -> Bool {
    let isSimple = type == PassthroughSerializer.self || type == DataResponseSerializer.self
    return isSimple && data?.isEmpty == false
  }

  fileprivate func downloadResponse<Serializer: DownloadResponseSerializerProtocol>(
    of serializer: Serializer
  ) -> ClientDownloadResponse<Serializer.SerializedObject> {
    let start = ContinuousClock.now
    let result: Result<Serializer.SerializedObject, RequestError>
    do {
      result = .success(
        try serializer.serializeDownload(request: request, response: response, fileURL: fileURL, error: error))
    } catch {
      result = .failure(.serialization(error))
    }
    let end = Serializer.self == FileURLSerializer.self ? start : ContinuousClock.now
    return ClientDownloadResponse(self, completed: end, duration: start.duration(to: end), result: result)
  }
}

extension RequestError {
  fileprivate static func serialization(_ error: any Error) -> RequestError {
    wrapping(error) { .responseSerializationFailed(.customSerializationFailed($0)) }
  }
}
