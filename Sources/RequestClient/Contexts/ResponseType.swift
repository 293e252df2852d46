public import Foundation

/// The expected response: the type of its value, its parser and its errors.
public protocol ResponseType<Value>: Sendable {
  /// The type of serializer.
  associatedtype Serializer: ResponseSerializer
  /// The type of value.
  associatedtype Value = Serializer.SerializedObject where Value == Serializer.SerializedObject
  /// The type of error; `RequestError` by default.
  associatedtype ResponseError: Error = RequestError

  /// Parses the response.
  var responseSerializer: Serializer { get }

  /// Converts an error of the library.
  ///
  /// - Parameters:
  ///   - response: `nil` if there was no head.
  ///   - data: The body received; `nil` if there was none, and for downloads.
  func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> ResponseError
}

extension ResponseType where ResponseError == RequestError {
  /// Returns the error unchanged.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> RequestError { error }
}

/// A request together with its response.
public typealias RequestContextType = RequestType & ResponseType

extension ResponseType where Self: RequestType {
  /// Creates a request with a handler. It starts with `resume()`.
  public func create(_ block: @escaping @Sendable (DataResponse<Value, ResponseError>) -> Void) -> DataRequest {
    createRequest().response(responseSerializer: responseSerializer) { block(mapped($0)) }
  }

  /// Creates a download with a handler. It starts with `resume()`.
  ///
  /// - Parameter destination: Chooses where the file is moved; if `nil`, it stays in the temporary folder.
  public func createDownload(
    to destination: DownloadRequest.Destination? = nil,
    _ block: @escaping @Sendable (DownloadResponse<Value, ResponseError>) -> Void
  ) -> DownloadRequest {
    createDownload(to: destination).response(responseSerializer: responseSerializer) { response in
      block(response.mapError { responseError($0, response: response.response, data: nil) })
    }
  }

  /// Sends the request and waits for the response. Cancelling the task cancels the request.
  public var response: DataResponse<Value, ResponseError> {
    get async {
      let task = createRequest().serializingResponse(using: responseSerializer)
      task.resume()
      return mapped(await task.response)
    }
  }

  /// Sends the request and waits for the value. Cancelling the task cancels the request.
  public var value: Value {
    get async throws(ResponseError) { try await response.result.get() }
  }

  private func mapped(_ response: ClientResponse<Value>) -> DataResponse<Value, ResponseError> {
    response.mapError { responseError($0, response: response.response, data: response.data) }
  }
}

/// Expects the body's bytes.
public protocol DataResponseType: ResponseType {}

extension DataResponseType {
  /// Accepts an empty body of any successful response.
  public var responseSerializer: DataResponseSerializer { DataResponseSerializer() }
}

/// Expects text, in the response's charset or UTF-8.
public protocol StringResponseType: ResponseType {}

extension StringResponseType {
  /// Accepts an empty body of any successful response.
  public var responseSerializer: StringResponseSerializer { StringResponseSerializer() }
}

/// Expects a decodable `Value`, JSON by default.
public protocol DecodableResponseType<Value>: ResponseType where Value: Decodable {
  /// Decodes the body.
  var decoder: any DataDecoder { get }
}

extension DecodableResponseType {
  /// A `JSONDecoder` with default settings.
  public var decoder: any DataDecoder { JSONDecoder() }
  /// Decodes with `decoder`.
  public var responseSerializer: DecodableResponseSerializer<Value> {
    DecodableResponseSerializer<Value>(decoder: decoder)
  }
}

/// Expects JSON of any shape. Its error is `JSONResponseError`.
public protocol JSONResponseType: ResponseType where ResponseError == JSONResponseError {}

extension JSONResponseType {
  /// Accepts successful responses only.
  public var responseSerializer: some ResponseSerializer<JSON> { JSONContextSerializer() }

  /// Returns the serializer's error, or converts `error`.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> JSONResponseError {
    error.underlyingError as? JSONResponseError ?? JSONResponseError(error, response, data)
  }
}

/// Parses JSON for `JSONResponseType`. Throws only `JSONResponseError`.
struct JSONContextSerializer: ResponseSerializer {
  /// Returns null for an empty body if status or method allow it, or the method is DELETE.
  ///
  /// - Throws: `JSONResponseError`
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> JSON {
    if let error { throw JSONResponseError(error, response, data) }
    let status = response?.status.code ?? 0
    guard (200..<300).contains(status) else { throw JSONResponseError.unknownError(status: status, body: data, nil) }
    let mayBeNull = request?.method == .delete
    guard let data, !data.isEmpty else {
      if mayBeNull || EmptyBodyRule.standard.allows(request?.method, response) { return .null }
      throw JSONResponseError.lostData(status: status)
    }
    guard let json = try? JSON(data: data), mayBeNull || json != .null else {  // Errors have no position.
      throw JSONResponseError.notJSONResponse(status: status, body: data)
    }
    return json
  }
}

/// An error of a request for JSON.
public enum JSONResponseError: Error, Sendable {
  /// The connection was lost or could not be established.
  case lostConnection(RequestError)
  /// A successful response without a body.
  case lostData(status: Int)
  /// A successful response whose body is not JSON, or is null.
  case notJSONResponse(status: Int, body: Data)
  /// Any other failure: an unsuccessful response or a library error. The status is `nil` without a response.
  case unknownError(status: Int?, body: Data?, RequestError?)

  init(_ error: RequestError, _ response: HTTPResponse?, _ data: Data?) {
    if let fault = error.networkFault, RequestError.NetworkFault.lostConnections.contains(fault) {
      self = .lostConnection(error)
    } else if error.responseCode != nil {
      // The status says it.
      self = .unknownError(status: response?.status.code, body: data, nil)
    } else {
      self = .unknownError(status: response?.status.code, body: data, error)
    }
  }
}

extension JSONResponseError {
  /// The underlying `RequestError`, if any.
  public var requestError: RequestError? {
    switch self {
    case .lostConnection(let error): error
    case .unknownError(_, _, let error): error
    case .lostData, .notJSONResponse: nil
    }
  }

  /// Whether the request was cancelled.
  public var isCancelled: Bool { requestError?.isCancelled ?? false }
}

extension RequestError.NetworkFault {
  /// Faults that a context treats as a lost connection.
  static let lostConnections: Set<RequestError.NetworkFault> = [
    .connectionLost, .refused, .unreachable, .unresolvableHost,
  ]
}

extension JSONResponseError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .lostConnection(let error): error.description
    case .lostData(let status): "The response (\(status)) has no body; JSON was expected — try again"
    case .notJSONResponse(let status, let body):
      "The response (\(status)) is not JSON: \(body.count) bytes of something else — is this the right URL?"
    case .unknownError(_, _, let error?): error.description
    case .unknownError(let status, let body, nil):
      "The status is \(status ?? 0); the \(body?.count ?? 0) bytes of the body may say why"
    }
  }
}
