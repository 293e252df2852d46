public import Dispatch
public import Foundation

extension DataRequest {
  /// The body as JSON of any shape.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<JSON>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: JSONResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The body as JSON of any shape.
  public func serializingJSON(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<JSON> {
    serializingResponse(
      using: JSONResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }
}

extension DownloadRequest {
  /// The file as JSON of any shape.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<JSON>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: JSONResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as JSON of any shape.
  public func serializingJSON(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DownloadTask<JSON> {
    serializingDownload(
      using: JSONResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }
}

/// Parses JSON of any shape. An empty body, if allowed, is null.
public struct JSONResponseSerializer: ResponseSerializer {
  let emptyBodies: EmptyBodyRule

  /// Creates a serializer.
  ///
  /// - Parameter emptyBodies: Responses that may have no body.
  public init(emptyBodies: EmptyBodyRule = .success) { self.emptyBodies = emptyBodies }

  /// Returns the parsed body, or null if `emptyBodies` allows an empty one.
  ///
  /// - Throws: `error`, `inputDataNilOrZeroLength`, or `decodingFailed` with a `JSON.SyntaxError`.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> JSON {
    let data = try DataResponseSerializer(emptyBodies: emptyBodies)
      .serialize(request: request, response: response, data: data, error: error)
    if data.isEmpty { return .null }
    do {
      return try JSON(data: data)
    } catch {
      throw RequestError.responseSerializationFailed(.decodingFailed(error))
    }
  }
}
