public import Foundation

/// The expected response: the type of its value, its parser and its errors.
public protocol ResponseType<Value>: Sendable {
  /// Reads the response; of a download, the file.
  associatedtype Serializer: ResponseSerializer
  /// What is read.
  associatedtype Value = Serializer.SerializedObject where Value == Serializer.SerializedObject
  /// What handlers get instead; the library's own error unless the type has another.
  associatedtype ResponseError: Error = RequestError

  /// Asked for once for each request.
  var responseSerializer: Serializer { get }

  /// What the type makes of the library's error.
  ///
  /// - Parameters:
  ///   - response: `nil` if there was no head.
  ///   - data: The body received; `nil` if there was none, and for downloads.
  func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> ResponseError
}

extension ResponseType where ResponseError == RequestError {
  /// The error itself.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> RequestError { error }
}

/// A request together with its response: what can be sent and understood.
public typealias RequestContextType = RequestType & ResponseType

extension ResponseType where Self: RequestType {
  /// A request with `block` as handler of its value, which sends nothing until `resume()`.
  public func create(_ block: @escaping @Sendable (DataResponse<Value, ResponseError>) -> Void) -> DataRequest {
    createRequest().response(responseSerializer: responseSerializer) { block(mapped($0)) }
  }

  /// A download with `block` as handler of what is read from its file, which sends nothing until `resume()`.
  ///
  /// - Parameter destination: Where the file belongs; `nil` leaves it in the folder for temporary files.
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

/// Expects text: in the encoding that the response names, else UTF-8.
public protocol StringResponseType: ResponseType {}

extension StringResponseType {
  /// Accepts an empty body of any successful response.
  public var responseSerializer: StringResponseSerializer { StringResponseSerializer() }
}

/// Expects a decodable value, JSON by default; `typealias Value = …` says which.
public protocol DecodableResponseType<Value>: ResponseType where Value: Decodable {
  /// Reads the body.
  var decoder: any DataDecoder { get }
}

extension DecodableResponseType {
  /// For JSON, with its defaults.
  public var decoder: any DataDecoder { JSONDecoder() }
  /// Reads with `decoder`.
  public var responseSerializer: DecodableResponseSerializer<Value> {
    DecodableResponseSerializer<Value>(decoder: decoder)
  }
}

/// Expects JSON of any shape; other results are a `JSONResponseError`.
public protocol JSONResponseType: ResponseType where ResponseError == JSONResponseError {}

extension JSONResponseType {
  /// Accepts successful responses only, and null only if nothing is expected.
  public var responseSerializer: JSONContextSerializer { JSONContextSerializer() }

  /// What the serializer found, or what kept it from finding anything.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> JSONResponseError {
    error.underlyingError as? JSONResponseError ?? JSONResponseError(error, response, data)
  }
}

/// Reads JSON for `JSONResponseType`. Its errors are `JSONResponseError`.
public struct JSONContextSerializer: ResponseSerializer {
  /// A serializer.
  public init() {}

  /// A response that has no body by its status or method, and any to DELETE, is null if there is none.
  ///
  /// - Throws: `JSONResponseError`
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> JSON {
    if let error { throw JSONResponseError(error, response, data) }
    let status = response?.status.code ?? 0
    guard (200..<300).contains(status) else { throw JSONResponseError.unknownError(status: status, body: data, nil) }
    let mayBeNull = request?.method == .delete
    guard let data, !data.isEmpty else {
      if mayBeNull || EmptyBodyRule.whereHTTPSaysSo.allows(request?.method, response) { return .null }
      throw JSONResponseError.lostData(status: status)
    }
    guard let json = try? JSON(data: data), mayBeNull || json != .null else {  // Where it breaks does not matter here.
      throw JSONResponseError.notJSONResponse(status: status, body: data)
    }
    return json
  }
}

/// Why a request for JSON has none.
public enum JSONResponseError: Error, Sendable {
  /// The connection was lost, or there was none to be had; another time may be better.
  case lostConnection(RequestError)
  /// A successful response without a body.
  case lostData(status: Int)
  /// A response with a successful status and a body that is not JSON, or null where something was asked for.
  case notJSONResponse(status: Int, body: Data)
  /// Everything else: a response that is not successful, a redirect that was not followed among them, or the library's
  /// error. The status is `nil` if no response came.
  case unknownError(status: Int?, body: Data?, RequestError?)

  init(_ error: RequestError, _ response: HTTPResponse?, _ data: Data?) {
    if let fault = error.networkFault, RequestError.NetworkFault.lostConnections.contains(fault) {
      self = .lostConnection(error)
    } else {
      self = .unknownError(status: response?.status.code, body: data, error)
    }
  }
}

extension JSONResponseError {
  /// The library's error inside, if there is one.
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

extension JSONResponseError: CustomStringConvertible, LocalizedError {
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

  /// Same as `description`.
  public var errorDescription: String? { description }
}
